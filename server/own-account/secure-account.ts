import { and, asc, desc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { maskEmail, NOT_ME_LIFE, type NotMeLink } from '../../src/domain/own-account.ts';
import { RESET_TOKEN_LIFE } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { consumeLink } from '../auth/consume-link.ts';
import { endPendingEmailChange, isUndoable } from '../auth/store/email-changes.ts';
import { deleteKnownDevicesOf } from '../auth/store/known-devices.ts';
import { closeOneTimeTokens, findTokenOwner } from '../auth/store/one-time-tokens.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { authenticators, passkeys, recoveryCodes } from '../base/database/tables/factors.ts';
import { shopConnections } from '../base/database/tables/shops/connections.ts';
import { emailChanges, users } from '../base/database/tables/users.ts';
import { isUniqueViolation } from '../base/errors/database-errors.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { canUndoFactors } from '../factors/store/can-undo-factors.ts';
import { ago, countFactors, deleteFactorsOf, isAny } from '../factors/store/factors.ts';
import { createLinkToken } from '../mail/create-link-token.ts';
import {
  changeShipmentsOf,
  endRightsToShipmentsOf,
  textNewReceivers,
} from '../people/linked-shipments/change-linked.ts';
import { setEraseOn } from '../people/store/erased-users.ts';
import { findUser } from '../people/store/users.ts';
import { deleteApiKeysOf } from '../v1/store/api-keys.ts';
import { pauseWebhooksOf } from '../webhooks/store/webhooks.ts';

const deadLink = () =>
  new UserError(
    'BAD_REQUEST',
    'This link has already been used or has expired. If you still can’t log in, set a new password by email, or contact us.',
    { guess: true },
  );

const passkeysSince = (userId: string, milliseconds: number) =>
  and(eq(passkeys.userId, userId), gt(passkeys.createdAt, ago(milliseconds)));

const authenticatorsSince = (userId: string, milliseconds: number) =>
  and(
    eq(authenticators.userId, userId),
    or(isNull(authenticators.confirmedAt), gt(authenticators.confirmedAt, ago(milliseconds))),
  );

const codesSince = (userId: string, milliseconds: number) =>
  and(
    eq(recoveryCodes.userId, userId),
    gte(recoveryCodes.id, uuidv7({ msecs: Date.now() - milliseconds, random: new Uint8Array(16) })),
  );

async function hasFactorSince(executor: Executor, userId: string, milliseconds: number): Promise<boolean> {
  const { rows } = await executor.execute<{ has: boolean }>(sql`
    select exists (select from ${passkeys} where ${passkeysSince(userId, milliseconds)})
      or exists (select from ${authenticators} where ${authenticatorsSince(userId, milliseconds)})
      or exists (select from ${recoveryCodes} where ${codesSince(userId, milliseconds)}) as has`);
  return rows[0]?.has ?? false;
}

/** @throws BAD_REQUEST */
export async function checkNotMeLink(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  token: string,
): Promise<NotMeLink> {
  const owner = await findTokenOwner(db, ['not-me'], token);
  const user = owner && (await findUser(db, owner.id));
  if (!user) throw deadLink();
  const becomes = (await canUndoFactors(db, environment, user)) ? 'removed' : 'kept';
  return {
    email: owner.sentTo,
    restoresEmail: owner.email !== owner.sentTo,
    newFactors: (await hasFactorSince(db, user.id, NOT_ME_LIFE)) ? becomes : null,
  };
}

async function listAddressesBefore(executor: Executor, userId: string, email: string): Promise<string[]> {
  const changes = await executor
    .select({ fromEmail: emailChanges.fromEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isUndoable()))
    .orderBy(asc(emailChanges.confirmedAt), asc(emailChanges.id));
  const former = changes.map(({ fromEmail }) => fromEmail);
  const first = former.indexOf(email);
  return first === -1 ? former : former.slice(0, first);
}

async function deleteFactorsSince(tx: Transaction, userId: string, milliseconds: number): Promise<number> {
  const keys = await tx.delete(passkeys).where(passkeysSince(userId, milliseconds));
  const apps = await tx.delete(authenticators).where(authenticatorsSince(userId, milliseconds));
  await tx.delete(recoveryCodes).where(codesSince(userId, milliseconds));
  if (!isAny(await countFactors(tx, userId))) await deleteFactorsOf(tx, userId);
  return (keys.rowCount ?? 0) + (apps.rowCount ?? 0);
}

/** Nothing comes in until each has another secret. */
async function endConnectionsOf(tx: Transaction, userId: string, problem: string): Promise<void> {
  await tx
    .update(shopConnections)
    .set({ secret: null, problem, problemAt: sql`now()` })
    .where(eq(shopConnections.userId, userId));
}

async function clearPassword(tx: Transaction, id: string): Promise<void> {
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, id));
}

/**
 * Shuts everyone out of an account, and undoes later changes of its address and its deletion. Last
 * week's factors go if it can do without. Returns the token of a link to set a password.
 * @throws BAD_REQUEST, CONFLICT
 */
export async function secureAccount(services: Services, token: string, requestId: string): Promise<{ token: string }> {
  const link = await findTokenOwner(services.db, ['not-me'], token);
  if (!link) throw deadLink();
  const order = { services, actor: null, procedure: 'auth.secureAccount' as const, requestId };
  return inUnitOfWork(order, async (unit) => {
    const { tx } = unit;
    const user = await consumeLink(tx, ['not-me'], token);
    if (!user) throw deadLink();
    // An intruder has the later address, and must not use up the owner's link.
    const exceptTo = await listAddressesBefore(tx, user.id, link.sentTo);
    const email = user.email === link.sentTo ? user.email : await restoreEmail(unit, user, link.sentTo);
    const replaced = await endRightsToShipmentsOf(unit, user.id);
    await endPendingEmailChange(tx, user.id, 'cancelled');
    if (user.eraseOn) await setEraseOn(tx, user.id, null);
    await clearPassword(tx, user.id);
    // Whoever was in may have added a way to log in.
    const isUndoing = await canUndoFactors(tx, services.environment, user);
    const factors = isUndoing ? await deleteFactorsSince(tx, user.id, NOT_ME_LIFE) : 0;
    const sessions = await deleteSessionsOf(tx, user.id);
    const apiKeys = await deleteApiKeysOf(tx, user.id);
    await pauseWebhooksOf(tx, user.id, 'Paused when this account was secured. Check the address.');
    await endConnectionsOf(tx, user.id, 'This account was secured. Set the secret again.');
    await deleteKnownDevicesOf(tx, user.id);
    for (const purpose of ['reset', 'change-email'] as const) await closeOneTimeTokens(tx, purpose, user.id);
    await closeOneTimeTokens(tx, 'not-me', user.id, { exceptTo });
    await textNewReceivers(unit, replaced);
    await unit.audit({
      entity: 'user',
      entityId: user.id,
      before: {
        sessions,
        ...(factors > 0 && { newFactors: factors }),
        ...(apiKeys > 0 && { apiKeys }),
        ...(user.eraseOn && { eraseOn: user.eraseOn }),
      },
      after: {
        sessions: 0,
        ...(factors > 0 && { newFactors: 0 }),
        ...(apiKeys > 0 && { apiKeys: 0 }),
        ...(user.eraseOn && { eraseOn: null }),
      },
    });
    const reset = { purpose: 'reset', userId: user.id, email, life: RESET_TOKEN_LIFE } as const;
    return { token: await createLinkToken({ db: tx }, reset) };
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new UserError('CONFLICT', 'Another account has this email address now. Contact us, we’ll help you.');
  });
}

/** Does nothing if the address can't be given back. */
async function undoEmailChanges(tx: Transaction, userId: string, email: string): Promise<void> {
  const confirmed = await tx
    .select({ id: emailChanges.id, fromEmail: emailChanges.fromEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isUndoable()))
    .orderBy(desc(emailChanges.confirmedAt), desc(emailChanges.id));
  const first = confirmed.findLastIndex(({ fromEmail }) => fromEmail === email);
  const ids = confirmed.slice(0, first + 1).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.update(emailChanges).set({ state: 'undoing', isMoving: false }).where(anyOf(emailChanges.id, ids));
  await tx.update(users).set({ email }).where(eq(users.id, userId));
}

async function restoreEmail(unit: UnitOfWork, user: User, email: string): Promise<string> {
  await undoEmailChanges(unit.tx, user.id, email);
  await changeShipmentsOf(unit, user.id);
  await unit.audit({
    entity: 'user',
    entityId: user.id,
    before: { email: maskEmail(user.email) },
    after: { email: maskEmail(email) },
  });
  return email;
}
