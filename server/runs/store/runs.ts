import { and, asc, eq, sql } from 'drizzle-orm';
import { OPEN_RUN_STATUSES, type RunStatus } from '../../../src/domain/runs/run-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { runs } from '../../base/database/tables/runs.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { findRow, insertRow } from '../../base/sql/rows.ts';

export type RunRow = typeof runs.$inferSelect;

export const insertRun = (
  tx: Transaction,
  run: { day: string; name: string; courierId: string; status?: RunStatus },
): Promise<RunRow> => insertRow(tx, runs, run);

export const findRun = (executor: Executor, id: string): Promise<RunRow | null> =>
  findRow(executor, runs, eq(runs.id, id));

/** Locks runs in id order, after their shipments. New facts do not wait: they would deadlock. */
export async function lockRuns(tx: Transaction, ids: readonly string[]): Promise<Map<string, RunRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select().from(runs).where(anyOf(runs.id, ids)).orderBy(runs.id).for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks these runs and a courier's open ones. */
export async function lockRunsOfCourier(
  tx: Transaction,
  courierId: string,
  ids: readonly string[],
): Promise<Map<string, RunRow>> {
  const open = await listOpenRuns(tx, courierId);
  return lockRuns(tx, [...ids, ...open.map(({ id }) => id)]);
}

/** Raises a run's version, to be fetched again. */
export async function bumpRunVersion(tx: Transaction, id: string, changes: Partial<RunRow> = {}): Promise<number> {
  const [row] = await tx
    .update(runs)
    .set({ ...changes, version: sql`${runs.version} + 1` })
    .where(eq(runs.id, id))
    .returning({ version: runs.version });
  return row?.version ?? 0;
}

export async function recordHeartbeat(tx: Transaction, id: string, changes: Partial<RunRow> = {}): Promise<void> {
  await tx
    .update(runs)
    .set({ ...changes, lastHeardAt: sql`now()` })
    .where(eq(runs.id, id));
}

export async function notifyRunReaders(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(runs)
    .set({ version: sql`${runs.version}` })
    .where(eq(runs.id, id));
}

export async function listOpenRuns(executor: Executor, courierId: string): Promise<RunRow[]> {
  const rows = await executor
    .select()
    .from(runs)
    .where(and(eq(runs.courierId, courierId), anyOf(runs.status, OPEN_RUN_STATUSES)))
    .orderBy(asc(runs.day), asc(runs.id));
  return rows.toSorted((one, other) => Number(other.status === 'active') - Number(one.status === 'active'));
}
