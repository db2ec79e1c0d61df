import { maskEmail, NOT_ME_LIFE, type NotMeLink } from '../../src/domain/own-account.ts';
import { RESET_TOKEN_LIFE } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { consumeLink } from '../auth/consume-link.ts';
import { endPendingEmailChange, listAddressesBefore, undoEmailChanges } from '../auth/store/email-changes.ts';
import { deleteKnownDevicesOf } from '../auth/store/known-devices.ts';
import { closeOneTimeTokens, findTokenOwner } from '../auth/store/one-time-tokens.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import { isUniqueViolation } from '../base/errors/unique-violation.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { canUndoFactors } from '../factors/store/can-undo-factors.ts';
import { deleteFactorsSince, hasFactorSince } from '../factors/store/factors.ts';
import { createLinkToken } from '../mail/create-link-token.ts';
import { endConnectionsOf } from '../orders/store/connections.ts';
import {
  changeShipmentsOf,
  endRightsToShipmentsOf,
  textNewReceivers,
} from '../people/linked-shipments/change-linked.ts';
import { setEraseOn } from '../people/store/erased-users.ts';
import { clearPassword } from '../people/store/user-rights.ts';
import { findUser } from '../people/store/users.ts';
import { deleteApiKeysOf } from '../v1/store/api-keys.ts';
import { pauseWebhooksOf } from '../webhooks/store/webhooks.ts';

const deadLink = () =>
  new UserError(
    'BAD_REQUEST',
    'This link has already been used or has expired. If you still can’t log in, set a new password by email, or contact us.',
    { guess: true },
  );

/**
 * Says what a link of *This was not me* does (auth.checkNotMeLink).
 * @throws BAD_REQUEST
 */
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

/**
 * Shuts everyone out of an account: ends its sessions, password, API keys, and last week's factors that it can do
 * without; pauses its webhooks, asks for new secrets of connected shops, and undoes later changes of its address and
 * its deletion. Returns the token of a link to set a password.
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
    // Anyone who took the account has the later address, and must not use up the owner's link.
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

/** Undoes the changes of address since `email`; returns `email`. */
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
