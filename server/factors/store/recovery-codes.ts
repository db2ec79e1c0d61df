import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../../base/database/client.ts';
import { recoveryCodes } from '../../base/database/tables/factors.ts';
import { inBatches } from '../../base/sql/lists.ts';

const isOpen = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

export const codesSince = (userId: string, milliseconds: number) =>
  and(
    eq(recoveryCodes.userId, userId),
    gte(recoveryCodes.id, uuidv7({ msecs: Date.now() - milliseconds, random: new Uint8Array(16) })),
  );

export const countRecoveryCodes = (executor: Executor, userId: string): Promise<number> =>
  executor.$count(recoveryCodes, isOpen(userId));

export async function replaceRecoveryCodes(
  executor: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = hashes.map((codeHash) => ({ userId, codeHash }));
  for (const some of inBatches(rows)) await executor.insert(recoveryCodes).values(some);
}

/** Uses up a code; true for one concurrent call. */
export async function consumeRecoveryCode(executor: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await executor
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(isOpen(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}
