import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { idempotencyKeys } from '../../base/database/tables/calls.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

interface Key {
  userId: string;
  key: string;
}

/** Claims a key, waiting for other transactions: null if new, else its input and answer. */
export async function claimIdempotencyKey(
  tx: Transaction,
  claim: Key & { inputHash: Buffer },
): Promise<{ inputHash: Buffer; answer: unknown } | null> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [stored] = await tx
    .select({ inputHash: idempotencyKeys.inputHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)));
  return stored ?? null;
}

export async function storeAnswer(tx: Transaction, { userId, key, answer }: Key & { answer: unknown }): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
}

export async function findAnswer(executor: Executor, { userId, key }: Key): Promise<unknown> {
  const [stored] = await executor
    .select({ answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  return stored?.answer;
}

export const deleteOldAnswers = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, idempotencyKeys, lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`));
