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
 * Mails a link to set a new password (auth.forgotPassword), where the address has an account. Whoever asks gets the same
 * answer either way. Source: product decision 4.
 */
export async function requestPasswordReset(services: Services, email: string, requestId: string): Promise<void> {
  const account = await findCredentials(services.db, email);
  const order = { services, actor: null, procedure: 'auth.forgotPassword', requestId };
  await inUnitOfWork(order, async (unit) => {
    if (account)
      await unit.mail({ kind: 'reset-password', receiver: email.toLowerCase(), about: { userId: account.id } });
  });
}
