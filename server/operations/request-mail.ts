import type { User } from '../../src/domain/user.ts';
import type { Services } from '../context.ts';
import { findCredentials } from '../stores/users.ts';
import { inUnitOfWork } from '../unit-of-work.ts';

/**
 * Whether an address may get one more of the mails that anyone may ask for, and counts it. Three in half an hour, of all
 * kinds together, so that nobody's mailbox is filled. Each carries a link that works as long, so that nobody is locked
 * out by somebody else's asking either. Ask outside a transaction: counting takes a connection of its own.
 */
export function mayMailUnasked({ limits }: Pick<Services, 'limits'>, email: string): Promise<boolean> {
  return limits.spend('mailToAccount', { address: '', account: email.toLowerCase() });
}

/**
 * Mails a new verification link (auth.requestVerification). A person who is verified already needs none, and one whose
 * address has got enough mails gets no more, without being told. Source: decisions 0010 and 0023.
 */
export async function requestVerification(services: Services, user: User, requestId: string): Promise<void> {
  if (user.verified || !(await mayMailUnasked(services, user.email))) return;
  await inUnitOfWork({ services, actor: user, procedure: 'auth.requestVerification', requestId }, (unit) =>
    unit.mail({ kind: 'verify-email', receiver: user.email, about: { userId: user.id } }),
  );
}

/**
 * Mails a link to set a new password (auth.forgotPassword), where the address has an account and has not got enough mails.
 * Whoever asks gets the same answer always. Source: product decision 4; decisions 0010 and 0023.
 */
export async function requestPasswordReset(services: Services, email: string, requestId: string): Promise<void> {
  const mayMail = await mayMailUnasked(services, email);
  const account = mayMail ? await findCredentials(services.db, email) : null;
  const order = { services, actor: null, procedure: 'auth.forgotPassword', requestId };
  await inUnitOfWork(order, async (unit) => {
    if (account)
      await unit.mail({ kind: 'reset-password', receiver: email.toLowerCase(), about: { userId: account.id } });
  });
}
