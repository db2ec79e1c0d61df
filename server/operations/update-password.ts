import type { UpdatePassword, User } from '../../src/domain/user.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import type { Database } from '../database/client.ts';
import { fieldRefusal } from '../errors.ts';
import { closeOneTimeTokens } from '../stores/one-time-tokens.ts';
import { deleteSessionsOf } from '../stores/sessions.ts';
import { findCredentials, updatePasswordHash } from '../stores/users.ts';

/**
 * Changes a person's password (user.updatePassword) and ends every session, this one too. Throws refusals at the fields:
 * a wrong current password, a common new one, or the same one again. Source: specification section 4, 'Session'.
 */
export async function updatePassword(db: Database, user: User, input: UpdatePassword): Promise<void> {
  const account = await findCredentials(db, user.email);
  if (!account || !(await verifyPassword(account.passwordHash, input.currentPassword))) {
    throw fieldRefusal('currentPassword', 'This is not your current password.', { guess: true });
  }
  if (input.password === input.currentPassword) {
    throw fieldRefusal('password', 'This is your current password. Choose another one.');
  }
  if (isCommonPassword(input.password)) {
    throw fieldRefusal('password', 'This password is too common. Choose another one.');
  }
  const passwordHash = await hashPassword(input.password);
  await db.transaction(async (tx) => {
    await updatePasswordHash(tx, account.id, passwordHash);
    await closeOneTimeTokens(tx, 'reset', account.id);
    await deleteSessionsOf(tx, account.id);
  });
}
