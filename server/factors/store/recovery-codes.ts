import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { recoveryCodes } from '../../base/database/tables/factors.ts';
import { inBatches } from '../../base/sql/lists.ts';

export const isUnusedCodeOf = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

export const countRecoveryCodes = (executor: Executor, userId: string): Promise<number> =>
  executor.$count(recoveryCodes, isUnusedCodeOf(userId));

export async function replaceRecoveryCodes(
  executor: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = hashes.map((codeHash) => ({ userId, codeHash }));
  for (const some of inBatches(rows)) await executor.insert(recoveryCodes).values(some);
}
