import { sql } from 'drizzle-orm';
import { apartIn } from '../../src/domain/runs/count-parcels.ts';
import type { CloseRunByCourier, Load, Return, StartRun } from '../../src/domain/runs/facts.ts';
import { nextRunStatus } from '../../src/domain/runs/run-status.ts';
import { isGivenAway } from '../../src/domain/runs/task-status.ts';
import type { Executor } from '../base/database/client.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { failMissed } from '../deliveries/end-pickup.ts';
import { listNotHandedIn, listToCollect, takeOpenCollections } from '../pickups/store/collections.ts';
import { notFound, recordFact } from './record-fact.ts';
import { insertExceptions } from './store/run-exceptions.ts';
import { listRecalled, listTasksOfCourier, listTasksOfRun, setTaskStatus, type TaskRow } from './store/run-tasks.ts';
import { findRun, listOpenRuns, lockRuns, type RunRow, recordHeartbeat } from './store/runs.ts';
import { notifyReceivers } from './store/windows.ts';

/** @throws Like `recordFact`. */
export async function reportLoad(unit: UnitOfWork, input: Load): Promise<void> {
  await reportScan(unit, input, 'load');
}

/**
 * Records that parcels came back.
 * @throws Like `recordFact`.
 */
export async function reportReturn(unit: UnitOfWork, input: Return): Promise<void> {
  await reportScan(unit, input, 'return');
}

async function reportScan(unit: UnitOfWork, input: Load | Return, kind: 'load' | 'return'): Promise<void> {
  const { taskIds } = input;
  const [first] = await listTasksOfCourier(unit.tx, unit.actor?.id ?? '', { ids: taskIds });
  if (!first) throw notFound();
  const result = kind === 'load' ? 'loaded' : 'returned';
  const { parcels } = input;
  await recordFact(unit, { kind, input, runId: first.runId, taskIds, parcels, outcomeOf: () => ({ result }) });
}

/** Finds what a stop took in a courier's last ten runs, in milliseconds, or null. */
async function findUsualPace(executor: Executor, courierId: string): Promise<number | null> {
  const { rows } = await executor.execute<{ pace: number | null }>(sql`
    select round(avg(pace))::int as pace from (
      select extract(epoch from max(occurred_at) - min(occurred_at)) * 1000 / (count(distinct stop_id) - 1) as pace
      from courier_facts where kind = 'visit' and run_id in (
        select id from runs where courier_id = ${courierId} and closed_at is not null order by closed_at desc limit 10)
      group by run_id having count(distinct stop_id) >= 5) paces`);
  return rows[0]?.pace ?? null;
}

/**
 * Starts a run, or waits while another is active.
 * @throws Like `recordFact`.
 */
export async function reportStart(unit: UnitOfWork, input: StartRun): Promise<void> {
  const { runId, taskIds } = await requireOwnRun(unit, input.runId);
  const toCollect = await listToCollect(unit.tx, runId);
  await recordFact(
    unit,
    {
      kind: 'start',
      input,
      runId,
      taskIds,
      outcomeOf: (task, { occurredAt }) => {
        if (task.status === 'loaded') return { result: 'started' };
        // A parcel added later, or collected on the way, was not left.
        const isKnown = task.createdAt <= occurredAt && !toCollect.has(task.shipmentId);
        return task.status === 'assigned' && isKnown ? { result: 'left' } : null;
      },
    },
    async ({ run, when, raiseException: except }) => {
      const status = nextRunStatus(run.status, 'start');
      if (status === null) return;
      const open = await listOpenRuns(unit.tx, run.courierId);
      const hasOther = open.some((other) => other.id !== run.id && other.status === 'active');
      if (hasOther) except('second-run');
      const usualPace = await findUsualPace(unit.tx, run.courierId);
      await recordHeartbeat(unit.tx, run.id, { startedAt: when.occurredAt, usualPace, ...(!hasOther && { status }) });
      if (!hasOther) await auditStatus(unit, run, status);
    },
  );
}

/**
 * Ends a run: loaded parcels are missing, even if recalled; others return to the pool.
 * @throws Like `recordFact`.
 */
export async function reportClose(unit: UnitOfWork, input: CloseRunByCourier): Promise<void> {
  const { runId, taskIds } = await requireOwnRun(unit, input.runId);
  const recalled = await listRecalled(unit.tx, runId);
  await recordFact(
    unit,
    {
      kind: 'close',
      input,
      runId,
      taskIds,
      outcomeOf: ({ id, status }) => {
        if (status === 'loaded' || recalled.includes(id)) return { result: 'missing' };
        return status === 'assigned' ? { result: 'left' } : null;
      },
    },
    async ({ run, when, raiseException: except }) => {
      const status = nextRunStatus(run.status, 'close');
      if (status === null) return;
      const tasks = await listTasksOfRun(unit.tx, run.id);
      for (const task of tasks.filter(isApart)) except('parcels-apart', task.id);
      // While this report waited for its locks.
      const added = tasks.filter((task) => task.status === 'assigned');
      await setTaskStatus(
        unit.tx,
        added.map(({ id }) => id),
        'left',
      );
      await insertExceptions(unit.tx, await listNotHandedIn(unit.tx, run.id));
      const missed = await takeOpenCollections(unit.tx, run, 'failed');
      await recordHeartbeat(unit.tx, run.id, { status, closedAt: when.occurredAt });
      await auditStatus(unit, run, status);
      await notifyReceivers(unit.tx, run.id);
      await activateWaitingRun(unit, run.courierId);
      await failMissed(unit, missed);
    },
  );
}

/** Loaded in part, even if another run has it now. */
export const isApart = ({ status, loadedAt, ...scanned }: TaskRow): boolean =>
  loadedAt === null && apartIn({ ...scanned, status: isGivenAway(status) ? 'left' : status }) !== 0;

export async function activateWaitingRun(unit: UnitOfWork, courierId: string): Promise<void> {
  const waiting = (await listOpenRuns(unit.tx, courierId)).find((run) => run.startedAt !== null);
  // May be too new to be locked.
  const next = waiting && (await lockRuns(unit.tx, [waiting.id])).get(waiting.id);
  const status = next && nextRunStatus(next.status, 'start');
  if (!status) return;
  await recordHeartbeat(unit.tx, next.id, { status });
  await auditStatus(unit, next, status);
}

export const auditStatus = (unit: UnitOfWork, run: RunRow, status: RunRow['status']): Promise<void> =>
  unit.audit({ entity: 'run', entityId: run.id, before: { status: run.status }, after: { status } });

async function requireOwnRun(unit: UnitOfWork, id: string): Promise<{ runId: string; taskIds: string[] }> {
  const run = await findRun(unit.tx, id);
  if (!run || run.courierId !== unit.actor?.id) throw notFound();
  const tasks = await listTasksOfRun(unit.tx, run.id);
  return { runId: run.id, taskIds: tasks.map((task) => task.id) };
}
