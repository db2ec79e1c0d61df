import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { tokenHash } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { oneTimeTokens, users } from '../../database/schema.ts';

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
 * A link for one of these purposes that is open, and its owner: not used, not expired, sent to the address they still have. A
 * link that verifies is open only until they are verified.
 */
const isOpen = (purposes: readonly TokenPurpose[], token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, tokenHash(token)),
    inArray(oneTimeTokens.purpose, [...purposes]),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    eq(users.id, oneTimeTokens.userId),
    eq(users.email, oneTimeTokens.email),
    isNull(users.deletedAt),
    or(ne(oneTimeTokens.purpose, 'verify'), eq(users.verified, false)),
  );

/** The owner of an open link, which stays open; null if it is not open. */
export async function findTokenOwner(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<{ id: string; passwordHash: string | null } | null> {
  const [row] = await executor
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(isOpen(purposes, token));
  return row ?? null;
}

/** Whether a link, open or closed, was sent to verify an address that is verified by now and still the person's. */
export async function hasVerified(executor: Executor, token: string): Promise<boolean> {
  const rows = await executor
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash(token)),
        eq(oneTimeTokens.purpose, 'verify'),
        eq(users.verified, true),
        isNull(users.deletedAt),
      ),
    );
  return rows.length > 0;
}

/** Closes an open link for good. False if it was not open; of many calls at the same time one gets true. */
export async function consumeOneTimeToken(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<boolean> {
  const rows = await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(isOpen(purposes, token))
    .returning({ id: oneTimeTokens.id });
  return rows.length > 0;
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
