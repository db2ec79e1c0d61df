import { and, eq, sql } from 'drizzle-orm';
import type { MailKind } from '../../src/domain/mail.ts';
import { COLLECT_FAILURE_LABELS, type CollectionState } from '../../src/domain/pickups/collection.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { runCollections } from '../base/database/tables/shops/collections.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { findDoorOf } from '../pickups/store/collections.ts';
import { lockPickup, moveToDay, type PickupRow } from '../pickups/store/pickups.ts';
import { askForPlaces } from '../places/ask-for-places.ts';
import { insertStops, listUnvisitedStops } from '../runs/store/run-tasks.ts';
import type { RunRow } from '../runs/store/runs.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { notePickupEvent } from '../webhooks/note-events.ts';

export const pickupNotFound = () => new UserError('NOT_FOUND', 'This pickup doesn’t exist.');

export const describePickup = ({ day, fromTime, untilTime, parcels }: PickupRow) =>
  `${day} ${fromTime}–${untilTime}, ${parcels}`;

async function setPickupState(tx: Transaction, id: string, state: CollectionState, reason: string): Promise<void> {
  const outcome = state === 'done' || state === 'failed' ? state : null;
  await tx
    .update(pickups)
    .set({ state: outcome ? 'arranged' : state, outcome, reason })
    .where(eq(pickups.id, id));
}

export async function endPickup(
  unit: UnitOfWork,
  row: PickupRow,
  { state, reason }: { state: CollectionState; reason: string },
): Promise<void> {
  if (row.state === state) return;
  await setPickupState(unit.tx, row.id, state, reason);
  const pickup = describePickup(row);
  await unit.audit({
    entity: 'user',
    entityId: row.userId,
    before: { pickup, pickupState: row.state },
    after: { pickup, pickupState: state },
  });
  if (row.kind === 'return' && (state === 'declined' || state === 'failed')) await mailReturnSenders(unit, row);
  if (row.kind === 'return' || (state !== 'done' && state !== 'failed')) return;
  await notePickupEvent(unit, row, { type: `pickup.${state}`, status: state, reason });
  if (state === 'failed') await mailPickupTrouble(unit, row);
}

async function placeCollection(tx: Transaction, runId: string, collectionId: string): Promise<void> {
  const door = await findDoorOf(tx, collectionId);
  if (!door) return;
  const known = (await listUnvisitedStops(tx, runId)).find(({ place }) => place === door.place);
  const [stop = known] = known ? [] : await insertStops(tx, runId, [door]);
  if (stop) await tx.insert(runCollections).values({ runId, stopId: stop.id, collectionId });
}

/** The collection is locked, and open in no run. Emails the shop if it has to know. */
export async function arrangeIn(unit: UnitOfWork, to: RunRow, pickup: PickupRow): Promise<void> {
  await placeCollection(unit.tx, to.id, pickup.id);
  await askForPlaces(unit, to.id);
  const isNews = pickup.state !== 'arranged' || pickup.day !== to.day;
  await endPickup(unit, { ...pickup, day: to.day }, { state: 'arranged', reason: '' });
  // Once it is no longer pending: another one may be, on that day.
  if (pickup.day !== to.day) await moveToDay(unit.tx, pickup, to.day);
  if (pickup.kind === 'return' && pickup.day !== to.day) await mailReturnSenders(unit, pickup);
  if (!isNews || pickup.kind === 'return') return;
  const shop = await findUser(unit.tx, pickup.userId);
  const about = shop && { userId: shop.id, pickupId: pickup.id };
  if (about) await unit.mail({ kind: 'pickup-arranged', receiver: shop.email, about });
}

export async function mailReturnSenders(unit: UnitOfWork, { shipmentIds }: PickupRow): Promise<void> {
  const waiting = new Map<string, string>();
  for (const id of shipmentIds) {
    const shipment = await findShipment(unit.tx, id);
    if (shipment) waiting.set(shipment.senderEmail, id);
  }
  for (const [receiver, shipmentId] of waiting)
    await unit.mail({ kind: 'return-collection', receiver, about: { shipmentId, party: 'sender' } });
}

export async function failMissed(unit: UnitOfWork, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) {
    const pickup = await lockPickup(unit.tx, id);
    const missed = { state: 'failed', reason: COLLECT_FAILURE_LABELS.missed } as const;
    if (pickup?.state === 'arranged') await endPickup(unit, pickup, missed);
  }
}

/** The mail counts even if it was not sent. */
async function hasMailAbout(executor: Executor, kind: MailKind, about: object): Promise<boolean> {
  const isIt = and(eq(mails.kind, kind), sql`${mails.about} @> ${JSON.stringify(about)}::jsonb`);
  const isRecent = sql`${mails.createdAt} > now() - interval '2 days'`;
  return (await executor.select({ id: mails.id }).from(mails).where(and(isIt, isRecent)).limit(1)).length > 0;
}

/** One email a day to a shop, only if something was left or nobody took anything. */
export async function mailPickupTrouble(unit: UnitOfWork, { userId, day, kind }: PickupRow): Promise<void> {
  const shop = kind === 'pickup' ? await findUser(unit.tx, userId) : null;
  const about = { userId, day };
  if (!shop || (await hasMailAbout(unit.tx, 'pickup-incomplete', about))) return;
  await unit.mail({ kind: 'pickup-incomplete', receiver: shop.email, about });
}
