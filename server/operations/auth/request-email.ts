import type { User } from '../../../src/domain/user.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork } from '../../context/unit-of-work.ts';
import { findCredentials } from '../../stores/users/users.ts';

/**
 * Counts one more email that anyone can trigger, and returns whether the address may get it: three,
 * then one in ten minutes, of all kinds together, so that nobody can flood an inbox. Each link works
 * longer than that, so that others' requests lock nobody out. Call it outside a transaction, since
 * counting uses its own connection.
 */
export function spendEmailAllowance({ limits }: Pick<Services, 'limits'>, email: string): Promise<boolean> {
  return limits.spend('mailToAccount', emailLimitCaller(email));
}

const emailLimitCaller = (email: string) => ({ address: '', account: email.toLowerCase() });

/**
 * Emails a new verification link (auth.requestVerification); `sent` is false if the address is
 * already verified.
 * @throws TOO_MANY_REQUESTS, with the seconds to wait, if the address has been sent enough emails.
 * Docs: decisions 0023 and 0031.
 */
export async function requestVerification(
  services: Services,
  user: User,
  requestId: string,
): Promise<{ sent: boolean }> {
  if (user.verified) return { sent: false };
  await services.limits.admit(['mailToAccount'], emailLimitCaller(user.email));
  await inUnitOfWork({ services, actor: user, procedure: 'auth.requestVerification', requestId }, (unit) =>
    unit.mail({ kind: 'verify-email', receiver: user.email, about: { userId: user.id } }),
  );
  return { sent: true };
}

/**
 * Emails a link to set a new password (auth.forgotPassword), unless the address has no account or
 * has been sent enough emails; the response is the same.
 * Source: product decision 4; decision 0023.
 */
export async function requestPasswordReset(services: Services, email: string, requestId: string): Promise<void> {
  const isAllowed = await spendEmailAllowance(services, email);
  const account = isAllowed ? await findCredentials(services.db, email) : null;
  const order = { services, actor: null, procedure: 'auth.forgotPassword', requestId };
  await inUnitOfWork(order, async (unit) => {
    if (account) await unit.mail({ kind: 'reset-password', receiver: account.email, about: { userId: account.id } });
  });
}
