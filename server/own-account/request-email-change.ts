import { maskEmail, type RequestEmailChange } from '../../src/domain/own-account.ts';
import type { User } from '../../src/domain/user.ts';
import { spendEmailAllowance } from '../auth/request-email.ts';
import { type EmailChange, endPendingEmailChange } from '../auth/store/email-changes.ts';
import type { Transaction } from '../base/database/client.ts';
import { emailChanges } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { findCredentials, spellingsOf } from '../people/store/users.ts';
import { assertPassword } from './assert-password.ts';

/** Asks for another address; the lock of the user makes it the only open one. */
export async function insertEmailChange(
  tx: Transaction,
  change: Pick<EmailChange, 'userId' | 'fromEmail' | 'toEmail'>,
): Promise<void> {
  await endPendingEmailChange(tx, change.userId, 'replaced');
  await tx.insert(emailChanges).values(change);
}

/**
 * Emails a link to a new address. Neither response nor time shows whether it has an account.
 * @throws TOO_MANY_REQUESTS, field errors.
 */
export async function requestEmailChange(
  services: Services,
  user: User,
  { email: typed, currentPassword }: RequestEmailChange,
  requestId: string,
): Promise<void> {
  await assertPassword(services, user, currentPassword);
  await services.limits.admit(['emailChange'], { address: '', userId: user.id });
  const email = typed.toLowerCase();
  const isAllowed = await spendEmailAllowance(services, email);
  const order = { services, actor: user, procedure: 'ownAccount.requestEmailChange' as const, requestId };
  await inUnitOfWork(order, async (unit) => {
    const { tx } = unit;
    const now = await lockUser(tx, user.id);
    if (!now) throw new UserError('UNAUTHORIZED');
    if (spellingsOf(email).includes(now.email)) throw fieldError('email', 'This is already your email address.');
    await insertEmailChange(tx, { userId: user.id, fromEmail: now.email, toEmail: email });
    await unit.audit({ entity: 'user', entityId: user.id, after: { newEmail: maskEmail(email) } });
    const taken = await findCredentials(tx, email);
    if (!isAllowed) return;
    await unit.mail(
      taken
        ? { kind: 'change-email-taken', receiver: taken.email, about: { userId: taken.id } }
        : { kind: 'change-email', receiver: email, about: { userId: user.id } },
    );
  });
}

export async function cancelEmailChange(unit: UnitOfWork, userId: string): Promise<void> {
  await lockUser(unit.tx, userId);
  if (await endPendingEmailChange(unit.tx, userId, 'cancelled'))
    await unit.audit({ entity: 'user', entityId: userId, before: { newEmail: 'open' }, after: { newEmail: null } });
}
