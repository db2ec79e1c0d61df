import { groupRows } from '../../src/domain/group-rows.ts';
import { COLLECT_FAILURE_LABELS, stateAfterCollect, statusAfterCollect } from '../../src/domain/pickups/collection.ts';
import { effectOfScan, type ScannedEffect } from '../../src/domain/pickups/scanned.ts';
import { readWritten } from '../../src/domain/places/parse-address.ts';
import { allBits, bitsOf, parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import { MAX_NEWS_AGE_MS } from '../../src/domain/runs/effects.ts';
import type { Collect, HandIn } from '../../src/domain/runs/facts.ts';
import type { Locked } from '../base/database/locked.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { endPickup, mailPickupTrouble } from '../deliveries/end-pickup.ts';
import { tellParties } from '../messages/tell-parties.ts';
import { learnFromVisit } from '../places/learn-from-visit.ts';
import { statusAt } from '../runs/fact-context.ts';
import { notFound, type RecordedFact, recordFact } from '../runs/record-fact.ts';
import { insertVisitTexts } from '../runs/store/courier-facts.ts';
import { resolveCollected } from '../runs/store/run-exceptions.ts';
import { findStopOfCourier, listTasksOfRun } from '../runs/store/run-tasks.ts';
import { bumpRunVersion, findRun, lockRuns } from '../runs/store/runs.ts';
import { insertProofs } from '../runs/store/visit-proofs.ts';
import { insertActivities, listStatusChanges } from '../shipments/store/activities.ts';
import { type ShipmentRow, updateShipmentStatus } from '../shipments/store/shipments.ts';
import { listAtSender } from '../shipments/store/whereabouts.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import {
  type CollectedRow,
  findByTrackingIds,
  findCollectionOfCourier,
  handInUnlabelled,
  insertCollected,
  insertReport,
  listInVan,
  listInVans,
  listPlacesOf,
  listSeenAfter,
  listWaiting,
  markHandedIn,
  setRunCollectionStatus,
} from './store/collections.ts';
import { lockPickup } from './store/pickups.ts';

type Placed = NonNullable<Awaited<ReturnType<typeof findCollectionOfCourier>>>;
type Stop = NonNullable<Awaited<ReturnType<typeof findStopOfCourier>>>;

/**
 * Records what a courier took at a collection, by tracking ID, whatever became of it (decision 0053).
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
  // A shipment that this run also delivers counts as loaded once the van has all of it.
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
  if (isNew) await settleCollection(unit, input, { placed: found.placed, runs, hasLeft });
}

/** Returns whether something was left. */
async function applyCollect(
  unit: UnitOfWork,
  input: Collect,
  { fact, found, stop, taken }: { fact: RecordedFact; found: Placed; stop: Stop; taken: Taken },
): Promise<boolean> {
  const { tx, actor } = unit;
  const { when, shipments, except } = fact;
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
  const left = await listLeft(unit, input, { found, occurredAt, count: countTaken(scanned, input) });
  // What this van had of them before is loaded with the rest.
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

interface Scanned {
  shipment: Locked<ShipmentRow>;
  effect: ScannedEffect;
  isAgain: boolean;
  /** Null for all of it, else a bit each. */
  pieces: number | null;
  /** What stays there, a bit each. */
  rest: number;
}

interface TakenShipment {
  pieces: number | null;
  /** Counts what the van had of it before, too. */
  isWhole: boolean;
  before: CollectedRow[];
  /** What was there before this report, a bit each. */
  atSender: number;
}
type Taken = ReadonlyMap<string, TakenShipment>;

/** Says which parcels of each shipment a report is about. */
async function readTaken(
  { tx }: UnitOfWork,
  { parcels }: Collect,
  { runId, named }: { runId: string; named: readonly Pick<ShipmentRow, 'id' | 'trackingId' | 'parcels'>[] },
): Promise<Taken> {
  const numbersOf = new Map(parcels.map(({ trackingId, pieces }) => [trackingId, pieces]));
  const isAnyInPart = named.some(({ trackingId, parcels: count }) => count > 1 && numbersOf.get(trackingId));
  const inVan = isAnyInPart ? groupRows(await listInVan(tx, runId), (row) => row.shipmentId ?? '') : new Map();
  const ids = named.flatMap(({ id, parcels: count }) => (count > 1 ? id : []));
  const atSender = await listAtSender(tx, ids);
  return new Map(
    named.map(({ id, trackingId, parcels: count }) => {
      const all = allBits(count);
      const bits = bitsOf(numbersOf.get(trackingId) ?? []) & all;
      const pieces = bits === 0 || bits === all ? null : bits;
      const before: CollectedRow[] = pieces === null ? [] : (inVan.get(id) ?? []);
      const had = before.reduce((sum, row) => sum | (row.pieces ?? all), 0);
      const isWhole = pieces === null || (had | pieces) === all;
      return [id, { pieces, isWhole, before: isWhole ? before : [], atSender: atSender.get(id) ?? 0 }];
    }),
  );
}

const countIn = (bits: number): number => parcelNumbersIn(bits).length;

const sayCollected = ({ id, parcels }: ShipmentRow, taken: Taken): string => {
  const pieces = taken.get(id)?.pieces;
  return pieces ? `Collected ${countIn(pieces)} of ${parcels} parcels` : 'Collected';
};

/** All that was taken, each parcel of a shipment. */
const countTaken = (scanned: readonly Scanned[], { parcels, unlabelled }: Collect): number =>
  scanned.reduce((sum, { shipment, pieces }) => sum + (pieces === null ? shipment.parcels : countIn(pieces)), 0) +
  (parcels.length - scanned.length) +
  unlabelled;

async function readScanned(
  { tx }: UnitOfWork,
  { fact: { when, shipments }, found: { placed, pickup }, taken }: { fact: RecordedFact; found: Placed; taken: Taken },
): Promise<Scanned[]> {
  const { occurredAt } = when;
  const changesOf = groupRows(await listStatusChanges(tx, shipments), ({ shipmentId }) => shipmentId);
  const vans = groupRows(
    await listInVans(
      tx,
      shipments.map(({ id }) => id),
      occurredAt,
    ),
    ({ shipmentId }) => shipmentId,
  );
  return shipments.map((shipment) => {
    const changes = changesOf.get(shipment.id) ?? [];
    const all = allBits(shipment.parcels);
    const { pieces = null, atSender = 0 } = taken.get(shipment.id) ?? {};
    const mine = pieces ?? all;
    const inVans = (vans.get(shipment.id) ?? []).filter((row) => ((row.pieces ?? all) & mine) !== 0);
    const isAgain = inVans.some(({ runCollectionId }) => runCollectionId === placed.id);
    const isOwn =
      pickup?.kind === 'return' ? pickup.shipmentIds.includes(shipment.id) : shipment.senderId === pickup?.userId;
    const effect = effectOfScan({
      isOwn,
      isAgain,
      isDeleted: shipment.deletedAt !== null,
      isInVan: inVans.length > 0,
      isRest: atSender !== all && (atSender & mine) !== 0,
      statusThen: statusAt({ shipment, changes }, occurredAt),
      statusNow: shipment.status,
      isOvertaken: changes.some((change) => change.occurredAt > occurredAt),
    });
    const rest = pieces === null ? 0 : (atSender || all) & ~mine;
    return { shipment, effect, isAgain, pieces, rest };
  });
}

/** What the courier left, and what was expected and not there. */
async function listLeft(
  { tx }: UnitOfWork,
  { result, parcels, left }: Collect,
  { found: { pickup }, occurredAt, count }: { found: Placed; occurredAt: Date; count: number },
) {
  const taken = new Set(parcels.map(({ trackingId }) => trackingId));
  const reasons = new Map(left.map(({ trackingId, reason }): [string, string] => [trackingId, reason]));
  const isShort = pickup !== null && result === 'collected' && count < pickup.parcels;
  const waiting = isShort ? await listWaiting(tx, [pickup.id], occurredAt) : null;
  for (const { trackingId } of waiting?.get(pickup?.id ?? '') ?? [])
    if (!reasons.has(trackingId)) reasons.set(trackingId, 'not_there');
  return Array.from(reasons, ([trackingId, reason]) => ({ trackingId, reason })).filter(
    ({ trackingId }) => !taken.has(trackingId),
  );
}

/** Or what comes last where the address names no town. */
function townOf(address: string): string {
  const { writtenTown, lastLine } = readWritten(address);
  return writtenTown || lastLine;
}

/** Settles the collection in all runs that have it; the shop reads it with the parcels. */
async function settleCollection(
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
    // One that it was moved to while this waited is not locked yet.
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
 * Records that what was collected is at the depot; a late one ends the search for it.
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
