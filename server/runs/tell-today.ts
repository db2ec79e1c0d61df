import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type Calibration,
  calibrate,
  MAX_WINDOW_CHECKS,
  middleOf,
  paceOf,
  type WindowCheck,
  windowOf,
} from '../../src/domain/windows/window.ts';
import type { Database, Executor, Transaction } from '../base/database/client.ts';
import { etaCalibrations, etaChecks } from '../base/database/tables/runs/windows.ts';
import { runTasks } from '../base/database/tables/runs.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { type ParcelNews, tellParties } from '../messages/tell-parties.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import type { RunRow } from './store/runs.ts';
import { findCalibration, listStopsAhead, listVisitTimes, notifyReceivers } from './store/windows.ts';

const MINUTE = 60_000;
/** A phone that was offline may report a visit late. */
const STILL_NEAR_MS = 30 * MINUTE;
const NEAR_STOPS = 2;
/** When a window counts as shown an hour before. */
const AN_HOUR_BEFORE = { atLeast: 40 * MINUTE, atMost: 60 * MINUTE };

export async function readOutlook(
  executor: Executor,
  run: Pick<RunRow, 'id' | 'status' | 'usualPace'>,
  now = new Date(),
): Promise<{ endsAt?: string; windows: Map<string, { from: string; to: string }>; stops: string[] }> {
  const windows = new Map<string, { from: string; to: string }>();
  const stops = run.status === 'active' ? await listStopsAhead(executor, run.id) : [];
  const pace = stops.length > 0 && paceOf(await listVisitTimes(executor, run.id), run.usualPace);
  if (!pace) return { windows, stops };
  const { z, isOn } = await findCalibration(executor);
  for (const [index, id] of stops.entries()) {
    const window = isOn && windowOf(pace, index, now.getTime(), z);
    if (window) windows.set(id, { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() });
  }
  return { endsAt: new Date(middleOf(pace, stops.length - 1)).toISOString(), windows, stops };
}

async function listParcelsAhead(executor: Executor, runId: string): Promise<{ shipmentId: string; stopId: string }[]> {
  const { rows } = await executor.execute<{ shipmentId: string; stopId: string }>(sql`
    select t.shipment_id as "shipmentId", t.stop_id as "stopId" from run_tasks t join run_stops s on s.id = t.stop_id
    where t.run_id = ${runId} and t.status = 'loaded'
      and not exists (select from fact_outcomes o where o.task_id = t.id and o.result = 'failed')
    order by s.sequence, s.id, t.id`);
  return rows;
}

async function insertWindowChecks(tx: Transaction, checks: readonly (typeof etaChecks.$inferInsert)[]): Promise<void> {
  for (const some of inBatches(checks)) await tx.insert(etaChecks).values(some).onConflictDoNothing();
}

/** Notes when the courier came, once. */
async function fillWindowChecks(
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

export async function followVisit(
  unit: UnitOfWork,
  run: Pick<RunRow, 'id' | 'usualPace'>,
  visited: { shipmentIds: readonly string[]; occurredAt: Date },
  now = new Date(),
): Promise<void> {
  const { tx } = unit;
  await fillWindowChecks(tx, run.id, visited.shipmentIds, visited.occurredAt);
  await notifyReceivers(tx, run.id);
  const ahead = await listParcelsAhead(tx, run.id);
  const stops = await listStopsAhead(tx, run.id);
  if (now.getTime() - visited.occurredAt.getTime() < STILL_NEAR_MS) {
    const near = ahead.filter(({ stopId }) => stops.indexOf(stopId) <= NEAR_STOPS);
    await tellNearing(unit, run.id, near);
  }
  const pace = paceOf(await listVisitTimes(tx, run.id), run.usualPace);
  if (!pace) return;
  const { z } = await findCalibration(tx);
  const checks = ahead.flatMap(({ shipmentId, stopId }) => {
    const stopsBefore = stops.indexOf(stopId);
    const left = middleOf(pace, stopsBefore) - now.getTime();
    const window = windowOf(pace, stopsBefore, now.getTime(), z);
    if (!window || left < AN_HOUR_BEFORE.atLeast || left > AN_HOUR_BEFORE.atMost) return [];
    return [
      {
        runId: run.id,
        shipmentId,
        stopsBefore,
        each: Math.round(pace.each),
        shownAt: now,
        shownFrom: new Date(window.from),
        shownTo: new Date(window.to),
        lastVisit: new Date(pace.lastVisit),
      },
    ];
  });
  await insertWindowChecks(tx, checks);
}

async function takeNearing(tx: Transaction, runId: string, shipmentIds: readonly string[]): Promise<string[]> {
  const isTheirs = and(eq(runTasks.runId, runId), anyOf(runTasks.shipmentId, shipmentIds), isNull(runTasks.nearingAt));
  const rows = await tx.update(runTasks).set({ nearingAt: sql`now()` }).where(isTheirs).returning();
  return rows.map(({ shipmentId }) => shipmentId);
}

async function tellNearing(unit: UnitOfWork, runId: string, near: readonly { shipmentId: string }[]): Promise<void> {
  const fresh = await takeNearing(
    unit.tx,
    runId,
    near.map(({ shipmentId }) => shipmentId),
  );
  const all: ParcelNews[] = [];
  for (const id of fresh) {
    const shipment = await findShipment(unit.tx, id);
    if (shipment) all.push({ shipment, news: { kind: 'two-stops', about: { runId } } });
  }
  await tellParties(unit, all);
}

async function listWindowChecks(executor: Executor): Promise<WindowCheck[]> {
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

/** Deletes what is a quarter old, but not windows that figures count. */
async function insertCalibration(executor: Executor, calibration: Calibration): Promise<void> {
  await executor.insert(etaCalibrations).values({ ...calibration });
  await executor.delete(etaCalibrations).where(sql`${etaCalibrations.createdAt} < now() - interval '90 days'`);
  await executor
    .delete(etaChecks)
    .where(and(isNull(etaChecks.cameAt), sql`${etaChecks.shownAt} < now() - interval '90 days'`));
}

export async function calibrateWindows(db: Database): Promise<void> {
  const checks = await listWindowChecks(db);
  const { z } = await findCalibration(db);
  await insertCalibration(db, calibrate(checks, z));
}
