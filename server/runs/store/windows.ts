/** What receivers may know of a run under way, and how well it held. */

import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import {
  type Calibration,
  DEFAULT_CALIBRATION,
  MAX_WINDOW_CHECKS,
  type WindowCheck,
} from '../../../src/domain/windows/window.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { runs, runTasks } from '../../base/database/tables/runs.ts';
import { etaCalibrations, etaChecks } from '../../base/database/tables/windows.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';

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

export async function listParcelsAhead(
  executor: Executor,
  runId: string,
): Promise<{ shipmentId: string; stopId: string }[]> {
  const { rows } = await executor.execute<{ shipmentId: string; stopId: string }>(sql`
    select t.shipment_id as "shipmentId", t.stop_id as "stopId" from run_tasks t join run_stops s on s.id = t.stop_id
    where t.run_id = ${runId} and t.status = 'loaded'
      and not exists (select from fact_outcomes o where o.task_id = t.id and o.result = 'failed')
    order by s.sequence, s.id, t.id`);
  return rows;
}

/** Where a run still goes, to deliver or to collect, in order. */
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

/** Finds what a stop took in a courier's last ten runs, in milliseconds, or null. */
export async function findUsualPace(executor: Executor, courierId: string): Promise<number | null> {
  const { rows } = await executor.execute<{ pace: number | null }>(sql`
    select round(avg(pace))::int as pace from (
      select extract(epoch from max(occurred_at) - min(occurred_at)) * 1000 / (count(distinct stop_id) - 1) as pace
      from courier_facts where kind = 'visit' and run_id in (
        select id from runs where courier_id = ${courierId} and closed_at is not null order by closed_at desc limit 10)
      group by run_id having count(distinct stop_id) >= 5) paces`);
  return rows[0]?.pace ?? null;
}

/** Marks parcels as nearly there, and returns those that nobody had a message about. */
export async function takeNearing(tx: Transaction, runId: string, shipmentIds: readonly string[]): Promise<string[]> {
  const isTheirs = and(eq(runTasks.runId, runId), anyOf(runTasks.shipmentId, shipmentIds), isNull(runTasks.nearingAt));
  const rows = await tx.update(runTasks).set({ nearingAt: sql`now()` }).where(isTheirs).returning();
  return rows.map(({ shipmentId }) => shipmentId);
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

/** Keeps windows that are shown for the first time. */
export async function insertWindowChecks(
  tx: Transaction,
  checks: readonly (typeof etaChecks.$inferInsert)[],
): Promise<void> {
  for (const some of inBatches(checks)) await tx.insert(etaChecks).values(some).onConflictDoNothing();
}

/** Notes when the courier came, once. */
export async function fillWindowChecks(
  tx: Transaction,
  runId: string,
  shipmentIds: readonly string[],
  cameAt: Date,
): Promise<void> {
  const ofParcels = and(eq(etaChecks.runId, runId), anyOf(etaChecks.shipmentId, shipmentIds));
  const isAwaited = and(ofParcels, isNull(etaChecks.cameAt));
  await tx.delete(etaChecks).where(and(isAwaited, gt(etaChecks.shownAt, cameAt)));
  await tx.update(etaChecks).set({ cameAt }).where(isAwaited);
}

/** Lists the last windows whose courier came, oldest first. */
export async function listWindowChecks(executor: Executor): Promise<WindowCheck[]> {
  const rows = await executor
    .select()
    .from(etaChecks)
    .where(isNotNull(etaChecks.cameAt))
    .orderBy(desc(etaChecks.cameAt))
    .limit(MAX_WINDOW_CHECKS);
  return rows.reverse().map(({ shownAt, lastVisit, each, stopsBefore, cameAt }) => ({
    shownAt: shownAt.getTime(),
    lastVisit: lastVisit.getTime(),
    each,
    stopsBefore,
    came: cameAt?.getTime() ?? 0,
  }));
}

export async function findCalibration(executor: Executor): Promise<Calibration> {
  const [row] = await executor.select().from(etaCalibrations).orderBy(desc(etaCalibrations.id)).limit(1);
  return row ?? DEFAULT_CALIBRATION;
}

/** Keeps a night's calibration, and deletes what is a quarter old, but for windows that figures count. */
export async function insertCalibration(executor: Executor, calibration: Calibration): Promise<void> {
  await executor.insert(etaCalibrations).values({ ...calibration });
  await executor.delete(etaCalibrations).where(sql`${etaCalibrations.createdAt} < now() - interval '90 days'`);
  await executor
    .delete(etaChecks)
    .where(and(isNull(etaChecks.cameAt), sql`${etaChecks.shownAt} < now() - interval '90 days'`));
}
