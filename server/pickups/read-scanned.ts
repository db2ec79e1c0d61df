import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { groupRows } from '../../src/domain/group-rows.ts';
import { effectOfScan, type ScannedEffect } from '../../src/domain/pickups/scanned.ts';
import { readWritten } from '../../src/domain/places/parse-address.ts';
import { allBits, bitsOf, parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import type { Collect } from '../../src/domain/runs/facts.ts';
import type { Executor } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { runTasks } from '../base/database/tables/runs.ts';
import { collectedParcels, collectReports } from '../base/database/tables/shops/collections.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { statusAt } from '../runs/fact-context.ts';
import type { RecordedFact } from '../runs/record-fact.ts';
import { listStatusChanges } from '../shipments/store/activities.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { listAtSender } from '../shipments/store/whereabouts.ts';
import { type CollectedRow, type findCollectionOfCourier, listInVan, listWaiting } from './store/collections.ts';

export type Placed = NonNullable<Awaited<ReturnType<typeof findCollectionOfCourier>>>;

export interface Scanned {
  shipment: Locked<ShipmentRow>;
  effect: ScannedEffect;
  isAgain: boolean;
  /** Null for all of it, else a bit each. */
  pieces: number | null;
  /** A bit for each parcel. */
  rest: number;
}

interface TakenShipment {
  pieces: number | null;
  /** Counts what the van had of it before, too. */
  isWhole: boolean;
  before: CollectedRow[];
  /** A bit for each parcel. */
  atSender: number;
}

export type Taken = ReadonlyMap<string, TakenShipment>;

/** Says which parcels of each shipment a report is about. */
export async function readTaken(
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

export const countIn = (bits: number): number => parcelNumbersIn(bits).length;

export const sayCollected = ({ id, parcels }: ShipmentRow, taken: Taken): string => {
  const pieces = taken.get(id)?.pieces;
  return pieces ? `Collected ${countIn(pieces)} of ${parcels} parcels` : 'Collected';
};

async function listInVans(
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

export async function readScanned(
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

/** Lists what a courier did not take and why; what waited without a word is `not_there` if fewer were taken. */
export async function listNotTaken(
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
export function townOf(address: string): string {
  const { writtenTown, lastLine } = readWritten(address);
  return writtenTown || lastLine;
}
