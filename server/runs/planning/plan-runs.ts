import { asc, exists, sql } from 'drizzle-orm';
import { isDisputed, whyChosenOtherwise } from '../../../src/domain/choices.ts';
import type { CourierLimits } from '../../../src/domain/courier-limits.ts';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { needsDecision } from '../../../src/domain/next-step.ts';
import type { Arrival } from '../../../src/domain/paged.ts';
import { pick } from '../../../src/domain/pick.ts';
import { stopAddressKey } from '../../../src/domain/places/group-stops.ts';
import { parseAddress } from '../../../src/domain/places/parse-address.ts';
import { isAbout, type Point } from '../../../src/domain/places/places.ts';
import {
  type CreateRuns,
  doorToPlan,
  MAX_PLANNED,
  NOT_PLANNED_REASONS,
  type NotPlannedReason,
  type PlannedDoor,
  type PlanRuns,
  type RunPlan,
} from '../../../src/domain/routing/plan.ts';
import { minuteOf, nowOn } from '../../../src/domain/routing/stops-to-order.ts';
import { canBeInRun, type RunVersion } from '../../../src/domain/runs/manage.ts';
import { readWeight } from '../../../src/domain/shops/measure.ts';
import { formatHours, hoursOfTexts, isExcluded, isPast, parseTimeWindow } from '../../../src/domain/time-window.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Executor } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { fieldError, UserError } from '../../base/errors/errors.ts';
import { findRoute } from '../../base/routes/find-route.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { listChoices } from '../../choices/store/choices.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { arrangeIn } from '../../deliveries/end-pickup.ts';
import { lockCourier } from '../../people/store/lock-users.ts';
import { listCouriers } from '../../people/store/user-rights.ts';
import { findUser } from '../../people/store/users.ts';
import { listPlacesOf, listUnplanned } from '../../pickups/store/collections.ts';
import { lockPickup, type PickupRow } from '../../pickups/store/pickups.ts';
import { findPlaces, pointGivenByShop } from '../../places/store/places.ts';
import { isAnnounced } from '../../shipments/store/shipment-work.ts';
import { dayOf, nextDayOf } from '../day-of.ts';
import { assertDecided, lockForRun, placeShipments } from '../fill-run.ts';
import { readLastAttempts } from '../last-attempts.ts';
import { listOpenTasks } from '../store/run-tasks.ts';
import { countPool, isInPool, openTaskOf } from '../store/run-views.ts';
import { insertRun } from '../store/runs.ts';
import { leaveOutOfReach } from './leave-out.ts';

const MAX_COUNTED = 100_000;

async function listToPlan(
  executor: Executor,
  selection: { ids: readonly string[] } | { limit: number; arrival: Arrival },
) {
  const isChosen = 'ids' in selection ? anyOf(shipments.id, selection.ids) : isInPool(executor, selection);
  return executor
    .select({
      ...pick(shipments, 'id', 'status', 'shipTo', 'senderId', 'receiverCountry', 'location', 'receiverPhone'),
      ...pick(shipments, 'parcels', 'timeWindow', 'weightG', 'weight', 'lengthMm', 'widthMm', 'heightMm'),
      isDeleted: sql<boolean>`${shipments.deletedAt} is not null`,
      announced: isAnnounced,
      isInRun: exists(openTaskOf(executor)).mapWith(Boolean),
    })
    .from(shipments)
    .where(isChosen)
    .orderBy(asc(shipments.createdAt), asc(shipments.id))
    .limit('ids' in selection ? selection.ids.length : selection.limit);
}

/**
 * Nothing is stored.
 * @throws Field error at `courierIds`
 */
export async function planRuns(
  services: Pick<Services, 'db' | 'secrets' | 'postcodes' | 'environment'>,
  { day, courierIds, selection, announced = false, ...limits }: PlanRuns,
): Promise<RunPlan> {
  const { db, environment } = services;
  const known = new Map((await listCouriers(db)).map((courier) => [courier.id, courier]));
  const couriers = courierIds.flatMap((id) => known.get(id) ?? []);
  if (couriers.length < courierIds.length) {
    throw fieldError('courierIds', 'One of these people is no longer a courier. Choose again.');
  }
  const planned = dayOf(day, environment.TIME_ZONE);
  const { rows, notPlanned } = await readSelection(db, selection, {
    announced,
    day: planned,
    timeZone: environment.TIME_ZONE,
  });
  const collections = selection === 'pool' ? await listUnplanned(db, { day: planned }, MAX_PLANNED) : [];
  const isUnread = collections.length > 0 && !announced;
  const waiting = isUnread ? await listToPlan(db, { limit: MAX_PLANNED, arrival: 'announced' }) : rows;
  const doors = withCollections(doorsOf(rows, collections), collections, waiting);
  const countries = new Map(doors.map(({ id, country }) => [id, country]));
  const places = await findPlaces(db, doors, services);
  const placed = doors.map(({ given, country: _, stopKeys, ...door }): PlannedDoor => {
    const place = places.get(door.id);
    if (!place) return door;
    return { ...door, at: { lat: place.lat, lng: place.lng }, ...(isAbout(place) && { isAbout: true }) };
  });
  const about = placed.filter((door) => door.isAbout).length;
  const depot = environment.DEPOT;
  const now = nowOn(planned, environment.TIME_ZONE);
  const vans = couriers.map(({ limits: own }) => vanOf(own ?? {}, environment.RUNS_START, now));
  const options = { ...limits, couriers: couriers.length, vans, depot };
  const outOfReach = leaveOutOfReach(
    placed.map((door) => ({ ...door, country: countries.get(door.id) ?? '' })),
    { depot, timeZone: environment.TIME_ZONE },
  );
  const isLeft = new Set(outOfReach.map(({ doorId }) => doorId));
  const reached = placed.filter(({ id }) => !isLeft.has(id));
  const split = await findRoute('split', { doors: reached.map(doorToPlan), options });
  return {
    day: planned,
    ...nextDayOf(planned, environment),
    ...(depot && { depot }),
    doors: placed,
    tours: couriers.map((courier, index) => {
      const { ids: doorIds, ...figures } = split.tours[index] ?? { ids: [], km: 0, minutes: 0 };
      const { area, ...van } = vans[index] ?? {};
      return { courier: { id: courier.id, name: fullName(courier) }, doorIds, ...figures, ...van };
    }),
    left: [...outOfReach, ...split.left.map(({ id, reason }) => ({ doorId: id, reason }))],
    notPlanned: NOT_PLANNED_REASONS.map((reason) => ({ reason, count: notPlanned.get(reason) ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
    placed: placed.filter(({ at }) => at).length - about,
    ...(about > 0 && { about }),
  };
}

type ToPlan = Awaited<ReturnType<typeof listToPlan>>[number];

function vanOf({ until, area, parcels, kilograms, litres, ...own }: CourierLimits, start: string, now: number) {
  const startAt = Math.max(minuteOf(own.from ?? start), now);
  const room = { ...(parcels && { pieces: parcels }), ...(kilograms && { kilograms }), ...(litres && { litres }) };
  return {
    startAt,
    ...(until && { maxMinutes: Math.max(1, minuteOf(until) - startAt) }),
    ...(area && { area }),
    ...(Object.keys(room).length > 0 && { room }),
  };
}

async function readSelection(
  executor: Executor,
  selection: PlanRuns['selection'],
  { announced, day, timeZone }: { announced: boolean; day: string; timeZone: string },
) {
  const isPool = selection === 'pool';
  const arrival = announced ? undefined : 'arrived';
  const found = await listToPlan(executor, isPool ? { limit: MAX_PLANNED, arrival } : selection);
  const total = isPool ? await countPool(executor, { arrival }, MAX_COUNTED) : selection.ids.length;
  const attemptsOf = await readLastAttempts(executor, found);
  const choices = groupRows(
    await listChoices(
      executor,
      found.map(({ id }) => id),
    ),
    ({ shipmentId }) => shipmentId,
  );
  const reasonOf = (row: ToPlan): NotPlannedReason | null => {
    if (row.isDeleted) return 'deleted';
    if (!canBeInRun(row)) return 'ended';
    if (row.isInRun) return 'in-run';
    if (needsDecision(attemptsOf(row.id))) return 'to-decide';
    const chosen = choices.get(row.id) ?? [];
    if (whyChosenOtherwise(chosen, day) !== null) return isDisputed(chosen) ? 'to-decide' : 'other-day';
    if (row.announced && !announced) return 'announced';
    const window = parseTimeWindow(row.timeWindow);
    return window && (isExcluded(window, day) || isPast(window, day, timeZone)) ? 'other-day' : null;
  };
  const notPlanned = new Map<NotPlannedReason, number>();
  const count = (reason: NotPlannedReason, more = 1) => notPlanned.set(reason, (notPlanned.get(reason) ?? 0) + more);
  const rows = found.filter((row) => {
    const reason = reasonOf(row);
    if (reason) count(reason);
    return reason === null;
  });
  const elsewhere = isPool && !announced ? await countPool(executor, { arrival: 'announced' }, MAX_COUNTED) : 0;
  if (elsewhere > 0) count('announced', elsewhere);
  if (total > found.length) count(isPool ? 'too-many' : 'deleted', total - found.length);
  return { rows, notPlanned };
}

type ToCollect = Awaited<ReturnType<typeof listUnplanned>>[number];
type DoorRow = Omit<PlannedDoor, 'at' | 'isAbout'> & { given: Point | null; country: string; stopKeys: Set<string> };

const isOf = ({ kind, userId, shipmentIds }: ToCollect, { id, senderId, announced }: ToPlan): boolean =>
  announced && (kind === 'return' ? shipmentIds.includes(id) : senderId === userId);

/** Shipments to one address stay together, even for different receivers. */
function doorsOf(rows: readonly ToPlan[], collections: readonly ToCollect[]): DoorRow[] {
  const isDirect = (row: ToPlan) => collections.some((one) => isOf(one, row));
  // Hours that exclude each other take two visits.
  const byAddress = groupRows(
    rows,
    ({ shipTo, timeWindow }) => `${parseAddress(shipTo).folded}\n${hoursIn(timeWindow)}`,
  );
  return [...byAddress.values()].map((some, index) => {
    const stopKeys = new Set(some.map((row) => stopAddressKey({ shipTo: row.shipTo, phone: row.receiverPhone })));
    const direct = some.filter(isDirect);
    return {
      id: `${index}`,
      address: some[0]?.shipTo ?? '',
      given: pointGivenByShop(some),
      country: some.find((row) => row.receiverCountry)?.receiverCountry ?? '',
      stopKeys,
      stops: stopKeys.size,
      shipmentIds: some.map(({ id }) => id),
      parcels: piecesOf(some),
      ...windowOf(some[0]?.timeWindow ?? ''),
      ...loadOf(some),
      ...(direct.length > 0 && { direct: { pieces: piecesOf(direct), ...loadOf(direct) } }),
    };
  });
}

/** Hours that exclude each other keep doors apart. */
function withCollections(
  doors: readonly DoorRow[],
  collections: readonly ToCollect[],
  waiting: readonly ToPlan[],
): DoorRow[] {
  const all = new Map(doors.map((door) => [door.id, door]));
  const doorOf = new Map(doors.flatMap(({ id, shipmentIds }) => shipmentIds.map((shipmentId) => [shipmentId, id])));
  const byAddress = groupRows(doors, (door) => parseAddress(door.address).folded);
  for (const row of collections) {
    const { id, address, party, expected } = row;
    const own = { from: minuteOf(row.fromTime), until: minuteOf(row.untilTime) };
    const both = ({ window = own }: DoorRow) => ({
      from: Math.max(own.from, window.from),
      until: Math.min(own.until, window.until),
    });
    const same = byAddress
      .get(parseAddress(address).folded)
      ?.flatMap((door) => all.get(door.id) ?? [])
      .find((door) => !door.collection && !door.direct && both(door).from < both(door).until);
    const some = waiting.filter((one) => isOf(row, one));
    const load = { pieces: Math.max(expected, piecesOf(some)), ...loadOf(some) };
    const before = new Set(some.flatMap((one) => doorOf.get(one.id) ?? []));
    const door = same ?? { id, address, given: null, country: '', stopKeys: new Set<string>(), shipmentIds: [] };
    const stopKeys = new Set([...door.stopKeys, stopAddressKey({ shipTo: address, phone: row.phone })]);
    all.set(door.id, {
      ...door,
      stopKeys,
      stops: stopKeys.size,
      window: same ? both(same) : own,
      collection: { id, party, expected, load },
      ...(before.size > 0 && { before: [...before] }),
    });
  }
  return [...all.values()];
}

const piecesOf = (rows: readonly ToPlan[]) => rows.reduce((sum, { parcels }) => sum + parcels, 0);

const hoursIn = (timeWindow: string): string => {
  const window = parseTimeWindow(timeWindow);
  return window ? formatHours(window) : '';
};

function windowOf(timeWindow: string) {
  const hours = hoursOfTexts([timeWindow]);
  return hours && { window: { from: minuteOf(hours.from), until: minuteOf(hours.until) } };
}

function loadOf(rows: readonly ToPlan[]): Pick<PlannedDoor, 'kilograms' | 'litres'> {
  const grams = rows.reduce(
    (sum, row) => sum + row.parcels * (row.weightG ?? (Number(readWeight(row.weight)) || 0)),
    0,
  );
  const mm3 = rows.reduce(
    (sum, { parcels, lengthMm, widthMm, heightMm }) =>
      sum + parcels * (lengthMm ?? 0) * (widthMm ?? 0) * (heightMm ?? 0),
    0,
  );
  return { ...(grams > 0 && { kilograms: grams / 1_000 }), ...(mm3 > 0 && { litres: mm3 / 1_000_000 }) };
}

/**
 * Creates all runs or none, with stops in the given order.
 * @throws CONFLICT, also with `toDecide`, field errors at `runs` and `shipmentIds`.
 */
export async function createRuns(unit: UnitOfWork, { day, runs, despite = [] }: CreateRuns): Promise<RunVersion[]> {
  await requireCouriers(unit, runs);
  const ids = runs.flatMap(({ shipmentIds }) => shipmentIds);
  if (new Set(ids).size < ids.length) throw fieldError('runs', 'A shipment can be in one run only.');
  const shipments = await lockForRun(unit, ids);
  const isElsewhere = new Set((await listOpenTasks(unit.tx, ids)).map(({ shipmentId }) => shipmentId));
  const onDay = dayOf(day, unit.services.environment.TIME_ZONE);
  await assertDecided(unit, shipments, { isElsewhere, despite, day: onDay });
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]));
  const pickups = await lockToPlan(
    unit,
    runs.flatMap(({ collections = [] }) => collections.map(({ id }) => id)),
  );
  const created: RunVersion[] = [];
  for (const { shipmentIds, collections = [], ...input } of runs) {
    const fields = { ...input, day: onDay };
    const run = await insertRun(unit.tx, fields);
    const place = (from: number, to?: number) =>
      placeShipments(
        unit,
        run,
        shipmentIds.slice(from, to).flatMap((id) => byId.get(id) ?? []),
      );
    let placed = 0;
    for (const { id, after } of collections.toSorted((one, other) => one.after - other.after)) {
      const pickup = pickups.get(id);
      if (after > placed) await place(placed, after);
      placed = after;
      if (pickup) await arrangeIn(unit, run, pickup);
    }
    await place(placed);
    await unit.audit({ entity: 'run', entityId: run.id, after: { ...fields, shipments: shipmentIds.length } });
    created.push({ id: run.id, version: run.version });
  }
  return created;
}

/** @throws CONFLICT */
async function lockToPlan(unit: UnitOfWork, ids: readonly string[]): Promise<Map<string, PickupRow>> {
  const pickups = new Map<string, PickupRow>();
  for (const id of ids.toSorted()) {
    const pickup = pickups.has(id) ? null : await lockPickup(unit.tx, id);
    const isWaiting = pickup?.state === 'pending' || pickup?.state === 'arranged';
    if (!isWaiting || (await listPlacesOf(unit.tx, id)).some(({ status }) => status === 'open')) {
      throw new UserError('CONFLICT', 'Someone planned or cancelled one of these pickups. Plan the day again.');
    }
    pickups.set(id, pickup);
  }
  return pickups;
}

/** @throws Field error at `runs` */
async function requireCouriers(unit: UnitOfWork, runs: CreateRuns['runs']): Promise<void> {
  for (const id of [...new Set(runs.map(({ courierId }) => courierId))].sort()) {
    if (await lockCourier(unit.tx, id)) continue;
    const person = await findUser(unit.tx, id);
    throw fieldError(
      'runs',
      `${person ? fullName(person) : 'This person'} is no longer a courier. Nothing was created.`,
    );
  }
}
