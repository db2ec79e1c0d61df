import { eq, sql } from 'drizzle-orm';
import { maskEmail } from '../../src/domain/own-account.ts';
import type { Verify } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { consumeLink } from '../auth/consume-link.ts';
import {
  type EmailChange,
  findEmailChangeTo,
  findFormerOwner,
  findMoving,
  findPendingEmailChange,
  findUndoing,
} from '../auth/store/email-changes.ts';
import { closeOneTimeTokens, findToken, findTokenOwner } from '../auth/store/one-time-tokens.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { emailChanges, users } from '../base/database/tables/users.ts';
import { isUniqueViolation } from '../base/errors/database-errors.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { verifyPassword } from '../base/secrets/passwords.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { changeShipmentsOf } from '../people/linked-shipments/change-linked.ts';
import { findCredentials } from '../people/store/users.ts';

const taken = () => new UserError('CONFLICT', 'Another account uses this address now. Log in and choose another one.');

/**
 * Gives an account its new address, with the link sent there. Needs the password unless signed in:
 * anyone can enter anyone's address. The same link again changes nothing.
 * @throws BAD_REQUEST, CONFLICT, field error.
 */
export async function confirmEmail(
  services: Services,
  { token, password, signedInAs }: Verify & { signedInAs: string | null },
  requestId: string,
): Promise<{ email: string }> {
  const owner = await findTokenOwner(services.db, ['change-email'], token);
  // Also for a closed link: every failure takes the same time.
  const matches = password !== undefined && (await verifyPassword(owner?.passwordHash ?? null, password));
  if (!owner) return throwUnlessConfirmed(services.db, token);
  if (owner.id !== signedInAs) {
    if (password === undefined)
      throw fieldError('password', 'Enter the password of the account that you want to change.');
    if (!matches) throw fieldError('password', 'This isn’t this account’s password.', { guess: true });
  }
  const order = { services, actor: { id: owner.id }, procedure: 'auth.confirmEmail' as const, requestId };
  const email = await inUnitOfWork(order, async (unit) => {
    const user = await consumeLink(unit.tx, ['change-email'], token);
    return user && changeEmail(unit, user);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  return email === null ? throwUnlessConfirmed(services.db, token) : { email };
}

/**
 * Gives a locked user the address of their open change, from which on their shipments are being moved.
 * @throws A unique violation if it is taken.
 */
async function confirmEmailChange(
  tx: Transaction,
  { id, userId, toEmail }: EmailChange,
  fromEmail: string,
): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ state: 'confirmed', confirmedAt: sql`now()`, fromEmail, isMoving: true })
    .where(eq(emailChanges.id, id));
  await tx.update(users).set({ email: toEmail }).where(eq(users.id, userId));
}

async function changeEmail(unit: UnitOfWork, user: User): Promise<string | null> {
  const { tx } = unit;
  const change = await findPendingEmailChange(tx, user.id);
  if (!change) return null;
  if (await findUndoing(tx, user.id)) throw new UserError('CONFLICT', BEING_UNDONE);
  if (await findMoving(tx, user.id)) throw new UserError('CONFLICT', BEING_MOVED);
  const { toEmail } = change;
  const other = await findCredentials(tx, toEmail);
  const former = await findFormerOwner(tx, toEmail);
  if ((other && other.id !== user.id) || (former !== null && former !== user.id)) throw taken();
  await confirmEmailChange(tx, change, user.email);
  await closeOneTimeTokens(tx, 'change-email', user.id);
  await closeOneTimeTokens(tx, 'reset', user.id);
  await unit.mail({ kind: 'email-changed', receiver: user.email, about: { userId: user.id } });
  await unit.audit({
    entity: 'user',
    entityId: user.id,
    before: { email: maskEmail(user.email) },
    after: { email: maskEmail(toEmail) },
  });
  await changeShipmentsOf(unit, user.id);
  return toEmail;
}

/** Says why a link no longer works. */
async function throwUnlessConfirmed(executor: Executor, token: string): Promise<{ email: string }> {
  const link = await findToken(executor, 'change-email', token);
  const change = link && (await findEmailChangeTo(executor, link.userId, link.sentTo));
  if (!link || !change) throw dead('This link isn’t valid. Copy it from the email again, or ask for another one.');
  if (change.state === 'confirmed' && link.email === link.sentTo) return { email: link.email };
  throw dead(link.isExpired && change.state === 'pending' ? EXPIRED : WHY_DEAD[change.state]);
}

const dead = (sentence: string) => new UserError('BAD_REQUEST', sentence, { guess: true });

const BEING_UNDONE = 'Your shipments are still getting your former address back. Use this link again in a few minutes.';
const BEING_MOVED = 'Your shipments are still getting your last address. Use this link again in a few minutes.';
const EXPIRED = 'This link has expired. Ask for the change again on your Security page.';
const UNDONE = 'This change was undone with the link in the email to the former address.';
const WHY_DEAD = {
  pending: 'This link has already been used. Ask for the change again on your Security page.',
  replaced: 'You asked for another address since. Use the link in the newest email.',
  cancelled: 'This change was cancelled.',
  confirmed: 'This link has already been used, and the address was changed again since.',
  undoing: UNDONE,
  undone: UNDONE,
};
