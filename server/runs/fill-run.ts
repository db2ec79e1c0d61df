import { whyChosenOtherwise, wishIn } from '../../src/domain/choices.ts';
import type { ToDecide } from '../../src/domain/errors.ts';
import { counted } from '../../src/domain/figures.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { needsDecision, sayNextStep } from '../../src/domain/next-step.ts';
import { MAX_TASKS } from '../../src/domain/runs/facts.ts';
import {
  type AddToRun,
  type CreateRun,
  canBeInRun,
  type MoveTasks,
  type RunVersion,
} from '../../src/domain/runs/manage.ts';
import { isOpenRun, nextRunStatus } from '../../src/domain/runs/run-status.ts';
import { isOpenTask } from '../../src/domain/runs/task-status.ts';
import { statusLabel } from '../../src/domain/shipment-status.ts';
import type { Locked } from '../base/database/locked.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { tellAnswer } from '../choices/answers/tell-answer.ts';
import { listChoices } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { arrangeIn } from '../deliveries/end-pickup.ts';
import { stopAddressOf } from '../deliveries/stop-address-of.ts';
import { lockCourier } from '../people/store/lock-users.ts';
import { hasOpenCollections, listInVan, listToCollect, takeOpenCollections } from '../pickups/store/collections.ts';
import { lockPickup } from '../pickups/store/pickups.ts';
import { askForPlaces } from '../places/ask-for-places.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { listAtSender } from '../shipments/store/whereabouts.ts';
import { dayOf } from './day-of.ts';
import { readLastAttempts } from './last-attempts.ts';
import { assertOpenRun, changed, lockRunAt, lockShipmentsOfRun, runNotFound } from './manage-run.ts';
import { activateWaitingRun } from './report-run.ts';
import { carryAsked, insertCourierIsPartyExceptions, resolveAsked } from './store/run-exceptions.ts';
import {
  deleteTasks,
  insertStops,
  insertTasks,
  listBusyRuns,
  listOpenTasks,
  listRecalled,
  listTasksOfRun,
  listUnvisitedStops,
  type StopAddress,
  setTaskStatus,
} from './store/run-tasks.ts';
import { findRun, insertRun, listOpenRuns, lockRuns, lockRunsOfCourier, type RunRow } from './store/runs.ts';

async function requireCourier(unit: UnitOfWork, courierId: string): Promise<void> {
  if (!(await lockCourier(unit.tx, courierId))) throw fieldError('courierId', 'This person is no longer a courier.');
}

/**
 * Creates a run.
 * @throws CONFLICT with `toDecide`, field errors at `courierId` and `shipmentIds`.
 */
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
 * Adds shipments to a run.
 * @throws NOT_FOUND, CONFLICT (also with `toDecide`), PRECONDITION_FAILED, field error at
 * `shipmentIds`.
 */
export async function addToRun(unit: UnitOfWork, { shipmentIds, despite, ...seen }: AddToRun): Promise<RunVersion> {
  const shipments = await lockForRun(unit, shipmentIds);
  const run = await lockRunAt(unit, seen);
  assertOpenRun(run);
  const added = await addShipments(unit, run, shipments, despite);
  if (added > 0) await unit.audit({ entity: 'run', entityId: run.id, after: { shipments: added } });
  return changed(unit, run);
}

/** Adds a scanned shipment to a run, whichever version the run has. @throws As `addToRun`. */
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
  await changed(unit, run);
  return true;
}

/**
 * Locks shipments, each once, in this order.
 * @throws Field error at `shipmentIds` for an unknown one.
 */
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

/** Those that nobody has brought yet, and that the run doesn’t collect itself. */
async function listNotHere(unit: UnitOfWork, run: RunRow, shipments: readonly ShipmentRow[]): Promise<Set<string>> {
  const atSender = await listAtSender(
    unit.tx,
    shipments.map(({ id }) => id),
  );
  const waiting = shipments.flatMap(({ id }) => (atSender.get(id) ? id : []));
  const toCollect = waiting.length > 0 ? await listToCollect(unit.tx, run.id) : new Set();
  return new Set(waiting.filter((id) => !toCollect.has(id)));
}

/** @throws CONFLICT with what can’t go into the run, or what a manager should decide on first. */
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

/**
 * Adds a task for each shipment; none has an open one.
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

/**
 * Moves parcels to another courier or, without one, to the pool.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error at `courierId`.
 */
export async function moveTasks(unit: UnitOfWork, { taskIds, courierId, ...seen }: MoveTasks): Promise<RunVersion> {
  if (courierId) await requireCourier(unit, courierId);
  const shipments = await lockShipmentsOfRun(unit, seen.id);
  const found = courierId ? await findTarget(unit, courierId, seen.id) : null;
  const from = await findRun(unit.tx, seen.id);
  // In the order of ids.
  const locked = await lockRunsOfCourier(unit.tx, from?.courierId ?? '', [seen.id, ...(found ? [found.id] : [])]);
  const target = [...locked.values()].find(({ id, status }) => id === found?.id && isOpenRun(status));
  const run = await lockRunAt(unit, seen);
  assertOpenRun(run);
  if (courierId === run.courierId) throw fieldError('courierId', 'This run is already theirs.');
  const tasks = (await listTasksOfRun(unit.tx, run.id)).filter(
    (task) => isOpenTask(task.status) && (taskIds?.includes(task.id) ?? true),
  );
  const ids = tasks.map((task) => task.id);
  await setTaskStatus(unit.tx, ids, 'moved');
  if (!courierId) await grantWishes(unit, [...shipments.values()], ids);
  // A party must not read the address.
  if (run.status === 'planned') await deleteTasks(unit.tx, ids);
  // Moving a parcel leaves its collection; a whole run takes all along.
  const takesCollections = !taskIds && (await hasOpenCollections(unit.tx, run.id));
  const isMoved = courierId && (tasks.length > 0 || takesCollections);
  const to = isMoved ? (target ?? (await createRunFor(unit, run, courierId))) : null;
  if (to) {
    await placeShipments(
      unit,
      to,
      tasks.flatMap((task) => shipments.get(task.shipmentId) ?? []),
    );
    await carryAsked(unit.tx, run.id, to.id);
  }
  const collections = takesCollections
    ? await takeOpenCollections(unit.tx, run, courierId ? 'moved' : 'cancelled')
    : [];
  if (to) {
    for (const id of collections.toSorted()) {
      const pickup = await lockPickup(unit.tx, id);
      if (pickup) await arrangeIn(unit, to, pickup);
    }
    await unit.audit({
      entity: 'run',
      entityId: to.id,
      after: { shipments: tasks.length, fromCourierId: run.courierId },
    });
    await changed(unit, to);
  }
  if (tasks.length + collections.length === 0) return changed(unit, run);
  const moved = { shipments: tasks.length };
  const change = courierId ? { after: { ...moved, toCourierId: courierId } } : { before: moved };
  await unit.audit({ entity: 'run', entityId: run.id, ...change });
  return endIfEmptied(unit, run);
}

/** Resolves the wishes for another day or the depot that this grants, and notifies people. */
async function grantWishes(
  unit: UnitOfWork,
  shipments: readonly Locked<ShipmentRow>[],
  taskIds: readonly string[],
): Promise<void> {
  const granted = await resolveAsked(unit.tx, { taskIds }, ['choice-wish']);
  for (const shipment of shipments.filter(({ trackingId }) => granted.includes(trackingId))) {
    const wished = wishIn(await listChoices(unit.tx, [shipment.id]));
    if (wished) await tellAnswer(unit, shipment, wished.row, 'granted');
  }
}

/** Nobody could start or close an emptied run; one being loaded, or with parcels in the van, stays. */
async function endIfEmptied(unit: UnitOfWork, run: RunRow): Promise<RunVersion> {
  const tasks = await listTasksOfRun(unit.tx, run.id);
  const isBeingLoaded = run.status === 'released' && tasks.some(({ loadedAt }) => loadedAt !== null);
  const isCollecting = (await hasOpenCollections(unit.tx, run.id)) || (await listInVan(unit.tx, run.id)).length > 0;
  const isInUse = isBeingLoaded || isCollecting || (await listRecalled(unit.tx, run.id)).length > 0;
  const isEmptied = !tasks.some(({ status }) => isOpenTask(status)) && !isInUse;
  const status = nextRunStatus(run.status, run.status === 'active' ? 'close' : 'cancel');
  if (run.status === 'planned' || !status || !isEmptied) return changed(unit, run);
  const version = await changed(unit, run, { status, closedAt: new Date() });
  await activateWaitingRun(unit, run.courierId);
  return version;
}

async function createRunFor(unit: UnitOfWork, from: RunRow, courierId: string): Promise<RunRow> {
  const fields = { day: from.day, name: from.name, courierId };
  const status = from.status === 'planned' ? 'planned' : 'released';
  const run = await insertRun(unit.tx, { ...fields, status });
  await unit.audit({ entity: 'run', entityId: run.id, after: fields });
  return run;
}

/** Parcels under way go into the run that the phone shows. */
async function findTarget(unit: UnitOfWork, courierId: string, fromId: string): Promise<RunRow | null> {
  const from = await findRun(unit.tx, fromId);
  const open = (await listOpenRuns(unit.tx, courierId)).filter(({ id }) => id !== fromId);
  const ofDay = (day: string | undefined) => open.filter((run) => run.day === day);
  if (from?.status === 'planned') return ofDay(from.day)[0] ?? null;
  const active = open.find(({ status }) => status === 'active');
  if (active) return active;
  const busy = await listBusyRuns(
    unit.tx,
    open.map(({ id }) => id),
  );
  const today = dayOf('today', unit.services.environment.TIME_ZONE);
  const shown =
    from?.status === 'active' ? [...open.filter(({ id }) => busy.get(id)?.isBeingLoaded), ...ofDay(today)] : [];
  return [...shown, ...ofDay(from?.day)].find(({ status }) => status === 'released') ?? null;
}

/** @throws PRECONDITION_FAILED */
export async function assertNoOpenRun(unit: UnitOfWork, courierId: string): Promise<void> {
  const [run] = await listOpenRuns(unit.tx, courierId);
  if (run) throw new UserError('PRECONDITION_FAILED', `This person still has the run “${run.name}” of ${run.day}.`);
}
