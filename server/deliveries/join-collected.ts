import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { runExceptions } from '../base/database/tables/runs.ts';
import { collectedParcels, collectReports, runCollections } from '../base/database/tables/shops/collections.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { CollectedRow } from '../pickups/store/collections.ts';
import { insertExceptions, resolveCollected } from '../runs/store/run-exceptions.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import { insertActivities } from '../shipments/store/activities.ts';
import { findShipment, type ShipmentRow, updateShipmentStatus } from '../shipments/store/shipments.ts';

type UnknownParcel = Pick<CollectedRow, 'factId' | 'trackingId' | 'runId'> & { runCollectionId: string };

function listUnknown(executor: Executor, userId: string, references: readonly string[]): Promise<UnknownParcel[]> {
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

async function lockCollectedExceptions(tx: Transaction, trackingIds: readonly string[]): Promise<void> {
  if (trackingIds.length === 0) return;
  const isOpen = and(anyOf(runExceptions.trackingId, trackingIds), isNull(runExceptions.resolvedAt));
  await tx.select({ id: runExceptions.id }).from(runExceptions).where(isOpen).orderBy(runExceptions.id).for('update');
}

/** Locks what couriers took under a shop's references, before its balance and its drafts' shipments. */
export async function lockUnknown(
  { tx }: UnitOfWork,
  userId: string,
  references: readonly string[],
): Promise<UnknownParcel[]> {
  const found = await listUnknown(tx, userId, references);
  await lockRuns(tx, [...new Set(found.map(({ runId }) => runId))]);
  await lockCollectedExceptions(
    tx,
    found.map(({ trackingId }) => trackingId),
  );
  return found;
}

async function joinParcel(
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

/** Joins them with the shipments that this transaction has made: they were collected. */
export async function joinCollected(
  unit: UnitOfWork,
  unknown: readonly UnknownParcel[],
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const { tx, actor } = unit;
  const joined = new Map<string, UnknownParcel>();
  for (const parcel of unknown) {
    const shipment = await findShipment(tx, made.get(parcel.trackingId) ?? '');
    if (!shipment) continue;
    const first = joined.get(shipment.id);
    if (first) {
      await joinAgain(tx, parcel, { first, shipment });
      continue;
    }
    joined.set(shipment.id, parcel);
    await resolveCollected(tx, parcel.runId, { trackingIds: [parcel.trackingId] });
    await joinParcel(tx, parcel, shipment, 'collected');
    await bumpRunVersion(tx, parcel.runId);
    // Nobody else sees it yet.
    await updateShipmentStatus(tx, [shipment as Locked<ShipmentRow>], 'shipped');
    await insertActivities(tx, [
      {
        shipmentId: shipment.id,
        kind: 'status',
        status: 'shipped',
        comment: 'Collected',
        address: '',
        occurredAt: new Date(),
        createdBy: actor?.id ?? null,
      },
    ]);
  }
}

/** Its number was scanned again: at the same door it counts once, elsewhere the desk has to look. */
async function joinAgain(
  tx: Transaction,
  parcel: UnknownParcel,
  { first, shipment }: { first: UnknownParcel; shipment: ShipmentRow },
): Promise<void> {
  const { runId, factId } = parcel;
  const isSameDoor = parcel.runCollectionId === first.runCollectionId;
  await resolveCollected(tx, runId, { trackingIds: [parcel.trackingId] });
  await joinParcel(tx, parcel, shipment, isSameDoor ? 'collected' : 'surprise');
  if (isSameDoor) return;
  const { trackingId } = shipment;
  await insertExceptions(tx, [{ runId, kind: 'collected-by-surprise', taskId: null, factId, trackingId }]);
  await bumpRunVersion(tx, runId);
}
