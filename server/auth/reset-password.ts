import { and, eq, isNotNull } from 'drizzle-orm';
import type { ResetPassword } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { isCommonPassword } from '../base/secrets/common-passwords.ts';
import { hashPassword } from '../base/secrets/passwords.ts';
import { ticketKey } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { mailPasswordChanged } from '../mail/mail-events.ts';
import { EMPTY_PROFILE } from '../people/store/erased-users.ts';
import { updatePasswordHash } from '../people/store/user-rights.ts';
import { findUser } from '../people/store/users.ts';
import { consumeLink } from './consume-link.ts';
import { rememberDevice } from './remember-device.ts';
import { deleteKnownDevicesOf } from './store/known-devices.ts';
import { closeOneTimeTokens, findTokenOwner, type TokenPurpose } from './store/one-time-tokens.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import { markUserVerified } from './verify-user.ts';

/** Both prove access to the mailbox. */
const PURPOSES: readonly TokenPurpose[] = ['reset', 'verify'];

const invalidLink = () =>
  new UserError('BAD_REQUEST', 'This link has already been used or has expired. Request a new one.', { guess: true });

/**
 * Checks that `resetPassword` would accept a link (auth.checkResetLink).
 * @throws BAD_REQUEST if not.
 */
export async function checkResetLink(executor: Executor, token: string): Promise<{ asksName: boolean }> {
  const owner = await findTokenOwner(executor, PURPOSES, token);
  const user = owner && (await findUser(executor, owner.id));
  if (!user) throw invalidLink();
  return { asksName: isNameless(user) };
}

const isNameless = ({ firstName, lastName }: User) => `${firstName}${lastName}` === '';

/** Clears a profile; false if a manager created it, without a password. */
async function clearRegisteredProfile(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set(EMPTY_PROFILE)
    .where(and(eq(users.id, id), isNotNull(users.passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** For an account that has no name yet. */
async function updateName(tx: Transaction, id: string, name: Pick<User, 'firstName' | 'lastName'>) {
  await tx.update(users).set(name).where(eq(users.id, id));
}

async function hasPassword(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.passwordHash)));
  return rows.length > 0;
}

/** Sets a password with a link, which verifies the address. @throws BAD_REQUEST, field error. */
export async function resetPassword(
  services: Services,
  { token, password, name }: ResetPassword,
  { requestId, deviceTicket }: { requestId: string; deviceTicket: string | null },
): Promise<{ deviceTicket?: string }> {
  if (isCommonPassword(password, services.environment))
    throw fieldError('password', 'This password is too common. Choose another one.');
  const passwordHash = await hashPassword(password);
  const order = { services, actor: null, procedure: 'auth.resetPassword' as const, requestId };
  const { email, ...device } = await inUnitOfWork(order, async (unit) => {
    const { tx } = unit;
    const user = await consumeLink(tx, PURPOSES, token);
    if (!user) throw invalidLink();
    if (!user.verified && (await clearRegisteredProfile(tx, user.id))) {
      const fields = Object.keys(EMPTY_PROFILE) as (keyof typeof EMPTY_PROFILE)[];
      const before = Object.fromEntries(fields.map((field) => [field, user[field]]));
      await unit.audit({ entity: 'user', entityId: user.id, before, after: EMPTY_PROFILE });
    }
    if (name && isNameless(user)) {
      await updateName(tx, user.id, name);
      await unit.audit({ entity: 'user', entityId: user.id, after: name });
    }
    if (user.verified && (await hasPassword(tx, user.id))) await mailPasswordChanged(unit, user);
    await updatePasswordHash(tx, user.id, passwordHash);
    await markUserVerified(unit, user);
    await closeOneTimeTokens(tx, 'reset', user.id);
    await deleteSessionsOf(tx, user.id);
    await deleteKnownDevicesOf(tx, user.id, { except: deviceTicket });
    const { isNew, ...ticket } = await rememberDevice(tx, user.id, deviceTicket);
    return { email: user.email, ...ticket };
  });
  // Earlier guesses were of another password.
  const knownDevice = deviceTicket === null ? undefined : ticketKey(deviceTicket);
  await services.limits.forgive('loginKnownDevice', { address: '', account: email, knownDevice });
  return device;
}
