import { and, desc, eq } from 'drizzle-orm';
import { codOf } from '../../src/domain/cod.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { neighbours } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { isAbout, type Place } from '../../src/domain/places/places.ts';
import { minuteOf } from '../../src/domain/routing/stops-to-order.ts';
import { MAX_COMING_DAYS, POOL_PAGE_SIZE, type PoolSearch } from '../../src/domain/runs/manage.ts';
import { countedTask } from '../../src/domain/runs/parcels.ts';
import { isCodeNeeded } from '../../src/domain/runs/proof-policy.ts';
import { isOpenTask, type TaskStatus } from '../../src/domain/runs/task-status.ts';
import {
  MAX_POOL_COLLECTIONS,
  type ManagedCollection,
  type RunDetails,
  type RunList,
  type RunPool,
  type RunSummary,
} from '../../src/domain/runs/views.ts';
import { hoursOfAll, isExcluded, parseTimeWindow } from '../../src/domain/time-window.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { IS_CURRENT, runExceptions } from '../base/database/tables/runs.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import { readRunCash } from '../cod/count-cash.ts';
import type { Services } from '../context/context.ts';
import { describeManagedCollections } from '../deliveries/describe-collections.ts';
import { listVisits } from '../deliveries/list-visits.ts';
import { listCouriers } from '../people/store/user-rights.ts';
import { listUnplanned } from '../pickups/store/collections.ts';
import { findPlaces, pointGivenByShop } from '../places/store/places.ts';
import { isAnnounced } from '../shipments/store/shipment-work.ts';
import { dayOf, nextDayOf } from './day-of.ts';
import { readLastAttempts } from './last-attempts.ts';
import { describeException } from './list-exceptions.ts';
import { type ExceptionRow, selectExceptions } from './store/run-exceptions.ts';
import { listStops } from './store/run-tasks.ts';
import { countPool, isInPool, listParcelsOfRun, listRunSummaries, type Pooled } from './store/run-views.ts';
import { readOutlook } from './tell-today.ts';

export async function listRuns(executor: Executor, input: { day: string }, timeZone: string): Promise<RunList> {
  const today = dayOf('today', timeZone);
  const isComing = input.day === 'coming';
  const day = isComing ? today : dayOf(input.day, timeZone);
  const by = isComing ? { from: today, to: shiftDay(today, MAX_COMING_DAYS) } : { day, isToday: day === today };
  const runs: RunSummary[] = [];
  for (const row of await listRunSummaries(executor, by)) {
    // Some queries for each run: only the page of a day shows it.
    const { endsAt } = isComing ? {} : await readOutlook(executor, row);
    runs.push(summaryOf(row, endsAt));
  }
  return { day, runs };
}

const listExceptionsOfRun = (executor: Executor, runId: string): Promise<ExceptionRow[]> =>
  selectExceptions(executor, and(eq(runExceptions.runId, runId), IS_CURRENT));

/** @throws NOT_FOUND */
export async function getManagedRun(
  services: Pick<Services, 'db' | 'secrets' | 'postcodes' | 'environment'>,
  { id }: { id: string },
): Promise<RunDetails> {
  const { db: executor, environment } = services;
  const [row] = await listRunSummaries(executor, { id });
  if (!row) throw new UserError('NOT_FOUND', 'This run no longer exists.');
  const parcels = await listParcelsOfRun(executor, row.id);
  const visits = await listVisits(executor, [...new Set(parcels.map(({ shipmentId }) => shipmentId))]);
  const tasksOf = groupRows(parcels, ({ shipmentId }) => shipmentId);
  const isCounted = ({ id, shipmentId }: (typeof parcels)[number]) =>
    countedTask((tasksOf.get(shipmentId) ?? []).map((task) => ({ ...task, recalled: task.isRecalled })))?.id === id;
  const parcelsOf = groupRows(parcels, ({ stopId }) => stopId);
  const collectionsOf = await describeManagedCollections(executor, row.id);
  const stops = (await listStops(executor, row.id)).filter(({ id: at }) => parcelsOf.has(at) || collectionsOf.has(at));
  const toPlace = stops.map((stop) => ({ ...stop, given: pointGivenByShop(parcelsOf.get(stop.id) ?? []) }));
  const places = await findPlaces(executor, toPlace, services);
  const { endsAt, windows } = await readOutlook(executor, row);
  const cash = row.purse && (await readRunCash(executor, row.id));
  return {
    ...summaryOf(row, endsAt),
    stops: stops.map((stop, index) => ({
      id: stop.id,
      sequence: index + 1,
      ...pick(stop, 'name', 'phone', 'address'),
      ...describePlace(places.get(stop.id)),
      ...(windows.has(stop.id) && { window: windows.get(stop.id) }),
      ...(collectionsOf.has(stop.id) && { collections: collectionsOf.get(stop.id) }),
      ...limitsOf(parcelsOf.get(stop.id), collectionsOf.get(stop.id), row.day),
      tasks: (parcelsOf.get(stop.id) ?? []).filter(isCounted).map((parcel) => ({
        ...pick(parcel, 'id', 'status', 'shipmentId', 'trackingId', 'description'),
        ...(parcel.parcels > 1 && { parcels: parcel.parcels }),
        ...codOf(parcel),
        ...(isOpenTask(parcel.status) &&
          isCodeNeeded(parcel, environment.PROOF_POLICY) && { needsCode: true as const }),
        shipmentStatus: parcel.shipmentStatus,
        isDeleted: parcel.isDeleted,
        visits: (visits.get(parcel.shipmentId) ?? [])
          .filter(({ taskId }) => tasksOf.get(parcel.shipmentId)?.some((task) => task.id === taskId))
          .map(({ taskId, ...visit }) => visit),
      })),
    })),
    exceptions: (await listExceptionsOfRun(executor, row.id)).map(describeException),
    ...(environment.DEPOT && { depot: environment.DEPOT }),
    ...(cash && { cash }),
    startAt: minuteOf(row.limits?.from ?? environment.RUNS_START),
    ...nextDayOf(row.day, environment),
  };
}

/** Sums up what is still to come. */
function limitsOf(
  parcels: readonly { status: TaskStatus; trackingId: string; timeWindow: string }[] = [],
  collections: readonly ManagedCollection[] = [],
  day: string,
) {
  const open = parcels.filter(({ status }) => isOpenTask(status));
  const windows = open.flatMap(({ trackingId, timeWindow }) => {
    const window = parseTimeWindow(timeWindow);
    return window ? [{ trackingId, ...window }] : [];
  });
  const collected = collections.flatMap(({ status, window }) => (status === 'open' && window ? [window] : []));
  const hours = hoursOfAll([...windows, ...collected]);
  const notToday = windows.filter((window) => isExcluded(window, day)).map(({ trackingId }) => trackingId);
  return { ...(hours && { hours }), ...(notToday.length > 0 && { notToday }) };
}

const describePlace = (place: Place | undefined) =>
  place && {
    at: { lat: place.lat, lng: place.lng },
    ...(isAbout(place) && { isAbout: true }),
    ...(place.source === 'courier' && { isPlaceLearned: true }),
  };

type RunSummaryRow = Awaited<ReturnType<typeof listRunSummaries>>[number];

function summaryOf(row: RunSummaryRow, endsAt: string | undefined): RunSummary {
  const { courierId, firstName, lastName, email, createdAt, startedAt, closedAt, lastHeardAt, ...rest } = row;
  const { usualPace, progress, collections, purse, limits, ...run } = rest;
  return {
    ...run,
    courier: { id: courierId, name: fullName({ firstName, lastName, email }) },
    startedAt: startedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    lastHeardAt: lastHeardAt?.toISOString() ?? null,
    ...(endsAt && { endsAt }),
    progress,
    ...(collections && { collections }),
    ...(purse?.isOpen && { openCash: purse.open }),
  };
}

async function listPool(executor: Executor, pooled: Pooled, { limit, offset }: { limit: number; offset: number }) {
  return executor
    .select({
      ...pick(shipments, 'id', 'trackingId', 'description', 'status', 'receiverName', 'shipTo', 'codCents'),
      ...pick(shipments, 'createdAt'),
      announced: isAnnounced,
    })
    .from(shipments)
    .where(isInPool(executor, pooled))
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit)
    .offset(offset);
}

export async function listRunPool(
  executor: Executor,
  { page = 1, ...pooled }: PoolSearch,
  timeZone: string,
): Promise<RunPool> {
  const window = { limit: POOL_PAGE_SIZE, offset: (page - 1) * POOL_PAGE_SIZE };
  const [rows, total] = await Promise.all([listPool(executor, pooled, window), countPool(executor, pooled)]);
  const isFirst = page === 1 && !pooled.q && !pooled.arrival;
  const since = { since: dayOf('today', timeZone) };
  const collections = isFirst ? await listUnplanned(executor, since, MAX_POOL_COLLECTIONS) : [];
  const attemptsOf = await readLastAttempts(executor, rows);
  const data = rows.map(({ announced, codCents, ...row }) => ({
    ...row,
    ...codOf({ codCents }),
    createdAt: row.createdAt.toISOString(),
    ...attemptsOf(row.id),
    ...(announced && { announced }),
  }));
  return {
    data,
    total,
    pagination: neighbours(page, total, POOL_PAGE_SIZE),
    ...(collections.length > 0 && {
      collections: collections.map(({ id, kind, party, address, day, expected, ...hours }) => ({
        id,
        kind,
        party,
        address,
        day,
        expected,
        from: hours.fromTime,
        until: hours.untilTime,
      })),
    }),
  };
}

export async function listRunCouriers(executor: Executor): Promise<{ id: string; name: string }[]> {
  return (await listCouriers(executor)).map((courier) => ({ id: courier.id, name: fullName(courier) }));
}
