import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { pick } from '../../../src/domain/pick.ts';
import { canBeInRun, MAX_COMING_RUNS, type PoolSearch } from '../../../src/domain/runs/manage.ts';
import { OPEN_RUN_STATUSES } from '../../../src/domain/runs/run-status.ts';
import { GIVEN_AWAY_TASK_STATUSES, OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { RunSummary } from '../../../src/domain/runs/views.ts';
import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../base/database/client.ts';
import { IS_CURRENT, runExceptions, runStops, runs, runTasks } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { runCollections } from '../../base/database/tables/shops/collections.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, noneOf } from '../../base/sql/lists.ts';
import { countRows } from '../../base/sql/newest-first.ts';
import { matchesText } from '../../base/sql/text-search.ts';
import { readPurses } from '../../cod/store/cod.ts';
import { hasArrival } from '../../shipments/store/shipment-work.ts';
import { isRecalled } from './run-tasks.ts';

const runColumns = {
  ...pick(runs, 'id', 'name', 'day', 'status', 'version', 'startedAt', 'closedAt', 'lastHeardAt', 'usualPace'),
  ...pick(runs, 'createdAt', 'courierId'),
  ...pick(users, 'firstName', 'lastName', 'email'),
  limits: users.courierLimits,
};

type RunsBy = { id: string } | { day: string; isToday: boolean } | { from: string; to: string };

export async function listRunSummaries(executor: Executor, by: RunsBy) {
  const rows = await executor
    .select(runColumns)
    .from(runs)
    .innerJoin(users, eq(users.id, runs.courierId))
    .where(isListed(by))
    .orderBy(asc(runs.day), asc(runs.id))
    .limit('from' in by ? MAX_COMING_RUNS : Number.MAX_SAFE_INTEGER);
  const progress = await readProgress(
    executor,
    rows.map(({ id }) => id),
  );
  const collections = await countCollections(
    executor,
    rows.map(({ id }) => id),
  );
  const purses = await readPurses(
    executor,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { stops: more = 0, ...counts } = collections.get(row.id) ?? {};
    const known = progress.get(row.id) ?? NO_PROGRESS;
    return {
      ...row,
      progress: { ...known, stops: known.stops + more },
      collections: 'of' in counts ? counts : undefined,
      purse: purses.get(row.id),
    };
  });
}

async function countCollections(executor: Executor, runIds: readonly string[]) {
  if (runIds.length === 0) return new Map<string, NonNullable<RunSummary['collections']> & { stops: number }>();
  const rows = await executor
    .select({
      runId: runCollections.runId,
      open: sql<number>`count(*) filter (where ${runCollections.status} = 'open')::int`,
      of: count(),
      // Where nothing is delivered.
      stops: sql<number>`count(distinct ${runCollections.stopId}) filter (where not exists (select from run_tasks t
        where t.stop_id = run_collections.stop_id
          and ${noneOf(sql`t.status`, [...GIVEN_AWAY_TASK_STATUSES, 'left'])}))::int`,
      parcels: sql<number>`coalesce((select count(distinct p.tracking_id) from collected_parcels p
        where p.run_id = run_collections.run_id and p.result <> 'left'), 0)::int
        + coalesce((select sum(r.unlabelled) from collect_reports r join run_collections c on c.id = r.run_collection_id
          where c.run_id = run_collections.run_id), 0)::int`,
    })
    .from(runCollections)
    .where(and(anyOf(runCollections.runId, runIds), noneOf(runCollections.status, ['moved', 'cancelled'])))
    .groupBy(runCollections.runId);
  return new Map(rows.map(({ runId, ...counts }) => [runId, counts]));
}

function isListed(by: RunsBy): SQL | undefined {
  if ('id' in by) return eq(runs.id, by.id);
  if ('day' in by) return or(eq(runs.day, by.day), by.isToday ? isUnfinished(by.day) : undefined);
  const isComing = and(anyOf(runs.status, OPEN_RUN_STATUSES), between(runs.day, by.from, by.to));
  return or(isComing, isUnfinished(by.from));
}

const isUnfinished = (today: string) =>
  and(anyOf(runs.status, OPEN_RUN_STATUSES), or(eq(runs.status, 'active'), lt(runs.day, today)));

const NO_PROGRESS = {
  stops: 0,
  tasks: 0,
  open: 0,
  loaded: 0,
  delivered: 0,
  returned: 0,
  left: 0,
  recalled: 0,
  exceptions: 0,
};

async function readProgress(
  executor: Executor,
  runIds: readonly string[],
): Promise<Map<string, RunSummary['progress']>> {
  if (runIds.length === 0) return new Map();
  const sumOf = (parcels: SQL, condition: SQL) =>
    sql<number>`coalesce(sum(${parcels}) filter (where ${condition}), 0)::int`;
  const having = (condition: SQL) => sumOf(sql`${counted.parcels}`, condition);
  const scanned = (bits: SQL | AnyPgColumn) => sql`bit_count(${bits}::bit(32))`;
  const isOpen = anyOf(runTasks.status, OPEN_TASK_STATUSES);
  const isGivenAway = anyOf(runTasks.status, GIVEN_AWAY_TASK_STATUSES);
  const counted = executor
    .selectDistinctOn([runTasks.runId, runTasks.shipmentId], {
      ...pick(runTasks, 'runId', 'stopId', 'status'),
      isRecalled: isRecalled.as('is_recalled'),
      parcels: shipments.parcels,
      loadedParcels: runTasks.loadedParcels,
      returnedParcels: runTasks.returnedParcels,
    })
    .from(runTasks)
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .where(anyOf(runTasks.runId, runIds))
    .orderBy(runTasks.runId, runTasks.shipmentId, desc(isOpen), desc(isRecalled), asc(isGivenAway), desc(runTasks.id))
    .as('counted');
  // The courier's page counts the same.
  const isVisited = noneOf(counted.status, [...GIVEN_AWAY_TASK_STATUSES, 'left']);
  const rows = await executor
    .select({
      runId: counted.runId,
      stops: sql<number>`count(distinct ${counted.stopId}) filter (where ${isVisited})::int`,
      tasks: having(isVisited),
      open: having(anyOf(counted.status, OPEN_TASK_STATUSES)),
      loaded: having(sql`${counted.status} = 'loaded'`),
      delivered: having(sql`${counted.status} = 'delivered'`),
      // While a shipment is not back yet, counts the parcels that are.
      returned: sumOf(
        sql`case ${counted.status} when 'returned' then ${counted.parcels} else ${scanned(counted.returnedParcels)} end`,
        sql`${counted.status} <> 'delivered'`,
      ),
      left: sumOf(sql`${counted.parcels} - ${scanned(counted.loadedParcels)}`, sql`${counted.status} = 'left'`),
      recalled: having(sql`${counted.isRecalled}`),
    })
    .from(counted)
    .groupBy(counted.runId);
  const unresolved = await executor
    .select({ runId: runExceptions.runId, total: count() })
    .from(runExceptions)
    .where(and(anyOf(runExceptions.runId, runIds), isNull(runExceptions.resolvedAt), IS_CURRENT))
    .groupBy(runExceptions.runId);
  const exceptions = new Map(unresolved.map(({ runId, total }) => [runId, total]));
  const byRun = new Map(rows.map(({ runId, ...one }) => [runId, one]));
  return new Map(runIds.map((id) => [id, { ...NO_PROGRESS, ...byRun.get(id), exceptions: exceptions.get(id) ?? 0 }]));
}

export async function listParcelsOfRun(executor: Executor, runId: string) {
  const movedTo = sql<string | null>`case when ${runTasks.status} = 'moved' then (
    select ${users.firstName} from ${runTasks} later join ${runs} on ${runs.id} = later.run_id
    join ${users} on ${users.id} = ${runs.courierId}
    where later.shipment_id = ${runTasks.shipmentId} and later.status in ('assigned', 'loaded', 'delivered')
      and later.run_id <> ${runTasks.runId} order by later.id desc limit 1) end`;
  return executor
    .select({
      ...pick(runTasks, 'id', 'stopId', 'status', 'shipmentId'),
      ...pick(shipments, 'trackingId', 'description', 'receiverName', 'service', 'weight', 'dimensions', 'parcels'),
      loadedParcels: runTasks.loadedParcels,
      returnedParcels: runTasks.returnedParcels,
      codeReleasedAt: runTasks.codeReleasedAt,
      ...pick(shipments, 'proof', 'receiverClaim', 'timeWindow', 'codCents', 'prepaidCents', 'senderId'),
      location: shipments.location,
      shipmentStatus: shipments.status,
      isDeleted: sql<boolean>`${shipments.deletedAt} is not null`,
      isReturn: sql<boolean>`exists (select from returns r where r.return_id = ${shipments.id})`,
      movedTo,
      isRecalled,
    })
    .from(runTasks)
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .where(eq(runTasks.runId, runId))
    .orderBy(asc(runTasks.id));
}

export async function listParcelsToSort(executor: Executor, runIds: readonly string[]) {
  if (runIds.length === 0) return [];
  return executor
    .select({
      ...pick(runTasks, 'runId', 'stopId', 'status'),
      trackingId: shipments.trackingId,
      receiver: shipments.receiverName,
      address: runStops.address,
    })
    .from(runTasks)
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .innerJoin(runStops, eq(runStops.id, runTasks.stopId))
    .where(anyOf(runTasks.runId, runIds))
    .orderBy(asc(runTasks.runId), asc(runStops.sequence), asc(runStops.id), asc(runTasks.id));
}

const isShown = sql`(exists (select from run_tasks t where t.stop_id = s.id)
  or exists (select from run_collections c where c.stop_id = s.id))`;

export async function listStopNumbers(executor: Executor, runIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await executor.execute<{ id: string; number: number }>(sql`
    select s.id, row_number() over (partition by s.run_id order by s.sequence, s.id)::int as number from run_stops s
    where s.run_id = any(${sql.param([...runIds])}::uuid[]) and ${isShown}`);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export interface Sort {
  shipmentId: string;
  runId: string;
  run: string;
  day: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The stop's number, as the desk and the courier count. */
  number: number;
  name: string;
  address: string;
}

export async function listSorts(executor: Executor, shipmentIds: readonly string[]): Promise<Sort[]> {
  const { rows } = await executor.execute<Sort & Record<string, unknown>>(sql`
    with placed as (
      select t.shipment_id, t.run_id, t.stop_id from run_tasks t
      where t.shipment_id = any (${sql.param([...shipmentIds])}::uuid[])
        and t.status = any (${sql.param([...OPEN_TASK_STATUSES])}::text[])),
    -- A stop that all parcels have left keeps its number.
    numbered as (
      select s.*, row_number() over (partition by s.run_id order by s.sequence, s.id)::int as number from run_stops s
      where s.run_id in (select run_id from placed) and ${isShown})
    select placed.shipment_id as "shipmentId", r.id as "runId", r.name as run, r.day::text as day,
      u.first_name as "firstName", u.last_name as "lastName", u.email, n.number, n.name, n.address
    from placed join numbered n on n.id = placed.stop_id
      join runs r on r.id = placed.run_id join users u on u.id = r.courier_id`);
  return rows;
}

export async function findRunOfShipment(executor: Executor, shipmentId: string) {
  const [row] = await executor
    .select({
      id: runs.id,
      name: runs.name,
      ...pick(users, 'firstName', 'lastName', 'email'),
    })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .innerJoin(users, eq(users.id, runs.courierId))
    .where(and(eq(runTasks.shipmentId, shipmentId), anyOf(runTasks.status, OPEN_TASK_STATUSES)));
  return row ?? null;
}

const POOL_STATUSES = SHIPMENT_STATUSES.filter((status) => canBeInRun({ status }));

export const openTaskOf = (executor: Executor) =>
  executor
    .select({ one: sql`1` })
    .from(runTasks)
    .where(and(eq(runTasks.shipmentId, shipments.id), anyOf(runTasks.status, OPEN_TASK_STATUSES)));

export type Pooled = Pick<PoolSearch, 'q' | 'arrival'>;

export function isInPool(executor: Executor, { q, arrival }: Pooled): SQL | undefined {
  return and(
    isNull(shipments.deletedAt),
    anyOf(shipments.status, POOL_STATUSES),
    // What failed and is no work goes back or is discarded.
    or(ne(shipments.status, 'failed'), isNotNull(shipments.work)),
    notExists(openTaskOf(executor)),
    q ? matchesText(q) : undefined,
    hasArrival(arrival),
  );
}

export async function listMissing(executor: Executor, shipmentIds: readonly string[]): Promise<Set<string>> {
  if (shipmentIds.length === 0) return new Set();
  const last = await executor
    .selectDistinctOn([runTasks.shipmentId], { shipmentId: runTasks.shipmentId, status: runTasks.status })
    .from(runTasks)
    .where(anyOf(runTasks.shipmentId, shipmentIds))
    .orderBy(runTasks.shipmentId, desc(runTasks.id));
  return new Set(last.filter(({ status }) => status === 'missing').map(({ shipmentId }) => shipmentId));
}

/** Counts the pool, up to 1,001 or `most`. */
export const countPool = (executor: Executor, pooled: Pooled, most?: number): Promise<number> =>
  countRows(executor, sql`select 1 from ${shipments} where ${isInPool(executor, pooled)}`, most);
