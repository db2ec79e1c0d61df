import { sql } from 'drizzle-orm';
import type { User } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { oneTimeTokens } from '../base/database/tables/sessions.ts';
import { users } from '../base/database/tables/users.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { findTokenOwner, isOpenLink, type TokenPurpose } from './store/one-time-tokens.ts';

/** Uses up an open link; true for one concurrent call. */
async function consumeOneTimeToken(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<boolean> {
  const rows = await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(isOpenLink(executor, purposes, token))
    .returning({ id: oneTimeTokens.id });
  return rows.length > 0;
}

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
