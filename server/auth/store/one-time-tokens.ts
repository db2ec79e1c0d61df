import { and, eq, exists, gt, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { oneTimeTokens } from '../../base/database/tables/sessions.ts';
import { emailChanges, users } from '../../base/database/tables/users.ts';
import { hashToken } from '../../base/secrets/secrets.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, noneOf } from '../../base/sql/lists.ts';
import { isUndoable } from './email-changes.ts';

export type TokenPurpose = 'verify' | 'reset' | 'change-email' | 'not-me';

const canReturnTo = (executor: Executor, userId: SQLWrapper, email: SQLWrapper) =>
  exists(
    executor
      .select({ one: sql`1` })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), eq(emailChanges.fromEmail, email), isUndoable())),
  );

const isChangingTo = (executor: Executor, userId: SQLWrapper, email: SQLWrapper) =>
  exists(
    executor
      .select({ one: sql`1` })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), eq(emailChanges.toEmail, email), eq(emailChanges.state, 'pending'))),
  );

const isForAddress = (executor: Executor) =>
  or(
    and(ne(oneTimeTokens.purpose, 'change-email'), eq(users.email, oneTimeTokens.email)),
    and(eq(oneTimeTokens.purpose, 'change-email'), isChangingTo(executor, oneTimeTokens.userId, oneTimeTokens.email)),
    // Whoever has just lost an account has lost its address first.
    and(eq(oneTimeTokens.purpose, 'not-me'), canReturnTo(executor, oneTimeTokens.userId, oneTimeTokens.email)),
  );

/** `verify` only until verified. */
export const isOpenLink = (executor: Executor, purposes: readonly TokenPurpose[], token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    anyOf(oneTimeTokens.purpose, purposes),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    eq(users.id, oneTimeTokens.userId),
    isForAddress(executor),
    isNull(users.deletedAt),
    isNull(users.deactivatedRoles),
    or(ne(oneTimeTokens.purpose, 'verify'), eq(users.verified, false)),
  );

export async function findTokenOwner(
  executor: Executor,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<{ id: string; email: string; sentTo: string; passwordHash: string | null } | null> {
  const [row] = await executor
    .select({ id: users.id, email: users.email, sentTo: oneTimeTokens.email, passwordHash: users.passwordHash })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(isOpenLink(executor, purposes, token));
  return row ?? null;
}

/** Finds any link of this purpose, used or not; null if it never was or its account is gone. */
export async function findToken(
  executor: Executor,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string; sentTo: string; email: string; isExpired: boolean } | null> {
  const [row] = await executor
    .select({
      userId: users.id,
      sentTo: oneTimeTokens.email,
      email: users.email,
      isExpired: lt(oneTimeTokens.expiresAt, sql`now()`).mapWith(Boolean),
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(eq(oneTimeTokens.tokenHash, hashToken(token)), eq(oneTimeTokens.purpose, purpose), isNull(users.deletedAt)),
    );
  return row ?? null;
}

export async function closeOneTimeTokens(
  executor: Executor,
  purpose: TokenPurpose,
  userId: string,
  { exceptTo = [] }: { exceptTo?: readonly string[] } = {},
): Promise<void> {
  await executor
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        noneOf(oneTimeTokens.email, exceptTo),
      ),
    );
}

export const deleteOldTokens = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, oneTimeTokens, lt(oneTimeTokens.expiresAt, sql`now() - interval '7 days'`));

export async function deleteTokensOf(executor: Executor, userId: string): Promise<void> {
  await executor.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}
