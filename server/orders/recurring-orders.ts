/** Orders that come again on weekdays, each the day before from noon on, so that it is labelled and planned. */
import { and, arrayContains, asc, count, eq, isNull, lt, min, ne } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { fromCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import { may } from '../../src/domain/roles.ts';
import type { CreateShipment, Payer, ServiceType } from '../../src/domain/shipment.ts';
import { textsOf } from '../../src/domain/shipment-texts.ts';
import type { DraftFields } from '../../src/domain/shops/draft.ts';
import type { CreateOwnShipment } from '../../src/domain/shops/own-shipment.ts';
import { MAX_RECURRING, type Recurring, type Repeat } from '../../src/domain/shops/recurring.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { recurringOrders } from '../base/database/tables/shops/recurring-orders.ts';
import { UserError } from '../base/errors/errors.ts';
import { findRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { createShipment } from '../shipments/create-shipment.ts';
import { findShipment, isNotDeleted, type ShipmentRow } from '../shipments/store/shipments.ts';
import { createOwnShipment } from '../shops/create-own-shipment.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { hasRoomForDrafts, saveDraft } from './manage-drafts.ts';

const MADE_FROM = 12;
const MAX_DAYS_AHEAD = 60;

type Person = SignedIn['user'];
const isDesk = (person: Person) => may(person, 'shipmentAdmin.createShipment');

/** Weekdays count from 1, Monday. */
const weekdayOf = (day: string) => ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;

function nextDay(weekdays: readonly number[], after: string, notOn: readonly string[]): string | null {
  const days = Array.from({ length: MAX_DAYS_AHEAD }, (_, index) => shiftDay(after, index + 1));
  return days.find((day) => weekdays.includes(weekdayOf(day)) && !isExcluded({ notOn }, day)) ?? null;
}

/** The desk’s are everybody’s. */
export async function listRecurring(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  person: Person,
): Promise<Recurring[]> {
  const today = dayIn(environment.TIME_ZONE, new Date());
  const rows = await db
    .select({
      ...pick(shipments, 'id', 'trackingId', 'description', 'senderName', 'receiverName', 'shipTo'),
      ...pick(recurringOrders, 'weekdays', 'doneOn', 'problem', 'userId'),
    })
    .from(recurringOrders)
    .innerJoin(shipments, eq(shipments.id, recurringOrders.shipmentId))
    .where(and(isNotDeleted, isDesk(person) ? undefined : eq(recurringOrders.userId, person.id)))
    .orderBy(asc(shipments.receiverName), asc(shipments.id))
    .limit(MAX_RECURRING * 5);
  return rows.map(({ doneOn, userId, ...row }) => ({
    ...row,
    isOfShop: userId !== null,
    nextOn: nextDay(row.weekdays, doneOn > today ? doneOn : today, environment.DAYS_OFF),
  }));
}

/** Counts the desk’s that were not made the last time. */
export async function countUnmade(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: count(), oldest: min(recurringOrders.doneOn) })
    .from(recurringOrders)
    .innerJoin(shipments, eq(shipments.id, recurringOrders.shipmentId))
    .where(and(isNotDeleted, isNull(recurringOrders.userId), ne(recurringOrders.problem, '')));
  return { count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest) : null };
}

/**
 * Counts from tomorrow on, and settles why the last one was not made.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function repeatShipment(unit: UnitOfWork, person: Person, { id, weekdays }: Repeat): Promise<void> {
  const { tx, services } = unit;
  const row = await findShipment(tx, id);
  if (!row || !(isDesk(person) || row.senderId === person.id))
    throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const userId = ownFieldsOf(row) ? row.senderId : null;
  if (!userId && !isDesk(person))
    throw new UserError(
      'PRECONDITION_FAILED',
      'We don’t know its size, so it can’t be repeated. Repeat one of your own.',
    );
  const before = await lockOrder(tx, id, userId);
  if (weekdays.length === 0) await tx.delete(recurringOrders).where(eq(recurringOrders.shipmentId, id));
  else if (before)
    await tx.update(recurringOrders).set({ weekdays, problem: '' }).where(eq(recurringOrders.shipmentId, id));
  else {
    const ofShop = userId ? eq(recurringOrders.userId, userId) : undefined;
    if (userId && (await tx.$count(recurringOrders, ofShop)) >= MAX_RECURRING)
      throw new UserError('PRECONDITION_FAILED', `You can repeat up to ${MAX_RECURRING} orders. Stop some first.`);
    const doneOn = dayIn(services.environment.TIME_ZONE, new Date());
    await tx.insert(recurringOrders).values({ shipmentId: id, userId, weekdays, doneOn }).onConflictDoNothing();
  }
  const shown = (days: readonly number[] = []) => ({ repeatsOn: days.join(', ') });
  await unit.audit({ entity: 'shipment', entityId: id, before: shown(before?.weekdays), after: shown(weekdays) });
}

const findOrder = (tx: Transaction, id: string) => findRow(tx, recurringOrders, eq(recurringOrders.shipmentId, id));

/** Those of a shop wait for all that it creates. */
async function lockOrder(tx: Transaction, id: string, userId?: string | null) {
  const owner = userId ?? (await findOrder(tx, id))?.userId;
  await lockShop(tx, owner ?? id);
  return findOrder(tx, id);
}

const isDueOn = (day: string) =>
  and(arrayContains(recurringOrders.weekdays, [weekdayOf(day)]), lt(recurringOrders.doneOn, day));

/** Days off are left out. A day that no server saw is not made up for. */
export async function makeRecurring(services: Services, now = new Date()): Promise<void> {
  const { db, environment } = services;
  const today = dayIn(environment.TIME_ZONE, now);
  const isAfternoon = now.getTime() >= startOfDay(today, environment.TIME_ZONE).getTime() + MADE_FROM * 3_600_000;
  for (const day of isAfternoon ? [today, shiftDay(today, 1)] : [today]) {
    if (isExcluded({ notOn: environment.DAYS_OFF }, day)) continue;
    const due = await db.select({ id: recurringOrders.shipmentId }).from(recurringOrders).where(isDueOn(day));
    for (const { id } of due) {
      const order = { services, actor: null, procedure: 'recurring orders' as const, requestId: `repeat ${id} ${day}` };
      try {
        await inUnitOfWork(order, (unit) => make(unit, id, day));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const sentence = Object.values(error.fieldErrors ?? {}).flat()[0] ?? error.message;
        await inUnitOfWork(order, (unit) => refuse(unit, id, day, sentence));
      }
    }
  }
}

/** Null once another server has dealt with this day, or its shop may send no more. */
async function lockDue(tx: Transaction, id: string, day: string) {
  const order = await lockOrder(tx, id);
  const row = await findShipment(tx, id);
  if (!order || !row || order.doneOn >= day) return null;
  const shop = order.userId === null ? null : await findUser(tx, order.userId);
  if (order.userId !== null && !(shop && may(shop, 'shipper.createShipment'))) return null;
  return { row, shopId: order.userId };
}

const setDone = (tx: Transaction, id: string, day: string, problem: string) =>
  tx.update(recurringOrders).set({ doneOn: day, problem }).where(eq(recurringOrders.shipmentId, id));

async function make(unit: UnitOfWork, id: string, day: string): Promise<void> {
  const due = await lockDue(unit.tx, id, day);
  if (!due) return;
  const shipDate = startOfDay(day, unit.services.environment.TIME_ZONE).toISOString();
  const { row, shopId } = due;
  const own = shopId && ownFieldsOf(row);
  if (shopId && !own) throw new UserError('PRECONDITION_FAILED', 'Its address was changed. Send it again yourself.');
  if (own) await createOwnShipment(unit, shopId, { ...own, shipDate });
  else await createShipment(unit, { ...fieldsOf(row), shipDate });
  await setDone(unit.tx, id, day, '');
}

/** A shop finds what can’t be made among its drafts, the desk in the list. */
async function refuse(unit: UnitOfWork, id: string, day: string, problem: string): Promise<void> {
  const due = await lockDue(unit.tx, id, day);
  if (!due) return;
  const { row, shopId } = due;
  const own = ownFieldsOf(row);
  if (shopId && own && (await hasRoomForDrafts(unit, shopId, { toSend: 1 })))
    await saveDraft(unit, shopId, { fields: draftOf(own) });
  await setDone(unit.tx, id, day, `${day}: ${problem}`);
}

/** Its number was the other order’s, and a photo the other parcel’s. */
function fieldsOf(row: ShipmentRow): Omit<CreateShipment, 'shipDate'> {
  const parties = ['senderName', 'senderEmail', 'senderPhone', 'senderCountry'] as const;
  const receiver = ['receiverName', 'receiverEmail', 'receiverPhone', 'receiverCountry', 'shipTo'] as const;
  return {
    ...pick(row, ...parties, ...receiver, 'description', 'dimensions', 'weight', 'parcels'),
    ...textsOf(row),
    ...moneyOf(row),
    fee: fromCents(row.feeCents),
    service: row.service as ServiceType,
    payer: row.payer as Payer,
    reference: '',
    images: [],
  };
}

const moneyOf = ({ valueCents, codCents }: ShipmentRow) => ({
  value: fromCents(valueCents),
  cod: codCents === null ? null : fromCents(codCents),
});

/** The fee is today’s. Null if a shop has not said it in its parts. */
function ownFieldsOf(row: ShipmentRow): CreateOwnShipment | null {
  const { weightG, lengthMm, widthMm, heightMm, address } = row;
  if (!weightG || !lengthMm || !widthMm || !heightMm || !address) return null;
  return {
    ...pick(row, 'receiverName', 'receiverEmail', 'receiverPhone', 'description', 'parcels'),
    ...textsOf(row),
    ...moneyOf(row),
    ...address,
    weightG,
    lengthMm,
    widthMm,
    heightMm,
    service: row.service as ServiceType,
    reference: '',
    ...(row.location && { location: row.location }),
  };
}

function draftOf({ service: _, location: __, ...input }: CreateOwnShipment): DraftFields {
  const filled = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(filled.map(([field, value]) => [field, String(value)]));
}
