import type { User } from '../../src/domain/user.ts';
import { fieldError } from '../base/errors/errors.ts';
import { verifyPassword } from '../base/secrets/passwords.ts';
import type { Services } from '../context/context.ts';
import { findCredentials } from '../people/store/users.ts';

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
