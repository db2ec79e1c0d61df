import { v7 as uuidv7 } from 'uuid';
import type { User } from '../../src/domain/user.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, keepIf } from '../context/unit-of-work.ts';
import { findCredentials } from '../people/store/users.ts';

/** Counts an email; false if the address had enough. Uses another connection: call it outside a transaction. */
export function spendEmailAllowance({ limits }: Pick<Services, 'limits'>, email: string): Promise<boolean> {
  return limits.spend('mailToAccount', emailLimitCaller(email));
}

const emailLimitCaller = (email: string) => ({ address: '', account: email.toLowerCase() });

/**
 * Emails a verification link; `sent` is false if already verified.
 * @throws TOO_MANY_REQUESTS
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

export async function requestPasswordReset(services: Services, email: string, requestId: string): Promise<void> {
  const isAllowed = await spendEmailAllowance(services, email);
  const account = isAllowed ? await findCredentials(services.db, email) : null;
  const order = { services, actor: null, procedure: 'auth.forgotPassword' as const, requestId };
  const { id: userId, email: receiver } = account ?? { id: uuidv7(), email };
  await inUnitOfWork(order, (unit) =>
    keepIf(
      unit,
      (part) => part.mail({ kind: 'reset-password', receiver, about: { userId } }),
      () => account !== null,
    ),
  );
}
