import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { factorResets } from '../../base/database/tables/factors.ts';
import { findRow } from '../../base/sql/rows.ts';

export type FactorReset = typeof factorResets.$inferSelect;

const isWaiting = (userId: string) => and(eq(factorResets.userId, userId), eq(factorResets.state, 'waiting'));

export const findWaitingReset = (executor: Executor, userId: string): Promise<FactorReset | null> =>
  findRow(executor, factorResets, isWaiting(userId));

export const findFactorReset = (executor: Executor, id: string): Promise<FactorReset | null> =>
  findRow(executor, factorResets, eq(factorResets.id, id));

export async function endFactorReset(
  executor: Executor,
  userId: string,
  state: 'cancelled' | 'done',
): Promise<FactorReset | null> {
  const [row] = await executor.update(factorResets).set({ state }).where(isWaiting(userId)).returning();
  return row ?? null;
}
