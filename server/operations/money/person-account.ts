import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { Refusal } from '../../errors/errors.ts';
import { findUser, holdUser } from '../../stores/users/users.ts';

const gone = () => new Refusal('NOT_FOUND', 'This user no longer exists.');

/**
 * Reads something of a user's account, for a manager.
 * @throws NOT_FOUND if there is no such user.
 */
export async function ofPerson<Answer>(
  executor: Executor,
  userId: string,
  ask: (executor: Executor, userId: string) => Promise<Answer>,
): Promise<Answer> {
  if (!(await findUser(executor, userId))) throw gone();
  return ask(executor, userId);
}

/**
 * Finds a user and prevents deletion until the transaction ends.
 * @throws NOT_FOUND.
 */
export async function holdPerson(tx: Transaction, userId: string): Promise<Pick<User, 'id' | 'email'>> {
  const person = await holdUser(tx, userId);
  if (!person) throw gone();
  return person;
}
