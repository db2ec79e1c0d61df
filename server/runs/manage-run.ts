import { sql } from 'drizzle-orm';
import type { ChangeRuns } from '../../src/domain/routing/plan.ts';
import type { ExceptionKind } from '../../src/domain/runs/exceptions.ts';
import type { ChangeRun, ReorderRun, RunVersion } from '../../src/domain/runs/manage.ts';
import { nextRunStatus, type RunAct } from '../../src/domain/runs/run-status.ts';
import { isOpenTask } from '../../src/domain/runs/task-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { failMissed } from '../deliveries/end-pickup.ts';
import { stopAddressOf } from '../deliveries/stop-address-of.ts';
import { hasOpenCollections, listNotHandedIn, takeOpenCollections } from '../pickups/store/collections.ts';
import { askForPlaces } from '../places/ask-for-places.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { activateWaitingRun, auditStatus, isApart } from './report-run.ts';
import { insertExceptions } from './store/run-exceptions.ts';
import { listRecalled, listStops, listTasksOfRun, setTaskStatus, updateStop } from './store/run-tasks.ts';
import { bumpRunVersion, findRun, listOpenRuns, lockRuns, lockRunsOfCourier, type RunRow } from './store/runs.ts';
import { notifyReceivers } from './store/windows.ts';

export const runNotFound = () => new UserError('NOT_FOUND', 'This run no longer exists.');

/**
 * The shipments of the run come first.
 * @throws NOT_FOUND, CONFLICT
 */
export async function lockRunAt(unit: UnitOfWork, { id, version }: ChangeRun): Promise<RunRow> {
  const run = (await lockRuns(unit.tx, [id])).get(id);
  if (!run) throw runNotFound();
  if (run.version !== version) throw new UserError('CONFLICT', 'Someone else changed this run. Please check it again.');
  return run;
}

/** @throws NOT_FOUND for an unknown run. */
export async function lockShipmentsOfRun(unit: UnitOfWork, runId: string): Promise<Map<string, Locked<ShipmentRow>>> {
  if (!(await findRun(unit.tx, runId))) throw runNotFound();
  return lockShipmentsOfRuns(unit, [runId]);
}

async function lockShipmentsOfRuns(
  unit: UnitOfWork,
  runIds: readonly string[],
): Promise<Map<string, Locked<ShipmentRow>>> {
  const tasks = (await Promise.all(runIds.map((id) => listTasksOfRun(unit.tx, id)))).flat();
  const rows = await lockShipments(unit.tx, [...new Set(tasks.map((task) => task.shipmentId))]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws PRECONDITION_FAILED */
export function assertOpenRun({ status }: RunRow): void {
  if (status === 'closed' || status === 'cancelled') {
    throw new UserError('PRECONDITION_FAILED', `This run is ${status} and can no longer be changed.`);
  }
}

async function orderStops(tx: Transaction, runId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update run_stops set sequence = wanted.position
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, position)
    where run_stops.id = wanted.id and run_stops.run_id = ${runId}`);
}

/** @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error unless each stop is named once. */
export async function reorderRun(unit: UnitOfWork, { stopIds, ...seen }: ReorderRun): Promise<RunVersion> {
  const run = await lockRunAt(unit, seen);
  assertOpenRun(run);
  const known = (await listStops(unit.tx, run.id)).map(({ id }) => id);
  const isComplete = new Set(stopIds).size === stopIds.length && stopIds.every((id) => known.includes(id));
  if (!isComplete || stopIds.length === 0) {
    throw new UserError('BAD_REQUEST', 'Please check what you entered.', {
      fieldErrors: { stopIds: ['Stops must name each stop of this run exactly once.'] },
    });
  }
  // Empty stops stay, unseen, at the end.
  const order = [...stopIds, ...known.filter((id) => !stopIds.includes(id))];
  await orderStops(unit.tx, run.id, order);
  await unit.audit({ entity: 'run', entityId: run.id, before: { stopIds: known }, after: { stopIds: order } });
  return saveRunChange(unit, run);
}

/** @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED */
export async function releaseRun(unit: UnitOfWork, seen: ChangeRun): Promise<RunVersion> {
  const shipments = await lockShipmentsOfRun(unit, seen.id);
  return releaseLocked(unit, await lockRunAt(unit, seen), shipments);
}

/** Releases all of these runs or none. @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED */
export async function releaseRuns(unit: UnitOfWork, { runs }: ChangeRuns): Promise<RunVersion[]> {
  const { locked, shipments } = await lockPlanned(unit, runs, 'Nothing was released: check the runs again.');
  const released: RunVersion[] = [];
  for (const run of locked) released.push(await releaseLocked(unit, run, shipments));
  return released;
}

async function releaseLocked(
  unit: UnitOfWork,
  run: RunRow,
  shipments: ReadonlyMap<string, Locked<ShipmentRow>>,
): Promise<RunVersion> {
  const status = nextOr(run, 'release');
  const tasks = (await listTasksOfRun(unit.tx, run.id)).filter((task) => isOpenTask(task.status));
  if (tasks.length === 0 && !(await hasOpenCollections(unit.tx, run.id)))
    throw new UserError('PRECONDITION_FAILED', `Add shipments or a collection before you release ${run.name}.`);
  // All shipments of a stop have the same address.
  for (const [stopId, shipmentId] of new Map(tasks.map((task) => [task.stopId, task.shipmentId]))) {
    const shipment = shipments.get(shipmentId);
    if (shipment) await updateStop(unit.tx, stopId, stopAddressOf(shipment));
  }
  await askForPlaces(unit, run.id);
  return saveRunChange(unit, run, { status });
}

/** @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED */
export async function cancelRun(unit: UnitOfWork, seen: ChangeRun): Promise<RunVersion> {
  await lockShipmentsOfRun(unit, seen.id);
  const run = await lockRunAt(unit, seen);
  return cancelLocked(unit, run);
}

async function cancelLocked(unit: UnitOfWork, run: RunRow): Promise<RunVersion> {
  const status = nextOr(run, 'cancel');
  const open = (await listTasksOfRun(unit.tx, run.id)).filter((task) => isOpenTask(task.status));
  const ids = open.map((task) => task.id);
  await setTaskStatus(unit.tx, ids, 'cancelled');
  await takeOpenCollections(unit.tx, run, 'cancelled');
  return saveRunChange(unit, run, { status, ...(run.status !== 'planned' && { closedAt: new Date() }) });
}

/** @throws NOT_FOUND, CONFLICT */
export async function cancelRuns(unit: UnitOfWork, { runs }: ChangeRuns): Promise<RunVersion[]> {
  const { locked } = await lockPlanned(unit, runs, 'Nothing was undone: cancel the runs one by one.');
  const cancelled: RunVersion[] = [];
  for (const run of locked) cancelled.push(await cancelLocked(unit, run));
  return cancelled;
}

/** @throws NOT_FOUND, CONFLICT */
async function lockPlanned(unit: UnitOfWork, runs: ChangeRuns['runs'], sentence: string) {
  const seen = new Map(runs.map((run) => [run.id, run]));
  const shipments = await lockShipmentsOfRuns(unit, [...seen.keys()]);
  const locked = await lockRuns(unit.tx, [...seen.keys()]);
  if (locked.size < seen.size) throw runNotFound();
  const changedRun = [...locked.values()].find(
    ({ id, version, status }) => version !== seen.get(id)?.version || status !== 'planned',
  );
  if (changedRun) throw new UserError('CONFLICT', `${changedRun.name} has changed since. ${sentence}`);
  return { locked: [...locked.values()], shipments };
}

/**
 * The courier’s later reports still count.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function closeRun(unit: UnitOfWork, seen: ChangeRun): Promise<RunVersion> {
  await lockShipmentsOfRun(unit, seen.id);
  const found = await findRun(unit.tx, seen.id);
  if (found) await lockRunsOfCourier(unit.tx, found.courierId, [seen.id]);
  const run = await lockRunAt(unit, seen);
  const status = nextOr(run, 'close');
  const tasks = await listTasksOfRun(unit.tx, run.id);
  const idsIn = (wanted: string) => tasks.filter((task) => task.status === wanted).map((task) => task.id);
  const missing = [...idsIn('loaded'), ...(await listRecalled(unit.tx, run.id))];
  const apart = tasks.filter((task) => isApart(task)).map((task) => task.id);
  await setTaskStatus(unit.tx, missing, 'missing');
  await setTaskStatus(unit.tx, idsIn('assigned'), 'left');
  const of = (kind: ExceptionKind) => (taskId: string) => ({ runId: run.id, kind, taskId, factId: null });
  await insertExceptions(unit.tx, [
    ...missing.map(of('missing-parcel')),
    ...apart.map(of('parcels-apart')),
    ...(await listNotHandedIn(unit.tx, run.id)),
  ]);
  const missed = await takeOpenCollections(unit.tx, run, 'failed');
  const version = await saveRunChange(unit, run, { status, closedAt: new Date() });
  await activateWaitingRun(unit, run.courierId);
  await failMissed(unit, missed);
  return version;
}

/**
 * Returns how many runs there were. `beforePickups` locks what comes after runs and before the
 * pickups of those that close.
 */
export async function endRunsOf<Result>(
  unit: UnitOfWork,
  courierId: string,
  beforePickups: () => Promise<Result>,
): Promise<Result & { runs: number }> {
  const open = await listOpenRuns(unit.tx, courierId);
  const ids = open.map(({ id }) => id);
  await lockShipmentsOfRuns(unit, ids);
  await lockRuns(unit.tx, ids);
  const ended = await beforePickups();
  // Those that wait first: closing one begins the next.
  for (const { id } of open.toReversed()) {
    const run = await findRun(unit.tx, id);
    if (run && nextRunStatus(run.status, 'cancel')) await cancelRun(unit, run);
    else if (run) await closeRun(unit, run);
  }
  return { ...ended, runs: open.length };
}

function nextOr(run: RunRow, act: RunAct): RunRow['status'] {
  const status = nextRunStatus(run.status, act);
  if (status === null)
    throw new UserError('PRECONDITION_FAILED', `This isn’t possible, because this run is ${run.status}.`);
  return status;
}

export async function saveRunChange(unit: UnitOfWork, run: RunRow, changes: Partial<RunRow> = {}): Promise<RunVersion> {
  const version = await bumpRunVersion(unit.tx, run.id, changes);
  const { status = run.status } = changes;
  if (run.status !== 'planned' || status !== 'planned') await notifyReceivers(unit.tx, run.id);
  if (status !== run.status) await auditStatus(unit, run, status);
  return { id: run.id, version };
}
