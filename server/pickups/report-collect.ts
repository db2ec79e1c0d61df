import { and, eq, gt, sql } from 'drizzle-orm';
import { pick } from '../../src/domain/pick.ts';
import {
  COLLECT_FAILURE_LABELS,
  type RunCollectionStatus,
  stateAfterCollect,
  statusAfterCollect,
} from '../../src/domain/pickups/collection.ts';
import { MAX_NEWS_AGE_MS } from '../../src/domain/runs/effects.ts';
import type { Collect, HandIn } from '../../src/domain/runs/facts.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { collectedParcels, collectReports, runCollections } from '../base/database/tables/shops/collections.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { endPickup, mailPickupTrouble } from '../deliveries/end-pickup.ts';
import { tellParties } from '../messages/tell-parties.ts';
import { learnFromVisit } from '../places/learn-from-visit.ts';
import { notFound, type RecordedFact, recordFact } from '../runs/record-fact.ts';
import { insertVisitTexts } from '../runs/store/courier-facts.ts';
import { resolveCollected } from '../runs/store/run-exceptions.ts';
import { findStopOfCourier, listTasksOfRun } from '../runs/store/run-tasks.ts';
import { bumpRunVersion, findRun, lockRuns } from '../runs/store/runs.ts';
import { insertProofs } from '../runs/store/visit-proofs.ts';
import { insertActivities } from '../shipments/store/activities.ts';
import { updateShipmentStatus } from '../shipments/store/shipments.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import {
  countIn,
  listNotTaken,
  type Placed,
  readScanned,
  readTaken,
  type Scanned,
  sayCollected,
  type Taken,
  townOf,
} from './read-scanned.ts';
import {
  findCollectionOfCourier,
  handInUnlabelled,
  listInVan,
  listPlacesOf,
  markHandedIn,
} from './store/collections.ts';
import { lockPickup } from './store/pickups.ts';

type Stop = NonNullable<Awaited<ReturnType<typeof findStopOfCourier>>>;

async function findByTrackingIds(executor: Executor, trackingIds: readonly string[]) {
  if (trackingIds.length === 0) return [];
  return executor
    .select(pick(shipments, 'id', 'trackingId', 'parcels'))
    .from(shipments)
    .where(anyOf(shipments.trackingId, trackingIds));
}

/**
 * Records each tracking ID, whatever became of its parcel (decision 0053).
 * @throws Like `recordFact`.
 */
export async function reportCollect(unit: UnitOfWork, input: Collect): Promise<void> {
  const courierId = unit.actor?.id ?? '';
  const found = await findCollectionOfCourier(unit.tx, courierId, input.collectionId);
  const stop = found && (await findStopOfCourier(unit.tx, courierId, input.stopId));
  if (!found || stop?.runId !== found.placed.runId) throw notFound();
  const { runId } = stop;
  const named = await findByTrackingIds(
    unit.tx,
    input.parcels.map((parcel) => parcel.trackingId),
  );
  const shipmentIds = named.map(({ id }) => id);
  const taken = await readTaken(unit, input, { runId, named });
  const isWhole = (id: string) => taken.get(id)?.isWhole ?? false;
  // A shipment that this run delivers is loaded once the van has all of it.
  const tasks = (await listTasksOfRun(unit.tx, runId)).filter(
    ({ status, shipmentId }) => (status === 'assigned' || status === 'left') && isWhole(shipmentId),
  );
  const places = found.placed.collectionId ? await listPlacesOf(unit.tx, found.placed.collectionId) : [];
  let runs: RecordedFact['runs'] = new Map();
  let hasLeft = false;
  const isNew = await recordFact(
    unit,
    {
      kind: 'collect',
      input,
      runId,
      stopId: stop.id,
      taskIds: tasks.map(({ id }) => id),
      shipmentIds,
      runIds: places.map((place) => place.runId),
      outcomeOf: () => ({ result: 'loaded' }),
    },
    async (fact) => {
      runs = fact.runs;
      hasLeft = await applyCollect(unit, input, { fact, found, stop, taken });
    },
  );
  if (isNew) await endCollection(unit, input, { placed: found.placed, runs, hasLeft });
}

/** A parcel seen elsewhere is no longer in the van. */
async function listSeenAfter(
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

async function insertReport(tx: Transaction, report: typeof collectReports.$inferInsert): Promise<void> {
  await tx.insert(collectReports).values(report);
}

async function insertCollected(
  tx: Transaction,
  rows: readonly (typeof collectedParcels.$inferInsert)[],
): Promise<void> {
  for (const some of inBatches(rows)) await tx.insert(collectedParcels).values(some);
}

/** Returns whether something was left. */
async function applyCollect(
  unit: UnitOfWork,
  input: Collect,
  { fact, found, stop, taken }: { fact: RecordedFact; found: Placed; stop: Stop; taken: Taken },
): Promise<boolean> {
  const { tx, actor } = unit;
  const { when, shipments, raiseException: except } = fact;
  const { occurredAt } = when;
  const scanned = await readScanned(unit, { fact, found, taken });
  const byTrackingId = new Map(scanned.map((one) => [one.shipment.trackingId, one]));
  const direct = new Set(fact.parcels.map(({ shipment }) => shipment.id));
  const moved = scanned.filter(({ effect }) => effect.hasEntry);
  const isOut = ({ shipment }: Scanned) => fact.run.startedAt !== null && direct.has(shipment.id);
  const changed = moved.filter((one) => one.effect.status !== null && !isOut(one));
  await updateShipmentStatus(
    tx,
    changed.map(({ shipment }) => shipment),
    'shipped',
  );
  await unit.audit(
    changed.map(({ shipment }) => ({
      entity: 'shipment' as const,
      entityId: shipment.id,
      before: { status: shipment.status },
      after: { status: 'shipped' },
    })),
  );
  await insertActivities(
    tx,
    moved.map(({ shipment }) => ({
      shipmentId: shipment.id,
      kind: 'status' as const,
      status: 'shipped' as const,
      comment: sayCollected(shipment, taken),
      address: townOf(found.pickup?.address ?? stop.address),
      ...when,
      // Before it is out for delivery.
      occurredAt: new Date(occurredAt.getTime() - 1),
      createdBy: actor?.id ?? null,
    })),
  );

  const seen = await listSeenAfter(
    tx,
    shipments.map(({ id }) => id),
    occurredAt,
  );
  await insertReport(tx, {
    factId: input.id,
    runCollectionId: found.placed.id,
    result: input.result,
    reason: input.reason ?? '',
    unlabelled: input.unlabelled,
  });
  const rowOf = { factId: input.id, runId: found.placed.runId };
  const collected = input.parcels.map(({ trackingId, at }) => {
    const one = byTrackingId.get(trackingId);
    const shipmentId = one?.shipment.id ?? null;
    const isDelivered = shipmentId !== null && direct.has(shipmentId);
    const handedInAt = isDelivered || one?.isAgain ? occurredAt : (seen.get(shipmentId ?? '') ?? null);
    return {
      ...rowOf,
      trackingId,
      shipmentId,
      result: one?.effect.result ?? ('unknown' as const),
      pieces: one?.pieces ?? null,
      at: new Date(at),
      handedInAt,
    };
  });
  const left = await listNotTaken(unit, input, { found, occurredAt, count: countTaken(scanned, input) });
  await markHandedIn(
    tx,
    [...direct].flatMap((id) => taken.get(id)?.before ?? []),
    occurredAt,
  );
  await insertCollected(tx, [...collected, ...left.map((row) => ({ ...row, ...rowOf, result: 'left' as const }))]);
  for (const { trackingId, result } of collected) {
    if (result === 'surprise') except('collected-by-surprise', null, trackingId);
    if (result === 'unknown') except('collected-unknown', null, trackingId);
  }

  const { givenBy = '', note = '' } = input;
  // Nothing is kept of an account that is gone.
  if (found.pickup) await insertVisitTexts(tx, { visitId: input.id, recipient: givenBy, note });
  await insertProofs(
    tx,
    input.proofs.map(({ sha256, ...proof }) => ({
      ...proof,
      visitId: input.id,
      sha256: Buffer.from(sha256, 'hex'),
      // A shop’s own are nothing of its receivers.
      shipmentIds: found.pickup?.kind === 'return' ? found.pickup.shipmentIds : [],
      erasedAt: found.pickup ? null : new Date(),
    })),
  );
  if (input.at) await learnFromVisit(unit, stop, { at: input.at, takenAt: occurredAt });
  for (const type of ['shipment.status_changed', 'shipment.collected'] as const) {
    const status = 'shipped' as const;
    await noteShopEvents(
      unit,
      changed.map(({ shipment }) => ({ shipment, type, status, occurredAt })),
    );
  }
  const isFresh = Date.now() - occurredAt.getTime() <= MAX_NEWS_AGE_MS;
  const about = { status: 'shipped' as const, occurredAt: occurredAt.toISOString() };
  const news = { kind: 'status-changed' as const, about };
  if (isFresh)
    await tellParties(
      unit,
      changed.map(({ shipment }) => ({ shipment, news })),
    );
  return left.length > 0 || moved.some(({ rest }) => rest !== 0);
}

const countTaken = (scanned: readonly Scanned[], { parcels, unlabelled }: Collect): number =>
  scanned.reduce((sum, { shipment, pieces }) => sum + (pieces === null ? shipment.parcels : countIn(pieces)), 0) +
  (parcels.length - scanned.length) +
  unlabelled;

async function setRunCollectionStatus(
  tx: Transaction,
  ids: readonly string[],
  status: RunCollectionStatus,
  changedAt = new Date(),
): Promise<void> {
  if (ids.length > 0) await tx.update(runCollections).set({ status, changedAt }).where(anyOf(runCollections.id, ids));
}

async function endCollection(
  unit: UnitOfWork,
  { result, reason }: Collect,
  { placed, runs, hasLeft }: { placed: Placed['placed']; runs: RecordedFact['runs']; hasLeft: boolean },
): Promise<void> {
  const { tx } = unit;
  const places = placed.collectionId ? await listPlacesOf(tx, placed.collectionId) : [];
  const own = placed.collectionId ? places.find(({ id }) => id === placed.id) : placed;
  if (own) await setRunCollectionStatus(tx, [own.id], statusAfterCollect(own.status, result));
  if (result === 'collected') {
    const elsewhere = places.filter(({ id, status }) => status === 'open' && id !== placed.id);
    const ids = elsewhere.map(({ id }) => id);
    await setRunCollectionStatus(tx, ids, 'moved');
    // It may have moved to a run that is not locked yet.
    await lockRuns(
      tx,
      elsewhere.flatMap(({ runId }) => (runs.has(runId) ? [] : runId)),
    );
    for (const { runId } of elsewhere) await bumpRunVersion(tx, runId);
  }
  const pickup = placed.collectionId && (await lockPickup(tx, placed.collectionId));
  if (!pickup) return;
  if (hasLeft) await mailPickupTrouble(unit, pickup);
  const state = stateAfterCollect(pickup.state, result, own?.status === 'open');
  if (state === pickup.state) return;
  await endPickup(unit, pickup, { state, reason: result === 'failed' && reason ? COLLECT_FAILURE_LABELS[reason] : '' });
}

/**
 * A late report ends the search.
 * @throws Like `recordFact`.
 */
export async function reportHandIn(unit: UnitOfWork, input: HandIn): Promise<void> {
  const run = await findRun(unit.tx, input.runId);
  if (run?.courierId !== unit.actor?.id) throw notFound();
  const isAll = input.trackingIds === undefined && input.unlabelled === undefined;
  const named = new Set(input.trackingIds);
  const isNamed = ({ trackingId }: { trackingId: string }) => isAll || named.has(trackingId);
  const inVan = (await listInVan(unit.tx, input.runId)).filter(isNamed);
  const shipmentIds = inVan.flatMap(({ shipmentId }) => shipmentId ?? []);
  await recordFact(
    unit,
    { kind: 'hand-in', input, runId: input.runId, taskIds: [], shipmentIds, outcomeOf: () => null },
    async ({ when, shipments }) => {
      const still = (await listInVan(unit.tx, input.runId)).filter(isNamed);
      await markHandedIn(unit.tx, still, when.occurredAt);
      await insertActivities(
        unit.tx,
        shipments
          .filter(({ id, deletedAt }) => deletedAt === null && still.some(({ shipmentId }) => shipmentId === id))
          .map(({ id, status }) => ({
            shipmentId: id,
            status,
            kind: 'location' as const,
            comment: 'Arrived at the depot',
            address: '',
            ...when,
            createdBy: unit.actor?.id ?? null,
          })),
      );
      const counted = await handInUnlabelled(
        unit.tx,
        input.runId,
        input.unlabelled ?? (isAll ? Number.MAX_SAFE_INTEGER : 0),
      );
      await resolveCollected(unit.tx, input.runId, {
        trackingIds: still.map(({ trackingId }) => trackingId),
        factIds: counted.map(({ factId }) => factId),
      });
    },
  );
}
