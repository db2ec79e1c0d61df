import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { Refusal } from '../../errors/errors.ts';
import { findUser, holdUser } from '../../stores/users/users.ts';

const gone = () => new Refusal('NOT_FOUND', 'This user no longer exists.');

/** Asks something about a person's account, for a manager. Throws NOT_FOUND where nobody has this id. */
export async function ofPerson<Answer>(
  executor: Executor,
  userId: string,
  ask: (executor: Executor, userId: string) => Promise<Answer>,
): Promise<Answer> {
  if (!(await findUser(executor, userId))) throw gone();
  return ask(executor, userId);
}

/** A person, who stays until the transaction ends. Throws NOT_FOUND. */
export async function holdPerson(tx: Transaction, userId: string): Promise<Pick<User, 'id' | 'email'>> {
  const person = await holdUser(tx, userId);
  if (!person) throw gone();
  return person;
}
