/** Collections in runs. They change only under their run's lock. */
import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { pick } from '../../../src/domain/pick.ts';
import { MAX_COLLECTED, type RunCollectionStatus } from '../../../src/domain/pickups/collection.ts';
import { stopAddressKey } from '../../../src/domain/places/group-stops.ts';
import type { RunStatus } from '../../../src/domain/runs/run-status.ts';
import type { Database, Executor, Transaction } from '../../base/database/client.ts';
import { activities } from '../../base/database/tables/activities.ts';
import { courierFacts, runExceptions, runs, runTasks, visitTexts } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { collectedParcels, collectReports, runCollections } from '../../base/database/tables/shops/collections.ts';
import { pickups } from '../../base/database/tables/shops/pickups.ts';
import { shopSettings } from '../../base/database/tables/shops/shop-settings.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { deleteEmptyStops, insertStops, listUnvisitedStops, type StopAddress } from '../../runs/store/run-tasks.ts';
import { lockRuns } from '../../runs/store/runs.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';
import { pickupColumns } from './pickups.ts';

/** In a transaction. */
const FORGOTTEN_RUNS = 100;

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

/** Lists collections that no run has, on this day or from it on, the next first. */
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

/** Puts a collection, which no run has open, at its door in a locked run. */
export async function placeCollection(tx: Transaction, runId: string, collectionId: string): Promise<void> {
  const door = await findDoorOf(tx, collectionId);
  if (!door) return;
  const known = (await listUnvisitedStops(tx, runId)).find(({ place }) => place === door.place);
  const [stop = known] = known ? [] : await insertStops(tx, runId, [door]);
  if (stop) await tx.insert(runCollections).values({ runId, stopId: stop.id, collectionId });
}

/**
 * Takes an open collection, or all, out of a locked run. The courier of a planned run never saw it, and must not read
 * the address. `isWaiting`: it goes into another run, which only its place says.
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

export async function setRunCollectionStop(tx: Transaction, id: string, stopId: string): Promise<void> {
  await tx.update(runCollections).set({ stopId }).where(eq(runCollections.id, id));
}

export async function setRunCollectionStatus(
  tx: Transaction,
  ids: readonly string[],
  status: RunCollectionStatus,
  changedAt = new Date(),
): Promise<void> {
  if (ids.length > 0) await tx.update(runCollections).set({ status, changedAt }).where(anyOf(runCollections.id, ids));
}

export const takeOpenCollections = (
  tx: Transaction,
  run: { id: string; status: RunStatus },
  status: 'failed' | 'moved' | 'cancelled',
): Promise<string[]> => takeOut(tx, run, { status, isWaiting: status === 'cancelled' });

/** Lists collections in runs with what was reported of each, the latest report last. */
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

/** Lists what is still at the door of collections, by their ids: all of a shop's, or a return's parcels. */
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
  // Most have never been scanned, which is known without reading all that was reported of them.
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

/** Shipments that this run collects before it can deliver them. */
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

export async function findByTrackingIds(executor: Executor, trackingIds: readonly string[]) {
  if (trackingIds.length === 0) return [];
  return executor
    .select(pick(shipments, 'id', 'trackingId', 'parcels'))
    .from(shipments)
    .where(anyOf(shipments.trackingId, trackingIds));
}

/** Which of these parcels a van had before: loaded for a delivery, or collected and not handed in. */
export async function listInVans(
  executor: Executor,
  shipmentIds: readonly string[],
  before: Date,
): Promise<{ shipmentId: string; runCollectionId: string | null; pieces: number | null }[]> {
  if (shipmentIds.length === 0) return [];
  const loaded = await executor
    .select({ shipmentId: runTasks.shipmentId })
    .from(runTasks)
    .where(and(anyOf(runTasks.shipmentId, shipmentIds), eq(runTasks.status, 'loaded'), lt(runTasks.loadedAt, before)));
  const collected = await executor
    .select({
      shipmentId: collectedParcels.shipmentId,
      runCollectionId: collectReports.runCollectionId,
      pieces: collectedParcels.pieces,
    })
    .from(collectedParcels)
    .innerJoin(collectReports, eq(collectReports.factId, collectedParcels.factId))
    .where(
      and(
        anyOf(collectedParcels.shipmentId, shipmentIds),
        anyOf(collectedParcels.result, ['collected', 'surprise']),
        or(isNull(collectedParcels.handedInAt), gt(collectedParcels.handedInAt, before)),
      ),
    );
  return [
    ...loaded.map((row) => ({ ...row, runCollectionId: null, pieces: null })),
    ...collected.flatMap(({ shipmentId, ...row }) => (shipmentId ? [{ shipmentId, ...row }] : [])),
  ];
}

/** Since a time, when each of these parcels was next seen somewhere: it is no longer in the van. */
export async function listSeenAfter(
  executor: Executor,
  shipmentIds: readonly string[],
  after: Date,
): Promise<Map<string, Date>> {
  const rows = await executor
    .select({ shipmentId: activities.shipmentId, at: sql<string>`min(${activities.occurredAt})` })
    .from(activities)
    .where(
      and(
        anyOf(activities.shipmentId, shipmentIds),
        eq(activities.kind, 'location'),
        gt(activities.occurredAt, after),
        sql`${activities.address} <> ''`,
      ),
    )
    .groupBy(activities.shipmentId);
  return new Map(rows.map(({ shipmentId, at }) => [shipmentId, new Date(at)]));
}

export async function insertReport(tx: Transaction, report: typeof collectReports.$inferInsert): Promise<void> {
  await tx.insert(collectReports).values(report);
}

export async function insertCollected(
  tx: Transaction,
  rows: readonly (typeof collectedParcels.$inferInsert)[],
): Promise<void> {
  for (const some of inBatches(rows)) await tx.insert(collectedParcels).values(some);
}

const isInVan = and(isNull(collectedParcels.handedInAt), sql`${collectedParcels.result} <> 'left'`);

/** What a run has collected and not handed in. */
export function listInVan(executor: Executor, runId: string): Promise<CollectedRow[]> {
  return executor
    .select()
    .from(collectedParcels)
    .where(and(eq(collectedParcels.runId, runId), isInVan))
    .orderBy(asc(collectedParcels.trackingId));
}

/** Marks parcels of locked runs as handed in, or as in the van again. */
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

/** Counts as handed in so many parcels without a label of a locked run, the first collected first; by report. */
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

export async function takeBackUnlabelled(tx: Transaction, factId: string): Promise<void> {
  await tx
    .update(collectReports)
    .set({ unlabelledIn: sql`greatest(0, ${collectReports.unlabelledIn} - 1)` })
    .where(eq(collectReports.factId, factId));
}

/** Finds the last run that took something without a label where this parcel waited, and has not handed it in. */
export async function findRunOfUnlabelled(
  executor: Executor,
  { id, senderId, receiverId }: Pick<ShipmentRow, 'id' | 'senderId' | 'receiverId'>,
): Promise<string | null> {
  const isOwn = and(eq(pickups.kind, 'pickup'), senderId === null ? sql`false` : eq(pickups.userId, senderId));
  const isReturn = and(
    eq(pickups.kind, 'return'),
    receiverId === null ? sql`false` : eq(pickups.userId, receiverId),
    sql`${pickups.shipmentIds} @> array[${id}::uuid]`,
  );
  const [row] = await executor
    .select({ runId: runCollections.runId })
    .from(collectReports)
    .innerJoin(runCollections, eq(runCollections.id, collectReports.runCollectionId))
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(gt(collectReports.unlabelled, collectReports.unlabelledIn), or(isOwn, isReturn)))
    .orderBy(desc(collectReports.factId))
    .limit(1);
  return row?.runId ?? null;
}

/**
 * Lists what a run has neither delivered nor handed in, by report, with parcels without a label, for the desk to find.
 */
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

export type UnknownParcel = Pick<CollectedRow, 'factId' | 'trackingId' | 'runId'> & { runCollectionId: string };

/** What was collected of a shop by numbers that no shipment had, the first first. */
export function listUnknown(
  executor: Executor,
  userId: string,
  references: readonly string[],
): Promise<UnknownParcel[]> {
  const { factId, trackingId, runId } = collectedParcels;
  return executor
    .select({ factId, trackingId, runId, runCollectionId: collectReports.runCollectionId })
    .from(collectedParcels)
    .innerJoin(collectReports, eq(collectReports.factId, factId))
    .innerJoin(runCollections, eq(runCollections.id, collectReports.runCollectionId))
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(eq(collectedParcels.result, 'unknown'), eq(pickups.userId, userId), anyOf(trackingId, references)))
    .orderBy(asc(collectedParcels.at), asc(factId));
}

/** Forgets codes that runs over `days` ago scanned and no parcel has: they count as without a label. True once done. */
export const forgetUnknown = (db: Database, days: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select distinct r.id from ${collectedParcels} c join ${runs} r on r.id = c.run_id
      where c.result = 'unknown' and r.status in ('closed', 'cancelled')
        and coalesce(r.closed_at, r.created_at) < now() - ${days} * interval '1 day' limit ${FORGOTTEN_RUNS}`);
    if (rows.length === 0) return true;
    const ids = rows.map(({ id }) => id);
    await lockRuns(tx, ids);
    await tx.execute(sql`
      with gone as (
        delete from ${collectedParcels} where result = 'unknown' and run_id = any(${sql.param(ids)}::uuid[])
        returning fact_id, tracking_id
      ), counted as (
        update ${collectReports} r set unlabelled = unlabelled + codes.count, unlabelled_in = unlabelled_in + codes.count
        from (select fact_id, count(*)::int as count from gone group by 1) codes where codes.fact_id = r.fact_id
      )
      update ${runExceptions} e set tracking_id = null from gone
      where e.fact_id = gone.fact_id and e.tracking_id = gone.tracking_id`);
    return ids.length < FORGOTTEN_RUNS;
  });

/** Deletes what couriers wrote where they collected from this account. */
export async function deleteCollectionTextsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${visitTexts} where visit_id in (
      select r.fact_id from ${collectReports} r join ${runCollections} c on c.id = r.run_collection_id
      join ${pickups} p on p.id = c.collection_id where p.user_id = ${userId})`);
}

/** Erases the stops of a shop's pickups in runs that are over. */
export async function eraseStopsOfShop(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update run_stops s set place = '', name = '', phone = '', address = '' from runs r
    where r.id = s.run_id and r.status in ('closed', 'cancelled') and s.id in (
      select c.stop_id from ${runCollections} c join ${pickups} p on p.id = c.collection_id where p.user_id = ${userId})
      and not exists (select from run_tasks t where t.stop_id = s.id)`);
}

export async function joinParcel(
  tx: Transaction,
  { factId, trackingId }: UnknownParcel,
  shipment: { id: string; trackingId: string },
  result: 'collected' | 'surprise',
): Promise<void> {
  await tx
    .update(collectedParcels)
    .set({ result, shipmentId: shipment.id, trackingId: shipment.trackingId })
    .where(and(eq(collectedParcels.factId, factId), eq(collectedParcels.trackingId, trackingId)));
}

/** Whether a report is of a collection of this shop. */
export async function isShopOfReport(executor: Executor, factId: string, userId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: pickups.id })
    .from(collectReports)
    .innerJoin(runCollections, eq(runCollections.id, collectReports.runCollectionId))
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(eq(collectReports.factId, factId), eq(pickups.userId, userId), eq(pickups.kind, 'pickup')));
  return rows.length > 0;
}
