import { and, eq, sql } from 'drizzle-orm';
import { MAX_PASSKEYS, type NewPasskey, type PasskeyCreation } from '../../src/domain/passkey.ts';
import { fullName, type User } from '../../src/domain/user.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { passkeys } from '../base/database/tables/factors.ts';
import { UserError } from '../base/errors/errors.ts';
import { deviceName } from '../base/secrets/device-name.ts';
import { readNewPasskey, relyingPartyOf } from '../base/secrets/passkeys.ts';
import { needsSecondFactor } from '../base/secrets/second-factor.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { mailFactor } from '../mail/mail-events.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { afterFactorAdded, afterFactorRemoved } from './after-factor-change.ts';
import { userHandleOf } from './request-passkey.ts';
import { countFactors } from './store/factors.ts';
import { consumeChallenge, insertChallenge } from './store/passkey-challenges.ts';
import { listKnownPasskeys, type NewPasskeyRow, type PasskeyRow } from './store/passkeys.ts';

function assertRoom(count: number): void {
  if (count < MAX_PASSKEYS) return;
  throw new UserError('PRECONDITION_FAILED', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
}

/** @throws PRECONDITION_FAILED */
export async function startPasskey({ db, environment }: Services, user: User): Promise<PasskeyCreation> {
  const exclude = await listKnownPasskeys(db, user.id);
  assertRoom(exclude.length);
  return {
    challenge: await insertChallenge(db, { purpose: 'add', userId: user.id }),
    rp: relyingPartyOf(environment),
    user: { id: userHandleOf(user.id), name: user.email, displayName: fullName(user) },
    exclude,
  };
}

/** Adds a passkey; false if it belongs to someone already. */
export async function insertPasskey(executor: Executor, passkey: NewPasskeyRow): Promise<boolean> {
  const rows = await executor
    .insert(passkeys)
    .values({ ...passkey, lastUsedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/**
 * Adds the passkey that a device has made (factor.addPasskey). It is named after the device.
 * @throws BAD_REQUEST, NOT_FOUND, PRECONDITION_FAILED, UNAUTHORIZED
 */
export async function addPasskey(
  services: Services,
  signedIn: SignedIn,
  made: NewPasskey,
  { requestId, device }: { requestId: string; device: string },
): Promise<{ recoveryCodes: string[] }> {
  const { user } = signedIn;
  const passkey = await readNewPasskey(services.environment, made, (challenge) =>
    consumeChallenge(services.db, { challenge, purpose: 'add', userId: user.id }),
  );
  if (!passkey) throw new UserError('BAD_REQUEST', 'This passkey was not accepted. Try again.');
  const name = deviceName(device);
  return inUnitOfWork({ services, actor: user, procedure: 'factor.addPasskey', requestId }, async (unit) => {
    const owner = await lockUser(unit.tx, user.id);
    if (!owner) throw new UserError('NOT_FOUND', 'This user no longer exists.');
    assertRoom((await countFactors(unit.tx, owner.id)).passkeys);
    const row = { ...passkey, userId: owner.id, transports: made.transports, name };
    if (!(await insertPasskey(unit.tx, row))) throw new UserError('BAD_REQUEST', 'This passkey is already in use.');
    await unit.audit({ entity: 'user', entityId: owner.id, after: { passkey: name } });
    await mailFactor(unit, 'factor-added', owner, { factor: 'passkey', name });
    return afterFactorAdded(unit, signedIn);
  });
}

const GONE = 'This passkey no longer exists.';

async function renamePasskey(
  executor: Executor,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
): Promise<boolean> {
  const rows = await executor
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** @throws NOT_FOUND */
export async function renameOwnPasskey(
  { tx }: UnitOfWork,
  userId: string,
  renamed: { id: string; name: string },
): Promise<void> {
  if (!(await renamePasskey(tx, { ...renamed, userId }))) throw new UserError('NOT_FOUND', GONE);
}

async function deletePasskey(executor: Executor, userId: string, id: string): Promise<string | null> {
  const [row] = await executor
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return row?.name ?? null;
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function removePasskey(unit: UnitOfWork, user: User, id: string): Promise<void> {
  await lockUser(unit.tx, user.id);
  const name = await deletePasskey(unit.tx, user.id, id);
  if (name === null) throw new UserError('NOT_FOUND', GONE);
  await afterFactorRemoved(unit, user.id, needsSecondFactor(unit.services.environment, user));
  await unit.audit({ entity: 'user', entityId: user.id, before: { passkey: name } });
  await mailFactor(unit, 'factor-removed', user, { factor: 'passkey', name });
}
