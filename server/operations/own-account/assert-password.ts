import type { User } from '../../../src/domain/user.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import type { Services } from '../../context/context.ts';
import { fieldError } from '../../errors/errors.ts';
import { findCredentials } from '../../stores/users/users.ts';

/**
 * Checks the password of the logged-in person. Holds no connection while it hashes.
 * @throws A field error.
 */
export async function assertPassword(
  { db }: Pick<Services, 'db'>,
  { email }: Pick<User, 'email'>,
  currentPassword: string,
): Promise<void> {
  const account = await findCredentials(db, email);
  if (!(await verifyPassword(account?.passwordHash ?? null, currentPassword)))
    throw fieldError('currentPassword', 'This isn’t your current password.', { guess: true });
}
