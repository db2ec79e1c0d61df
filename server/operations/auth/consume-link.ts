import type { User } from '../../../src/domain/user.ts';
import type { Transaction } from '../../database/client.ts';
import { consumeOneTimeToken, findTokenOwner, type TokenPurpose } from '../../stores/auth/one-time-tokens.ts';
import { lockUser } from '../../stores/users/lock-users.ts';

/**
 * Uses up an open link from an email and returns its owner, locked; null if it was not open. The
 * owner is locked first, because using a link also closes the owner's other links, and two at the
 * same time could deadlock.
 */
export async function consumeLink(
  tx: Transaction,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<User | null> {
  const owner = await findTokenOwner(tx, purposes, token);
  const user = owner && (await lockUser(tx, owner.id));
  return user && (await consumeOneTimeToken(tx, purposes, token)) ? user : null;
}
