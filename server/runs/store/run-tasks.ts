/** Tasks change only under their shipment's lock. */

import { and, asc, eq, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { OPEN_TASK_STATUSES, type TaskStatus } from '../../../src/domain/runs/task-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { factOutcomes, runStops, runs, runTasks } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { runCollections } from '../../base/database/tables/shops/collections.ts';
import { anyOf, forBatches } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';

export type TaskRow = typeof runTasks.$inferSelect;
export type StopRow = typeof runStops.$inferSelect;
export type StopAddress = Pick<StopRow, 'place' | 'name' | 'phone' | 'address'>;

const isOpenTask = anyOf(runTasks.status, OPEN_TASK_STATUSES);

export async function listOpenTasks(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<(TaskRow & { courierId: string })[]> {
  if (shipmentIds.length === 0) return [];
  const rows = await executor
    .select({ task: runTasks, courierId: runs.courierId })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .where(and(anyOf(runTasks.shipmentId, shipmentIds), isOpenTask));
  return rows.map(({ task, courierId }) => ({ ...task, courierId }));
}

export async function wasEverLoaded(executor: Executor, shipmentId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: runTasks.id })
    .from(runTasks)
    .where(and(eq(runTasks.shipmentId, shipmentId), isNotNull(runTasks.loadedAt)))
    .limit(1);
  return rows.length > 0;
}

export async function listTasksOfRun(executor: Executor, runId: string): Promise<TaskRow[]> {
  return executor.select().from(runTasks).where(eq(runTasks.runId, runId)).orderBy(asc(runTasks.id));
}

/** Taken away after loading, and still in the van. Drizzle drops the table of `${column}` here. */
export const isRecalled = sql<boolean>`run_tasks.status in ('cancelled', 'moved')
  and run_tasks.loaded_at is not null
  and not exists (select from shipments s where s.id = run_tasks.shipment_id and s.status = 'delivered')
  and not exists (select from run_tasks o where o.shipment_id = run_tasks.shipment_id and o.id <> run_tasks.id
    and (o.status in ('assigned', 'loaded') or o.changed_at > run_tasks.changed_at))`;

export async function listRecalled(executor: Executor, runId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: runTasks.id })
    .from(runTasks)
    .where(and(eq(runTasks.runId, runId), isRecalled));
  return rows.map(({ id }) => id);
}

/** Lists runs with open tasks or collections; `isBeingLoaded` if any is in the van. */
export async function listBusyRuns(
  executor: Executor,
  runIds: readonly string[],
): Promise<Map<string, { isBeingLoaded: boolean }>> {
  if (runIds.length === 0) return new Map();
  const rows = await executor
    .select({ runId: runTasks.runId, isBeingLoaded: sql<boolean>`bool_or(${runTasks.status} = 'loaded')` })
    .from(runTasks)
    .where(and(anyOf(runTasks.runId, runIds), isOpenTask))
    .groupBy(runTasks.runId);
  const collections = await executor
    .select({
      runId: runCollections.runId,
      isBeingLoaded: sql<boolean>`bool_or(${runCollections.status} = 'collected')`,
    })
    .from(runCollections)
    .where(and(anyOf(runCollections.runId, runIds), anyOf(runCollections.status, ['open', 'collected'])))
    .groupBy(runCollections.runId);
  const busy = groupRows([...rows, ...collections], ({ runId }) => runId);
  return new Map(Array.from(busy, ([id, of]) => [id, { isBeingLoaded: of.some((one) => one.isBeingLoaded) }]));
}

/** Lists a courier's tasks, present or former, oldest first. */
export async function listTasksOfCourier(
  executor: Executor,
  courierId: string,
  by: { ids: readonly string[] } | { shipmentIds: readonly string[] },
): Promise<TaskRow[]> {
  const isWanted = 'ids' in by ? anyOf(runTasks.id, by.ids) : anyOf(runTasks.shipmentId, by.shipmentIds);
  const rows = await executor
    .select({ task: runTasks })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .where(and(isWanted, eq(runs.courierId, courierId)))
    .orderBy(asc(runTasks.id));
  return rows.map(({ task }) => task);
}

export async function findTask(executor: Executor, id: string): Promise<TaskRow | null> {
  const [row] = await executor.select().from(runTasks).where(eq(runTasks.id, id));
  return row ?? null;
}

export async function updateTasks(tx: Transaction, ids: readonly string[], changes: Partial<TaskRow>): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(runTasks).set(changes).where(anyOf(runTasks.id, ids));
}

export async function setTaskStatus(
  tx: Transaction,
  ids: readonly string[],
  status: TaskStatus,
  changedAt = new Date(),
): Promise<void> {
  await updateTasks(tx, ids, { status, changedAt });
}

export async function deleteEmptyStops(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from run_stops s where s.id = any(${sql.param([...ids])}::uuid[])
      and not exists (select from run_tasks t where t.stop_id = s.id)
      and not exists (select from run_collections c where c.stop_id = s.id)
      and not exists (select from courier_facts f where f.stop_id = s.id)`);
}

export async function listStops(executor: Executor, runId: string): Promise<StopRow[]> {
  return executor.select().from(runStops).where(eq(runStops.runId, runId)).orderBy(runStops.sequence, runStops.id);
}

export const findStop = (executor: Executor, id: string): Promise<StopRow | null> =>
  findRow(executor, runStops, eq(runStops.id, id));

export async function findStopOfCourier(executor: Executor, courierId: string, id: string): Promise<StopRow | null> {
  const [row] = await executor
    .select({ stop: runStops })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(and(eq(runStops.id, id), eq(runs.courierId, courierId)));
  return row?.stop ?? null;
}

export async function listUnvisitedStops(tx: Transaction, runId: string): Promise<StopRow[]> {
  const visited = tx
    .select({ one: sql`1` })
    .from(runTasks)
    .innerJoin(factOutcomes, eq(factOutcomes.taskId, runTasks.id))
    .where(and(eq(runTasks.stopId, runStops.id), anyOf(factOutcomes.result, ['delivered', 'failed'])));
  const collected = tx
    .select({ one: sql`1` })
    .from(runCollections)
    .where(and(eq(runCollections.stopId, runStops.id), anyOf(runCollections.status, ['collected', 'failed'])));
  return tx
    .select()
    .from(runStops)
    .where(and(eq(runStops.runId, runId), notExists(visited), notExists(collected)))
    .orderBy(runStops.sequence, runStops.id);
}

export async function insertStops(tx: Transaction, runId: string, doors: readonly StopAddress[]): Promise<StopRow[]> {
  if (doors.length === 0) return [];
  const [last] = await tx
    .select({ sequence: sql<number>`coalesce(max(${runStops.sequence}), 0)::int` })
    .from(runStops)
    .where(eq(runStops.runId, runId));
  const next = (last?.sequence ?? 0) + 1;
  const stops = doors.map((door, index) => ({ runId, sequence: next + index, ...door }));
  return forBatches(stops, (some) => tx.insert(runStops).values(some).returning());
}

export async function updateStop(tx: Transaction, id: string, door: StopAddress): Promise<void> {
  await tx.update(runStops).set(door).where(eq(runStops.id, id));
}

export async function isStopOfOthers(tx: Transaction, stop: StopRow, taskId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: runTasks.id })
    .from(runTasks)
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .where(
      and(eq(runTasks.stopId, stop.id), ne(runTasks.id, taskId), isOpenTask, eq(shipments.receiverName, stop.name)),
    )
    .limit(1);
  return rows.length > 0;
}
