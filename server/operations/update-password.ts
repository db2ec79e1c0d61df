import type { UpdatePassword, User } from '../../src/domain/user.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import type { Services } from '../context.ts';
import { fieldRefusal } from '../errors.ts';
import { closeOneTimeTokens } from '../stores/one-time-tokens.ts';
import { deleteSessionsOf } from '../stores/sessions.ts';
import { findCredentials, updatePasswordHash } from '../stores/users.ts';
import { inUnitOfWork } from '../unit-of-work.ts';

/**
 * Changes a person's password (user.updatePassword) and ends every session, this one too. Throws refusals at the fields:
 * a wrong current password, a common new one, or the same one again. Source: specification section 4, 'Session'.
 */
export async function updatePassword(
  services: Services,
  user: User,
  input: UpdatePassword,
  requestId: string,
): Promise<void> {
  const account = await findCredentials(services.db, user.email);
  if (!account || !(await verifyPassword(account.passwordHash, input.currentPassword))) {
    throw fieldRefusal('currentPassword', 'This is not your current password.', { guess: true });
  }
  if (input.password === input.currentPassword) {
    throw fieldRefusal('password', 'This is your current password. Choose another one.');
  }
  if (isCommonPassword(input.password, services.environment)) {
    throw fieldRefusal('password', 'This password is too common. Choose another one.');
  }
  const passwordHash = await hashPassword(input.password);
  // The hashing is done before the transaction begins: no connection waits for it.
  await inUnitOfWork({ services, actor: user, procedure: 'user.updatePassword', requestId }, async ({ tx }) => {
    await updatePasswordHash(tx, account.id, passwordHash);
    await closeOneTimeTokens(tx, 'reset', account.id);
    await deleteSessionsOf(tx, account.id);
  });
}
