import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { hashToken } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { oneTimeTokens } from '../../database/tables/sessions.ts';
import { users } from '../../database/tables/users.ts';

export type TokenPurpose = 'verify' | 'reset';

interface NewToken {
  purpose: TokenPurpose;
  tokenHash: Buffer;
  userId: string;
  email: string;
  /** Milliseconds from now. */
  life: number;
}

/** Stores only the hash of a link's token. */
export async function insertOneTimeToken(executor: Executor, { life, ...token }: NewToken): Promise<void> {
  // This server's clock may be wrong.
  const expiresAt = sql`now() + ${life / 1000} * interval '1 second'`;
  await executor.insert(oneTimeTokens).values({ ...token, expiresAt });
}

/** Sent to the owner's current address; `verify` only until verified. */
const isOpenLink = (purposes: readonly TokenPurpose[], token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    inArray(oneTimeTokens.purpose, [...purposes]),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    eq(users.id, oneTimeTokens.userId),
    eq(users.email, oneTimeTokens.email),
    isNull(users.deletedAt),
    or(ne(oneTimeTokens.purpose, 'verify'), eq(users.verified, false)),
  );

/** Finds an open link's owner, or null. */
export async function findTokenOwner(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<{ id: string; passwordHash: string | null } | null> {
  const [row] = await executor
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(isOpenLink(purposes, token));
  return row ?? null;
}

/** Whether any link verified the user's current address. */
export async function hasVerified(executor: Executor, token: string): Promise<boolean> {
  const rows = await executor
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        eq(oneTimeTokens.purpose, 'verify'),
        eq(users.verified, true),
        isNull(users.deletedAt),
      ),
    );
  return rows.length > 0;
}

/** Uses up an open link; true for one concurrent call. */
export async function consumeOneTimeToken(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<boolean> {
  const rows = await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .from(users)
    .where(isOpenLink(purposes, token))
    .returning({ id: oneTimeTokens.id });
  return rows.length > 0;
}

/** Uses up a user's open links. */
export async function closeOneTimeTokens(executor: Executor, purpose: TokenPurpose, userId: string): Promise<void> {
  await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt)));
}

/** Deletes tokens that expired a week ago. */
export async function deleteOldTokens(executor: Executor): Promise<void> {
  await executor.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now() - interval '7 days'`));
}

/** Deletes every link of a user. */
export async function deleteTokensOf(executor: Executor, userId: string): Promise<void> {
  await executor.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}
