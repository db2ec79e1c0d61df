import type { User } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { lockUserForShare } from '../people/store/lock-users.ts';
import { findUser } from '../people/store/users.ts';

const notFound = () => new UserError('NOT_FOUND', 'This user no longer exists.');

/** @throws NOT_FOUND */
export async function forUser<Answer>(
  executor: Executor,
  userId: string,
  ask: (executor: Executor, userId: string) => Promise<Answer>,
): Promise<Answer> {
  if (!(await findUser(executor, userId))) throw notFound();
  return ask(executor, userId);
}

/**
 * Finds a user and prevents deletion until the transaction ends.
 * @throws NOT_FOUND
 */
export async function requireUser(tx: Transaction, userId: string): Promise<Pick<User, 'id' | 'email'>> {
  const person = await lockUserForShare(tx, userId);
  if (!person) throw notFound();
  return person;
}
