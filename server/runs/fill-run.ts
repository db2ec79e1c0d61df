import { sql } from 'drizzle-orm';
import { whyChosenOtherwise } from '../../src/domain/choices.ts';
import type { ToDecide } from '../../src/domain/errors.ts';
import { counted } from '../../src/domain/figures.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { needsDecision, sayNextStep } from '../../src/domain/next-step.ts';
import { MAX_TASKS } from '../../src/domain/runs/facts.ts';
import { type AddToRun, type CreateRun, canBeInRun, type RunVersion } from '../../src/domain/runs/manage.ts';
import { statusLabel } from '../../src/domain/shipment-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { runTasks } from '../base/database/tables/runs.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { forBatches } from '../base/sql/lists.ts';
import { listChoices } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { stopAddressOf } from '../deliveries/stop-address-of.ts';
import { lockCourier } from '../people/store/lock-users.ts';
import { listToCollect } from '../pickups/store/collections.ts';
import { askForPlaces } from '../places/ask-for-places.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { listAtSender } from '../shipments/store/whereabouts.ts';
import { dayOf } from './day-of.ts';
import { readLastAttempts } from './last-attempts.ts';
import { assertOpenRun, lockRunAt, runNotFound, saveRunChange } from './manage-run.ts';
import { insertCourierIsPartyExceptions } from './store/run-exceptions.ts';
import {
  insertStops,
  listOpenTasks,
  listTasksOfRun,
  listUnvisitedStops,
  type StopAddress,
  type TaskRow,
} from './store/run-tasks.ts';
import { insertRun, listOpenRuns, lockRuns, type RunRow } from './store/runs.ts';

export async function requireCourier(unit: UnitOfWork, courierId: string): Promise<void> {
  if (!(await lockCourier(unit.tx, courierId))) throw fieldError('courierId', 'This person is no longer a courier.');
}

/** @throws CONFLICT with `toDecide`, field errors at `courierId` and `shipmentIds`. */
export async function createRun(
  unit: UnitOfWork,
  { shipmentIds = [], despite, ...input }: CreateRun,
): Promise<RunVersion> {
  await requireCourier(unit, input.courierId);
  const shipments = await lockForRun(unit, shipmentIds);
  const fields = { ...input, day: dayOf(input.day, unit.services.environment.TIME_ZONE) };
  const run = await insertRun(unit.tx, fields);
  const added = await addShipments(unit, run, shipments, despite);
  await unit.audit({ entity: 'run', entityId: run.id, after: { ...fields, shipments: added } });
  return { id: run.id, version: run.version };
}

/**
 * @throws NOT_FOUND, CONFLICT (also with `toDecide`), PRECONDITION_FAILED, field error at
 * `shipmentIds`.
 */
export async function addToRun(unit: UnitOfWork, { shipmentIds, despite, ...seen }: AddToRun): Promise<RunVersion> {
  const shipments = await lockForRun(unit, shipmentIds);
  const run = await lockRunAt(unit, seen);
  assertOpenRun(run);
  const added = await addShipments(unit, run, shipments, despite);
  if (added > 0) await unit.audit({ entity: 'run', entityId: run.id, after: { shipments: added } });
  return saveRunChange(unit, run);
}

/** The run may have any version. @throws As `addToRun`. */
export async function addScanned(
  unit: UnitOfWork,
  { runId, shipmentId, isDecided }: { runId: string; shipmentId: string; isDecided: boolean },
): Promise<boolean> {
  const shipments = await lockForRun(unit, [shipmentId]);
  const run = (await lockRuns(unit.tx, [runId])).get(runId);
  if (!run) throw runNotFound();
  assertOpenRun(run);
  const added = await addShipments(unit, run, shipments, isDecided ? [shipmentId] : []);
  if (added === 0) return false;
  await unit.audit({ entity: 'run', entityId: run.id, after: { shipments: added } });
  await saveRunChange(unit, run);
  return true;
}

/** @throws Field error at `shipmentIds` for an unknown one. */
export async function lockForRun(unit: UnitOfWork, shipmentIds: readonly string[]): Promise<Locked<ShipmentRow>[]> {
  const wanted = [...new Set(shipmentIds)];
  const rows = await lockShipments(unit.tx, wanted);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shipments = wanted.flatMap((id) => byId.get(id) ?? []);
  if (shipments.length < wanted.length) throw fieldError('shipmentIds', 'One of these shipments no longer exists.');
  return shipments;
}

/** Returns how many were not in the run yet. */
async function addShipments(
  unit: UnitOfWork,
  run: RunRow,
  shipments: readonly Locked<ShipmentRow>[],
  despite: readonly string[] = [],
): Promise<number> {
  const open = await listOpenTasks(
    unit.tx,
    shipments.map(({ id }) => id),
  );
  const inRun = new Set(open.filter((task) => task.runId === run.id).map((task) => task.shipmentId));
  const added = shipments.filter(({ id }) => !inRun.has(id));
  const isElsewhere = new Set(open.filter((task) => task.runId !== run.id).map((task) => task.shipmentId));
  const isNotHere = await listNotHere(unit, run, added);
  await assertDecided(unit, shipments, { isElsewhere, isNotHere, despite: [...despite, ...inRun], day: run.day });
  await placeShipments(unit, run, added);
  return added.length;
}

async function listNotHere(unit: UnitOfWork, run: RunRow, shipments: readonly ShipmentRow[]): Promise<Set<string>> {
  const atSender = await listAtSender(
    unit.tx,
    shipments.map(({ id }) => id),
  );
  const waiting = shipments.flatMap(({ id }) => (atSender.get(id) ? id : []));
  const toCollect = waiting.length > 0 ? await listToCollect(unit.tx, run.id) : new Set();
  return new Set(waiting.filter((id) => !toCollect.has(id)));
}

/** @throws CONFLICT with what can’t go, or what a manager should decide on first. */
export async function assertDecided(
  unit: UnitOfWork,
  shipments: readonly Locked<ShipmentRow>[],
  {
    isElsewhere,
    isNotHere = new Set(),
    despite,
    day,
  }: {
    isElsewhere: ReadonlySet<string>;
    isNotHere?: ReadonlySet<string>;
    despite: readonly string[];
    day: string;
  },
): Promise<void> {
  const attemptsOf = await readLastAttempts(unit.tx, shipments);
  const choices = groupRows(
    await listChoices(
      unit.tx,
      shipments.map(({ id }) => id),
    ),
    ({ shipmentId }) => shipmentId,
  );
  const toDecide = shipments.flatMap((shipment): ToDecide[] => {
    const { id, trackingId, status, deletedAt } = shipment;
    if (deletedAt) return [{ id, trackingId, why: 'Deleted', isBarred: true }];
    if (isElsewhere.has(id)) return [{ id, trackingId, why: 'In another run', isBarred: true }];
    if (!canBeInRun(shipment)) return [{ id, trackingId, why: statusLabel(status), isBarred: true }];
    const { nextStep } = attemptsOf(id);
    if (nextStep?.kind === 'over') return [{ id, trackingId, why: sayNextStep(nextStep, 'desk'), isBarred: true }];
    const undecided =
      (needsDecision({ nextStep }) ? (nextStep?.reason ?? statusLabel(status)) : null) ??
      whyChosenOtherwise(choices.get(id) ?? [], day) ??
      (isNotHere.has(id) ? 'Still with its sender' : null);
    const why = despite.includes(id) ? null : undecided;
    return why === null ? [] : [{ id, trackingId, why }];
  });
  if (toDecide.length === 0) return;
  const need = toDecide.length === 1 ? 'needs' : 'need';
  throw new UserError('CONFLICT', `${counted(toDecide.length, 'shipment')} ${need} a decision first.`, { toDecide });
}

async function insertTasks(
  tx: Transaction,
  tasks: readonly (Pick<TaskRow, 'runId' | 'stopId' | 'shipmentId'> & Partial<TaskRow>)[],
): Promise<TaskRow[]> {
  const rows = tasks.map((task) => ({
    ...task,
    // Nobody reads a planned run; another version is raised after this.
    sinceVersion: sql`(select version + 1 from runs where id = ${task.runId})`,
  }));
  return forBatches(rows, (some) => tx.insert(runTasks).values(some).returning());
}

/**
 * None has an open task.
 * @throws Field error at `shipmentIds` if the run would have too many.
 */
export async function placeShipments(
  unit: UnitOfWork,
  run: RunRow,
  shipments: readonly Locked<ShipmentRow>[],
): Promise<void> {
  const before = (await listTasksOfRun(unit.tx, run.id)).length;
  if (before + shipments.length > MAX_TASKS) {
    const room = MAX_TASKS - before;
    throw fieldError(
      'shipmentIds',
      `A run takes ${MAX_TASKS} parcels. ${run.name} has room for ${Math.max(0, room)} more.`,
    );
  }
  const stops = new Map((await listUnvisitedStops(unit.tx, run.id)).map((stop) => [stop.place, stop]));
  const doors = new Map<string, StopAddress>();
  for (const door of shipments.map(stopAddressOf)) {
    if (!stops.has(door.place) && !doors.has(door.place)) doors.set(door.place, door);
  }
  for (const stop of await insertStops(unit.tx, run.id, [...doors.values()])) stops.set(stop.place, stop);
  const tasks = shipments.flatMap((shipment) => {
    const stop = stops.get(stopAddressOf(shipment).place);
    return stop ? [{ runId: run.id, stopId: stop.id, shipmentId: shipment.id }] : [];
  });
  await insertTasks(unit.tx, tasks);
  if (tasks.length > 0) await askForPlaces(unit, run.id);
  await unit.audit(
    shipments.map(({ id }) => ({ entity: 'shipment' as const, entityId: id, after: { run: run.name, day: run.day } })),
  );
  const shipmentIds = shipments.map(({ id }) => id);
  await insertCourierIsPartyExceptions(unit.tx, run.courierId, shipmentIds);
}

/** @throws PRECONDITION_FAILED */
export async function assertNoOpenRun(unit: UnitOfWork, courierId: string): Promise<void> {
  const [run] = await listOpenRuns(unit.tx, courierId);
  if (run) throw new UserError('PRECONDITION_FAILED', `This person still has the run “${run.name}” of ${run.day}.`);
}
