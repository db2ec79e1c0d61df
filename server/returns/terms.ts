import { isDeepStrictEqual } from 'node:util';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { texts } from '../../src/domain/errors.ts';
import { counted } from '../../src/domain/figures.ts';
import { fromCents } from '../../src/domain/money.ts';
import { MAX_PICKUP_DAYS } from '../../src/domain/pickups/pickup.ts';
import {
  lastReturnDay,
  NO_RETURNS,
  RETURN_COLLECTION_DAYS,
  type ReturnRules,
  type ReturnsOfShipment,
  returnRefusal,
} from '../../src/domain/returns.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { parcelOf } from '../cod/cod-terms.ts';
import type { Services } from '../context/context.ts';
import { findUser } from '../people/store/users.ts';
import { findCollectionOf } from '../pickups/store/pickups.ts';
import { returnFeeOf } from '../prices/quote.ts';
import { listRates, listRatesFor } from '../prices/store/rates.ts';
import { findLastEntry } from '../shipments/store/activities.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { findShopSettings } from '../shops/store/shop-settings.ts';
import { findReturned, listReturnsOf, type ReturnRow } from './store/returns.ts';

/** Staff do as the shop does. */
export type By = 'receiver' | 'shop';

export interface Terms {
  rules: ReturnRules;
  refusal: string | null;
  /** The last day for receivers; null before the delivery. */
  until: string | null;
  weightG: number;
  parcels: number;
  feeCents: bigint | null;
  /** The shop's address; empty if its profile has none. */
  shipTo: string;
  /** What a receiver waits for. */
  asked: ReturnRow | null;
}

interface Links {
  rows: Awaited<ReturnType<typeof listReturnsOf>>;
  /** What this one returns itself. */
  of: { id: string; trackingId: string } | undefined;
}

const readLinks = async (executor: Executor, id: string): Promise<Links> => ({
  of: (await findReturned(executor, [id])).get(id),
  rows: await listReturnsOf(executor, id),
});

const madeOf = ({ rows }: Links) =>
  rows.flatMap(({ shipment }) => (shipment && shipment.status !== 'cancelled' ? shipment : []));

export async function readTerms(
  executor: Executor,
  { TIME_ZONE }: Pick<Services['environment'], 'TIME_ZONE'>,
  shipment: ShipmentRow,
  by: By,
  { known, parcels }: { known?: Links; parcels?: number | undefined } = {},
): Promise<Terms> {
  const { id, senderId, status } = shipment;
  const links = known ?? (await readLinks(executor, id));
  const shop = senderId && (await findUser(executor, senderId));
  // Nobody has someone pay who no longer is a shop.
  const isShop = shop && rolesOf(shop).includes('shipper');
  const rules = (isShop && (await findShopSettings(executor, shop.id))?.returns) || NO_RETURNS;
  const delivered = status === 'delivered' ? await findLastEntry(executor, id, 'status') : null;
  const deliveredOn = delivered && dayIn(TIME_ZONE, delivered.occurredAt);
  const has = (one: ReturnRow['status']) => links.rows.some(({ asked }) => asked.status === one);
  const made = madeOf(links);
  const left = shipment.parcels - made.reduce((sum, one) => sum + one.parcels, 0);
  const situation = {
    status,
    deliveredOn,
    isReturn: links.of !== undefined,
    made,
    left,
    isAsked: has('asked'),
    isDeclined: has('declined'),
  };
  const today = dayIn(TIME_ZONE, new Date());
  const parcel = parcelOf(shipment);
  const refusal = returnRefusal(situation, { rules, by, today });
  if (refusal === null && parcels !== undefined && parcels > left)
    throw fieldError('parcels', `At most ${counted(left, 'parcel')} of this shipment may go back.`);
  const count = parcels ?? left;
  const rates = await (senderId ? listRatesFor(executor, senderId) : listRates(executor, null));
  return {
    rules,
    refusal,
    parcels: count,
    until: deliveredOn && lastReturnDay(deliveredOn, rules),
    weightG: parcel.weightG,
    feeCents: returnFeeOf(rates, { ...parcel, parcels: count }),
    shipTo: senderId ? await getOwnAddress(executor, senderId) : '',
    asked: links.rows.find(({ asked }) => asked.status === 'asked')?.asked ?? null,
  };
}

export type ReturnSettings = Pick<Services['environment'], 'TIME_ZONE' | 'RETURN_WINDOWS' | 'DAYS_OFF'>;

export function listCollectionDays({ TIME_ZONE, DAYS_OFF: notOn }: ReturnSettings): string[] {
  const today = dayIn(TIME_ZONE, new Date());
  const days = Array.from({ length: MAX_PICKUP_DAYS }, (_, index) => shiftDay(today, index + 1));
  return days.filter((day) => !isExcluded({ notOn }, day)).slice(0, RETURN_COLLECTION_DAYS);
}

export interface CollectionSettings {
  environment: ReturnSettings;
  environmentOn: (day: string) => ReturnSettings;
}

function describeWindows({ environment, environmentOn }: CollectionSettings): ReturnsOfShipment['collectable'] {
  const days = listCollectionDays(environment);
  const each = days.map((from) => ({ from, windows: environmentOn(from).RETURN_WINDOWS }));
  const isNew = (at: number) => at > 0 && !isDeepStrictEqual(each[at]?.windows, each[at - 1]?.windows);
  const later = each.filter((_, at) => isNew(at));
  const windows = each[0]?.windows ?? environment.RETURN_WINDOWS;
  return { days, windows, ...(later.length > 0 && { later }) };
}

/** `by` is null for those who can't make one. */
export async function describeReturns(
  executor: Executor,
  services: CollectionSettings,
  shipment: ShipmentRow,
  by: By | null,
): Promise<ReturnsOfShipment> {
  const { environment } = services;
  const links = await readLinks(executor, shipment.id);
  const [latest] = links.rows;
  const { id: shipmentId, receiverId: userId } = shipment;
  const collection = links.of && userId && (await findCollectionOf(executor, { userId, shipmentId }));
  const isMissed = collection && (collection.state === 'declined' || collection.state === 'failed');
  const isComing = collection && !isMissed;
  return {
    ...(links.of && { of: links.of }),
    made: madeOf(links).map(({ parcels: _, ...one }) => one),
    ...(isComing && { collection: { day: collection.day, from: collection.fromTime, until: collection.untilTime } }),
    ...(isMissed && { notCollected: { day: collection.day, reason: collection.reason } }),
    ...(links.of &&
      !isComing &&
      shipment.status === 'in-progress' && {
        collectable: describeWindows(services),
      }),
    ...(latest?.asked.status === 'asked' && { asked: true }),
    ...(latest?.asked.status === 'declined' && { declined: latest.asked.reason }),
    // Else nobody reads what it would cost.
    ...(by &&
      shipment.status === 'delivered' &&
      offerOf(await readTerms(executor, environment, shipment, by, { known: links }), by)),
  };
}

function offerOf(
  { rules, refusal, until, feeCents, shipTo, parcels }: Terms,
  by: By,
): Pick<ReturnsOfShipment, 'offer' | 'refusal'> {
  const { mode, payer } = rules;
  const fee = feeCents === null ? null : fromCents(feeCents);
  const several = parcels > 1 && { parcels };
  if (by === 'shop') return refusal === null ? { offer: { ...several, by, mode: 'on', payer, fee } } : {};
  // Receivers hear nothing of returns from a shop that takes none.
  if (mode === 'off' || fee === null || shipTo === '') return {};
  if (refusal !== null) return { refusal };
  return { offer: { ...several, by, mode, payer, fee: payer === 'receiver' ? fee : null, ...(until && { until }) } };
}

export const notFound = () => new UserError('NOT_FOUND', texts.shipmentNotFound);
