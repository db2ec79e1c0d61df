/** The stops and tasks of runs. Tasks change only under the lock of their shipment. */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { OPEN_TASK_STATUSES, type TaskStatus } from '../../../src/domain/runs/task-status.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { runs, runTasks } from '../../database/tables/runs.ts';

export type TaskRow = typeof runTasks.$inferSelect;

const isOpen = inArray(runTasks.status, [...OPEN_TASK_STATUSES]);

/** The open task of each of these shipments, with its courier. */
export async function listOpenTasks(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<(TaskRow & { courierId: string })[]> {
  if (shipmentIds.length === 0) return [];
  const rows = await executor
    .select({ task: runTasks, courierId: runs.courierId })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .where(and(inArray(runTasks.shipmentId, [...shipmentIds]), isOpen));
  return rows.map(({ task, courierId }) => ({ ...task, courierId }));
}

/** The tasks of a run. */
export async function listTasksOfRun(executor: Executor, runId: string): Promise<TaskRow[]> {
  return executor.select().from(runTasks).where(eq(runTasks.runId, runId)).orderBy(asc(runTasks.id));
}

/** The tasks with these ids that are, or once were, a courier's. */
export async function listTasksOfCourier(
  executor: Executor,
  courierId: string,
  ids: readonly string[],
): Promise<TaskRow[]> {
  const rows = await executor
    .select({ task: runTasks })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .where(and(inArray(runTasks.id, [...ids]), eq(runs.courierId, courierId)));
  return rows.map(({ task }) => task);
}

/** Adds tasks. The caller has closed the open tasks of their shipments. */
export async function insertTasks(
  tx: Transaction,
  tasks: readonly (Pick<TaskRow, 'runId' | 'stopId' | 'shipmentId'> & Partial<TaskRow>)[],
): Promise<TaskRow[]> {
  return tasks.length === 0
    ? []
    : tx
        .insert(runTasks)
        .values([...tasks])
        .returning();
}

/** Changes tasks. The caller has locked their shipments. */
export async function updateTasks(tx: Transaction, ids: readonly string[], changes: Partial<TaskRow>): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(runTasks)
    .set(changes)
    .where(inArray(runTasks.id, [...ids]));
}

/** Sets the status of tasks, and when that happened. */
export async function setTaskStatus(
  tx: Transaction,
  ids: readonly string[],
  status: TaskStatus,
  changedAt = new Date(),
): Promise<void> {
  await updateTasks(tx, ids, { status, changedAt });
}

/** How many other open tasks a stop has. */
export async function countOtherTasks(tx: Transaction, stopId: string, taskId: string): Promise<number> {
  const rows = await tx
    .select({ id: runTasks.id })
    .from(runTasks)
    .where(and(eq(runTasks.stopId, stopId), ne(runTasks.id, taskId)));
  return rows.length;
}
