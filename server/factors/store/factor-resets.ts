import { and, eq, lt, sql } from 'drizzle-orm';
import { FACTOR_RESET_WAIT } from '../../../src/domain/factor.ts';
import type { Executor } from '../../base/database/client.ts';
import { factorResets } from '../../base/database/tables/factors.ts';
import { findRow } from '../../base/sql/rows.ts';

export type FactorReset = typeof factorResets.$inferSelect;

const isWaiting = (userId: string) => and(eq(factorResets.userId, userId), eq(factorResets.state, 'waiting'));

export async function insertFactorReset(
  executor: Executor,
  reset: Pick<FactorReset, 'userId' | 'requestedBy'>,
): Promise<FactorReset | null> {
  const dueAt = sql`now() + ${FACTOR_RESET_WAIT / 1000} * interval '1 second'`;
  const [row] = await executor
    .insert(factorResets)
    .values({ ...reset, dueAt })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

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

export async function listDueResets(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ userId: factorResets.userId })
    .from(factorResets)
    .where(and(eq(factorResets.state, 'waiting'), lt(factorResets.dueAt, sql`now()`)))
    .orderBy(factorResets.dueAt);
  return rows.map(({ userId }) => userId);
}
