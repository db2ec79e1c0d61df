import type { User } from '../../src/domain/user.ts';
import type { Services } from '../context.ts';
import { findCredentials } from '../stores/users.ts';
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts';

/** Mails a new verification link (auth.requestVerification). A person who is verified already needs none. */
export async function requestVerification(unit: UnitOfWork, user: User): Promise<void> {
  if (user.verified) return;
  await unit.mail({ kind: 'verify-email', receiver: user.email, about: { userId: user.id } });
}

/**
 * Mails a link to set a new password (auth.forgotPassword), where the address has an account: three at most within the
 * life of one, so that nobody's mailbox is filled and nobody is locked out by somebody else's asking. Whoever asks gets
 * the same answer always. Source: product decision 4.
 */
export async function requestPasswordReset(
  services: Services,
  { email, address }: { email: string; address: string },
  requestId: string,
): Promise<void> {
  const mayMail = await services.limits.spend('mailToAccount', { address, account: email.toLowerCase() });
  const account = mayMail ? await findCredentials(services.db, email) : null;
  const order = { services, actor: null, procedure: 'auth.forgotPassword', requestId };
  await inUnitOfWork(order, async (unit) => {
    if (account)
      await unit.mail({ kind: 'reset-password', receiver: email.toLowerCase(), about: { userId: account.id } });
  });
}
