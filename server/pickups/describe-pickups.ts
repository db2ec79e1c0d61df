import { and, isNull } from 'drizzle-orm';
import { groupRows } from '../../src/domain/group-rows.ts';
import { MAX_PRINTED } from '../../src/domain/labels/printing.ts';
import { type Pickup, type PickupDetails, type PickupVisit, pickupState } from '../../src/domain/pickups/pickup.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { anyOf } from '../base/sql/lists.ts';
import { factIdsOf, picturesOf, summaryOf } from '../deliveries/describe-collections.ts';
import { listPictures } from '../deliveries/list-visits.ts';
import { readOutlook } from '../runs/tell-today.ts';
import { listPlaced, type PlacedCollection } from './store/collections.ts';
import type { PickupRow } from './store/pickups.ts';

export const toPickup = (row: PickupRow): Pickup => ({
  id: row.id,
  day: row.day,
  from: row.fromTime,
  until: row.untilTime,
  parcels: row.parcels,
  address: row.address,
  state: pickupState(row.state),
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
});

/** Finds parcels of these senders only, by tracking ID. */
async function findSentParcels(
  executor: Executor,
  senderIds: readonly string[],
  trackingIds: readonly string[],
): Promise<Map<string, { id: string; senderId: string | null; reference: string }>> {
  if (trackingIds.length === 0) return new Map();
  const { id, senderId, trackingId, reference } = shipments;
  const rows = await executor
    .select({ id, senderId, trackingId, reference })
    .from(shipments)
    .where(and(anyOf(senderId, senderIds), anyOf(trackingId, trackingIds), isNull(shipments.deletedAt)));
  return new Map(rows.map((row) => [row.trackingId, row]));
}

/** Reads where pickups are planned, when their couriers come, and what they took. */
export async function readVisits(executor: Executor, rows: readonly PickupRow[]): Promise<Map<string, PickupVisit>> {
  const collectionIds = rows.map(({ id }) => id);
  const all = await listPlaced(executor, { collectionIds });
  const pictures = await listPictures(executor, factIdsOf(all));
  const placed = groupRows(all, (one) => one.placed.collectionId ?? '');
  const visits = new Map<string, PickupVisit>();
  const parcelsOf = (id: string) => summaryOf((placed.get(id) ?? []).flatMap(({ reports }) => reports)).collected;
  const sent = await findSentParcels(
    executor,
    rows.map(({ userId }) => userId),
    rows.flatMap(({ id }) => parcelsOf(id).map(({ trackingId }) => trackingId)),
  );
  const outlooks = new Map<string, ReturnType<typeof readOutlook>>();
  const outlookOf = (run: PlacedCollection['run']) => {
    const outlook = outlooks.get(run.id) ?? readOutlook(executor, run);
    outlooks.set(run.id, outlook);
    return outlook;
  };
  for (const row of rows) {
    const places = placed.get(row.id) ?? [];
    const visit = await describeVisit(row, places, outlookOf);
    const shown = places.flatMap((place) => picturesOf(place, pictures).pictures ?? []);
    const taken = parcelsOf(row.id).flatMap(({ trackingId }) => {
      const parcel = sent.get(trackingId);
      return parcel?.senderId === row.userId ? parcel.id : [];
    });
    if (!visit) continue;
    visits.set(row.id, {
      ...visit,
      ...(visit.state === 'done' && taken.length > 0 && { shipments: taken.slice(0, MAX_PRINTED) }),
      ...(shown.length > 0 && { pictures: shown }),
    });
  }
  return visits;
}

async function describeVisit(
  { state, parcels: expected }: PickupRow,
  places: readonly PlacedCollection[],
  outlookOf: (run: PlacedCollection['run']) => ReturnType<typeof readOutlook>,
): Promise<PickupVisit | null> {
  const open = places.find(({ placed }) => placed.status === 'open');
  const { collected, left, unlabelled, occurredAt, givenBy } = summaryOf(places.flatMap(({ reports }) => reports));
  const last = open ?? places.at(-1);
  const isOver = state === 'done' || state === 'failed';
  if (!last || (!open && !isOver)) return null;
  const { id, name, day } = last.run;
  const visit: PickupVisit = {
    state: isOver ? state : last.run.startedAt ? 'on-the-way' : 'planned',
    run: { id, name, day, courier: fullName(last.courier) },
    expected,
    collected: collected.reduce((sum, { numbers }) => sum + numbers.length, unlabelled),
    unlabelled,
    left,
    ...(isOver && occurredAt && { at: occurredAt }),
    ...(givenBy && { givenBy }),
  };
  if (!open || visit.state !== 'on-the-way') return visit;
  const { windows, stops } = await outlookOf(last.run);
  const stopId = last.placed.stopId ?? '';
  const stopsBefore = stops.indexOf(stopId);
  const window = windows.get(stopId);
  return { ...visit, ...(stopsBefore >= 0 && { stopsBefore }), ...window };
}

/** What a program reads of a pickup. */
export async function describeDetails(executor: Executor, row: PickupRow): Promise<PickupDetails> {
  const placed = await listPlaced(executor, { collectionIds: [row.id] });
  const { collected, left, unlabelled, occurredAt } = summaryOf(placed.flatMap(({ reports }) => reports));
  const sent = await findSentParcels(
    executor,
    [row.userId],
    [...collected, ...left].map(({ trackingId }) => trackingId),
  );
  const toParcel = ({ trackingId }: { trackingId: string }) => ({
    tracking_id: trackingId,
    reference: sent.get(trackingId)?.reference ?? '',
  });
  const isOver = row.state === 'done' || row.state === 'failed';
  return {
    ...toPickup(row),
    result: row.state === 'done' || row.state === 'failed' ? row.state : null,
    collected_at: isOver ? occurredAt : null,
    collected: collected.map(toParcel),
    left: left.map((parcel) => ({
      ...toParcel(parcel),
      reason: parcel.reason,
      ...(parcel.numbers && { parcels: parcel.numbers }),
    })),
    unlabelled,
  };
}
