import { isCommonPassword } from '../auth/common-passwords.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Services } from '../context.ts';
import { fieldRefusal, Refusal } from '../errors.ts';
import { closeOneTimeTokens, consumeOneTimeToken } from '../stores/one-time-tokens.ts';
import { deleteSessionsOf } from '../stores/sessions.ts';
import { updatePasswordHash } from '../stores/users.ts';
import { inUnitOfWork } from '../unit-of-work.ts';
import { becomeVerified } from './verify-user.ts';

/**
 * Sets a new password with a link's token (auth.resetPassword), once: every session ends, every other open link closes.
 * Whoever holds the link reads the mail of its address, so the address is verified with it.
 * Throws a refusal at the field for a common password, BAD_REQUEST for a link that is used, expired or foreign.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  requestId: string,
): Promise<void> {
  if (isCommonPassword(password, services.environment))
    throw fieldRefusal('password', 'This password is too common. Choose another one.');
  const passwordHash = await hashPassword(password);
  await inUnitOfWork({ services, actor: null, procedure: 'auth.resetPassword', requestId }, async (unit) => {
    const { tx } = unit;
    const userId = await consumeOneTimeToken(tx, 'reset', token);
    if (!userId)
      throw new Refusal('BAD_REQUEST', 'This link was used already or has expired. Ask for a new one.', {
        guess: true,
      });
    await updatePasswordHash(tx, userId, passwordHash);
    await becomeVerified(unit, userId);
    await closeOneTimeTokens(tx, 'reset', userId);
    await deleteSessionsOf(tx, userId);
  });
}
