import { and, desc, eq, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import { type Calibration, DEFAULT_CALIBRATION } from '../../../src/domain/windows/window.ts';
import type { Executor } from '../../base/database/client.ts';
import { etaCalibrations } from '../../base/database/tables/runs/windows.ts';
import { runs, runTasks } from '../../base/database/tables/runs.ts';
import { anyOf } from '../../base/sql/lists.ts';

export async function findRunUnderWay(executor: Executor, shipmentId: string) {
  const [row] = await executor
    .select({
      ...pick(runs, 'id', 'day', 'startedAt', 'lastHeardAt', 'usualPace'),
      task: runTasks.status,
      stopId: runTasks.stopId,
    })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .where(
      and(
        eq(runTasks.shipmentId, shipmentId),
        anyOf(runTasks.status, OPEN_TASK_STATUSES),
        anyOf(runs.status, ['released', 'active']),
      ),
    );
  return row ?? null;
}

export async function listStopsAhead(executor: Executor, runId: string): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(sql`
    select s.id from run_stops s where s.run_id = ${runId} and (
      exists (select from run_tasks t where t.stop_id = s.id and t.status = 'loaded'
        and not exists (select from fact_outcomes o where o.task_id = t.id and o.result = 'failed'))
      or exists (select from run_collections c where c.stop_id = s.id and c.status = 'open'))
    order by s.sequence, s.id`);
  return rows.map(({ id }) => id);
}

export async function listVisitTimes(executor: Executor, runId: string): Promise<number[]> {
  const { rows } = await executor.execute<{ at: string }>(sql`
    select extract(epoch from occurred_at) * 1000 as at from (
      select f.occurred_at, f.stop_id, lag(f.stop_id) over (order by f.occurred_at, f.created_at, f.id) as before
      from courier_facts f where f.run_id = ${runId} and f.kind in ('visit', 'collect')
        and not exists (select from fact_outcomes o where o.fact_id = f.id and o.supersedes is not null)) visits
    where stop_id is distinct from before order by occurred_at`);
  return rows.map(({ at }) => Number(at));
}

/** Notifies those who see the details of a run's undelivered parcels. */
export async function notifyReceivers(tx: Executor, runId: string): Promise<void> {
  // A message has 8,000 bytes at most.
  await tx.execute(sql`
    select pg_notify('live', json_build_object('parcels', json_agg(json_build_object(
      'id', id, 'owners', array_remove(array[sender_id, receiver_id], null))))::text)
    from (select s.*, row_number() over () / 50 as portion from shipments s
      where s.status not in ('delivered', 'cancelled', 'failed')
        and s.id in (select shipment_id from run_tasks where run_id = ${runId})) parcels
    group by portion`);
}

export async function findCalibration(executor: Executor): Promise<Calibration> {
  const [row] = await executor.select().from(etaCalibrations).orderBy(desc(etaCalibrations.id)).limit(1);
  return row ?? DEFAULT_CALIBRATION;
}
