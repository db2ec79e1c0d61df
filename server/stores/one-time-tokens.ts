import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { tokenHash } from '../auth/secrets.ts';
import type { Executor } from '../database/client.ts';
import { oneTimeTokens, users } from '../database/schema.ts';

export type TokenPurpose = 'verify' | 'reset';

interface NewToken {
  purpose: TokenPurpose;
  tokenHash: Buffer;
  userId: string;
  email: string;
  /** Milliseconds from now. */
  life: number;
}

/** Keeps the hash of a link's token; it opens what it is for until its life is over. */
export async function insertOneTimeToken(executor: Executor, { life, ...token }: NewToken): Promise<void> {
  // By the database's clock, which also says when it is over: this server's may be wrong.
  const expiresAt = sql`now() + ${life / 1000} * interval '1 second'`;
  await executor.insert(oneTimeTokens).values({ ...token, expiresAt });
}

/**
 * Uses a link's token up and answers whose it was. Null for one that is unknown, used, expired, for another purpose, or
 * was sent to an address the person no longer has. Of many at the same time one gets the person.
 */
export async function consumeOneTimeToken(
  executor: Executor,
  purpose: TokenPurpose,
  token: string,
): Promise<string | null> {
  const [row] = await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash(token)),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, sql`now()`),
        eq(users.id, oneTimeTokens.userId),
        eq(users.email, oneTimeTokens.email),
        isNull(users.deletedAt),
      ),
    )
    .returning({ userId: oneTimeTokens.userId });
  return row?.userId ?? null;
}

/** Uses up every open link of a person for a purpose: a new password closes the older links. */
export async function closeOneTimeTokens(executor: Executor, purpose: TokenPurpose, userId: string): Promise<void> {
  await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt)));
}

/** Removes tokens that have been of no use for a week. */
export async function deleteOldTokens(executor: Executor): Promise<void> {
  await executor.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now() - interval '7 days'`));
}

/** Removes every link of a person, with the address it went to. */
export async function deleteTokensOf(executor: Executor, userId: string): Promise<void> {
  await executor.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}
