import type { User } from '../../src/domain/user.ts';
import type { Transaction } from '../base/database/client.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { consumeOneTimeToken, findTokenOwner, type TokenPurpose } from './store/one-time-tokens.ts';

/** Uses up a link; null if it was not open. Locks its owner first, against deadlocks. */
export async function consumeLink(
  tx: Transaction,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<User | null> {
  const owner = await findTokenOwner(tx, purposes, token);
  const user = owner && (await lockUser(tx, owner.id));
  return user && (await consumeOneTimeToken(tx, purposes, token)) ? user : null;
}
