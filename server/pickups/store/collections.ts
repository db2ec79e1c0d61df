/** Collections in runs. They change only under their run's lock. */
import { and, asc, eq, getTableColumns, gte, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { MAX_COLLECTED } from '../../../src/domain/pickups/collection.ts';
import { stopAddressKey } from '../../../src/domain/places/group-stops.ts';
import type { RunStatus } from '../../../src/domain/runs/run-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { courierFacts, runs, visitTexts } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { collectedParcels, collectReports, runCollections } from '../../base/database/tables/shops/collections.ts';
import { pickups } from '../../base/database/tables/shops/pickups.ts';
import { shopSettings } from '../../base/database/tables/shops/shop-settings.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { deleteEmptyStops, type StopAddress } from '../../runs/store/run-tasks.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';
import { pickupColumns } from './pickups.ts';

export type RunCollectionRow = typeof runCollections.$inferSelect;
export type CollectedRow = typeof collectedParcels.$inferSelect;

export async function findCollectionOfCourier(executor: Executor, courierId: string, id: string) {
  const [row] = await executor
    .select({ placed: runCollections, pickup: pickupColumns })
    .from(runCollections)
    .innerJoin(runs, eq(runs.id, runCollections.runId))
    .leftJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(eq(runCollections.id, id), eq(runs.courierId, courierId)));
  return row ?? null;
}

/** A collection's places in runs, the latest last. */
export function listPlacesOf(executor: Executor, collectionId: string): Promise<RunCollectionRow[]> {
  return executor
    .select()
    .from(runCollections)
    .where(eq(runCollections.collectionId, collectionId))
    .orderBy(asc(runCollections.id));
}

export async function listOpenOfShop(executor: Executor, userId: string) {
  return executor
    .select({ runId: runCollections.runId, collectionId: pickups.id })
    .from(runCollections)
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(eq(pickups.userId, userId), eq(runCollections.status, 'open')));
}

export async function hasOpenCollections(executor: Executor, runId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: runCollections.id })
    .from(runCollections)
    .where(and(eq(runCollections.runId, runId), eq(runCollections.status, 'open')))
    .limit(1);
  return rows.length > 0;
}

/** Never an email address: couriers and signs show it. */
const PARTY = sql<string>`coalesce(nullif(${pickups.name}, ''), nullif(${shopSettings.senderName}, ''),
  nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), 'Shop')`;

const PHONE = sql<string>`coalesce(nullif(${pickups.phone}, ''), nullif(${shopSettings.senderPhone}, ''),
  ${users.phone}, '')`;

export async function findDoorOf(tx: Transaction, collectionId: string): Promise<StopAddress | null> {
  const [row] = await tx
    .select({
      name: PARTY,
      phone: PHONE,
      address: pickups.address,
    })
    .from(pickups)
    .innerJoin(users, eq(users.id, pickups.userId))
    .leftJoin(shopSettings, eq(shopSettings.userId, pickups.userId))
    .where(eq(pickups.id, collectionId));
  return row ? { ...row, place: stopAddressKey({ shipTo: row.address, phone: row.phone }) } : null;
}

export function listUnplanned(executor: Executor, on: { day: string } | { since: string }, limit: number) {
  const isPlaced = sql`select from run_collections c where c.collection_id = ${pickups.id}`;
  const { id, kind, userId, shipmentIds, address, day, parcels: expected, fromTime, untilTime } = pickups;
  return executor
    .select({ id, kind, userId, shipmentIds, address, day, expected, fromTime, untilTime, party: PARTY, phone: PHONE })
    .from(pickups)
    .innerJoin(users, eq(users.id, pickups.userId))
    .leftJoin(shopSettings, eq(shopSettings.userId, pickups.userId))
    .where(
      and(
        'day' in on ? eq(day, on.day) : or(gte(day, on.since), eq(pickups.state, 'pending')),
        // Marked by hand, no run ever had it.
        sql`(${pickupColumns.state} = 'pending' or (${pickupColumns.state} = 'arranged' and exists (${isPlaced})))`,
        sql`not exists (${isPlaced} and c.status = 'open')`,
      ),
    )
    .orderBy(asc(day), asc(id))
    .limit(limit);
}

/**
 * The courier of a planned run never saw it, and must not read the address. `isWaiting`: it goes
 * into another run.
 */
export async function takeOut(
  tx: Transaction,
  run: { id: string; status: RunStatus },
  one: { collectionId?: string; status: 'failed' | 'moved' | 'cancelled'; isWaiting: boolean },
): Promise<string[]> {
  const { collectionId, status, isWaiting } = one;
  const isIt = and(
    eq(runCollections.runId, run.id),
    collectionId === undefined ? undefined : eq(runCollections.collectionId, collectionId),
    eq(runCollections.status, 'open'),
  );
  const places = await tx.select().from(runCollections).where(isIt);
  const ids = places.map(({ id }) => id);
  const isUnseen = run.status === 'planned';
  const changes = { status, changedAt: sql`now()`, ...(isUnseen && { stopId: null }) };
  if (isUnseen && !isWaiting) await tx.delete(runCollections).where(anyOf(runCollections.id, ids));
  else await tx.update(runCollections).set(changes).where(anyOf(runCollections.id, ids));
  const stopIds = places.flatMap(({ stopId }) => stopId ?? []);
  if (isUnseen) await deleteEmptyStops(tx, stopIds);
  return places.flatMap((place) => place.collectionId ?? []);
}

export const takeOpenCollections = (
  tx: Transaction,
  run: { id: string; status: RunStatus },
  status: 'failed' | 'moved' | 'cancelled',
): Promise<string[]> => takeOut(tx, run, { status, isWaiting: status === 'cancelled' });

/** The latest report of each is last. */
export async function listPlaced(
  executor: Executor,
  by: { runIds: readonly string[] } | { collectionIds: readonly string[] },
) {
  const isWanted =
    'runIds' in by ? anyOf(runCollections.runId, by.runIds) : anyOf(runCollections.collectionId, by.collectionIds);
  const courier = alias(users, 'courier');
  const placed = await executor
    .select({
      placed: runCollections,
      pickup: pickupColumns,
      party: PARTY,
      run: runs,
      courier: { firstName: courier.firstName, lastName: courier.lastName, email: courier.email },
    })
    .from(runCollections)
    .innerJoin(runs, eq(runs.id, runCollections.runId))
    .innerJoin(courier, eq(courier.id, runs.courierId))
    .leftJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .leftJoin(users, eq(users.id, pickups.userId))
    .leftJoin(shopSettings, eq(shopSettings.userId, pickups.userId))
    .where(isWanted)
    .orderBy(asc(runCollections.id));
  const reports = groupRows(
    await listReports(
      executor,
      placed.map((row) => row.placed.id),
    ),
    ({ runCollectionId }) => runCollectionId,
  );
  return placed.map((row) => ({ ...row, reports: reports.get(row.placed.id) ?? [] }));
}
export type PlacedCollection = Awaited<ReturnType<typeof listPlaced>>[number];

export async function listReports(executor: Executor, runCollectionIds: readonly string[]) {
  if (runCollectionIds.length === 0) return [];
  const rows = await executor
    .select({ report: collectReports, occurredAt: courierFacts.occurredAt, givenBy: visitTexts.recipient })
    .from(collectReports)
    .innerJoin(courierFacts, eq(courierFacts.id, collectReports.factId))
    .leftJoin(visitTexts, eq(visitTexts.visitId, collectReports.factId))
    .where(anyOf(collectReports.runCollectionId, runCollectionIds))
    .orderBy(asc(courierFacts.occurredAt), asc(courierFacts.createdAt), asc(courierFacts.id));
  const parcels = groupRows(
    await executor
      .select({ ...getTableColumns(collectedParcels), parcels: shipments.parcels })
      .from(collectedParcels)
      .leftJoin(shipments, eq(shipments.id, collectedParcels.shipmentId))
      .where(
        anyOf(
          collectedParcels.factId,
          rows.map(({ report }) => report.factId),
        ),
      )
      .orderBy(asc(collectedParcels.at), asc(collectedParcels.trackingId)),
    ({ factId }) => factId,
  );
  return rows.map(({ report, ...more }) => ({ ...report, ...more, parcels: parcels.get(report.factId) ?? [] }));
}

/** `atSender`: those that are still there, a bit each. */
export type WaitingParcel = Pick<ShipmentRow, 'id' | 'trackingId' | 'reference' | 'parcels'> & { atSender: number };

/** Lists all of a shop's parcels, or a return's. */
export async function listWaiting(
  executor: Executor,
  collectionIds: readonly string[],
  before: Date | null = null,
): Promise<Map<string, WaitingParcel[]>> {
  if (collectionIds.length === 0) return new Map();
  const isAsked = sql`s.deleted_at is null and (${before}::timestamptz is null or s.created_at <= ${before}::timestamptz)`;
  const mayWait = sql`${isAsked} and s.status = 'in-progress'`;
  // The rest of what was collected in part waits on.
  const mayBeRest = sql`${isAsked} and s.status not in ('in-progress', 'delivered', 'cancelled', 'failed')
    and exists (select from collected_parcels c where c.shipment_id = s.id and c.pieces is not null)`;
  // Most were never scanned, so their reports need no reading.
  const there = sql`cross join lateral (select case when s.work is not distinct from 'never-scanned'
    and starts_at_sender(s.id) then (1 << s.parcels) - 1 else parcels_at_sender(s.id) end as bits) there`;
  const { rows } = await executor.execute<WaitingParcel & { collectionId: string }>(sql`
    select p.id as "collectionId", w.id, w.tracking_id as "trackingId", w.reference, w.parcels, w.bits as "atSender"
    from ${pickups} p cross join lateral (
      (select s.*, bits from ${shipments} s ${there} where p.kind = 'pickup' and s.sender_id = p.user_id and ${mayWait}
        and bits <> 0 order by s.created_at, s.id limit ${MAX_COLLECTED})
      union all
      (select s.*, bits from ${shipments} s ${there} where p.kind = 'pickup' and s.sender_id = p.user_id and ${mayBeRest}
        and bits <> 0 order by s.created_at, s.id limit ${MAX_COLLECTED})
      union all
      (select s.*, bits from ${shipments} s ${there} where p.kind = 'return' and s.id = any(p.shipment_ids)
        and ((${mayWait}) or (${mayBeRest})) and bits <> 0 limit ${MAX_COLLECTED})) w
    where p.id = any(${sql.param([...new Set(collectionIds)])}::uuid[])
    order by w.created_at, w.id`);
  return groupRows(rows, ({ collectionId }) => collectionId);
}

export async function listToCollect(executor: Executor, runId: string): Promise<Set<string>> {
  const open = await executor
    .select({ id: runCollections.collectionId })
    .from(runCollections)
    .where(and(eq(runCollections.runId, runId), eq(runCollections.status, 'open')));
  const waiting = await listWaiting(
    executor,
    open.flatMap(({ id }) => id ?? []),
  );
  return new Set([...waiting.values()].flat().map(({ id }) => id));
}

const isInVan = and(isNull(collectedParcels.handedInAt), sql`${collectedParcels.result} <> 'left'`);

export function listInVan(executor: Executor, runId: string): Promise<CollectedRow[]> {
  return executor
    .select()
    .from(collectedParcels)
    .where(and(eq(collectedParcels.runId, runId), isInVan))
    .orderBy(asc(collectedParcels.trackingId));
}

/** The caller has locked the runs. */
export async function markHandedIn(
  tx: Transaction,
  rows: readonly Pick<CollectedRow, 'factId' | 'trackingId'>[],
  at: Date | null,
): Promise<void> {
  if (rows.length === 0) return;
  const factIds = sql.param(rows.map(({ factId }) => factId));
  const trackingIds = sql.param(rows.map(({ trackingId }) => trackingId));
  const isOne = sql`(${collectedParcels.factId}, ${collectedParcels.trackingId}) in
    (select * from unnest(${factIds}::uuid[], ${trackingIds}::text[]))`;
  await tx.update(collectedParcels).set({ handedInAt: at }).where(isOne);
}

/** The first collected count first. Returns counts by report. */
export async function handInUnlabelled(tx: Transaction, runId: string, count: number) {
  const { rows } = await tx.execute<{ factId: string; count: number }>(sql`
    with open as (
      select r.fact_id, r.unlabelled - r.unlabelled_in as many,
        sum(r.unlabelled - r.unlabelled_in) over (order by f.occurred_at, r.fact_id) as upto
      from ${collectReports} r join ${courierFacts} f on f.id = r.fact_id where f.run_id = ${runId}
    ), counted as (
      select fact_id, least(many, greatest(0, ${count}::bigint - (upto - many)))::int as count from open
    )
    update ${collectReports} r set unlabelled_in = unlabelled_in + counted.count
    from counted where counted.fact_id = r.fact_id and counted.count > 0
    returning r.fact_id as "factId", counted.count`);
  return rows;
}

/** Includes parcels without a label, for the desk to find. */
export async function listNotHandedIn(tx: Transaction, runId: string) {
  const kind = 'missing-parcel' as const;
  const { rows } = await tx.execute<{ factId: string; trackingId: string | null }>(sql`
    select fact_id as "factId", tracking_id as "trackingId" from ${collectedParcels}
    where run_id = ${runId} and ${isInVan}
    union all
    select r.fact_id, null from ${collectReports} r join ${courierFacts} f on f.id = r.fact_id
    where f.run_id = ${runId} and r.unlabelled > r.unlabelled_in order by 1, 2`);
  return rows.map((row) => ({ ...row, runId, kind, taskId: null }));
}

export function listCollectedOf(executor: Executor, shipmentId: string): Promise<CollectedRow[]> {
  return executor
    .select()
    .from(collectedParcels)
    .where(and(eq(collectedParcels.shipmentId, shipmentId), isInVan));
}
