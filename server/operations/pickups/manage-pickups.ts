import type { CollectionState } from '../../../src/domain/collections/collection.ts';
import { dayIn, wallClockIn } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import type { Before, Paged } from '../../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../../src/domain/pagination.ts';
import { formatAddress } from '../../../src/domain/shop/address.ts';
import {
  type CreatePickup,
  type DeclinePickup,
  MAX_PENDING_PICKUPS,
  MAX_PICKUP_DAYS,
  type ManagedPickup,
  PICKUPS_AT_ONCE,
  type Pickup,
  type Pickups,
  pickupState,
} from '../../../src/domain/shop/pickup.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { fieldError, UserError } from '../../errors/errors.ts';
import { lockShop } from '../../stores/shops/own-shipments.ts';
import {
  countOwnPendingPickups,
  countPickupsForDesk,
  findPickup,
  insertPickup,
  listPickups,
  listPickupsForDesk,
  listWaitingIds,
  type PickupRow,
} from '../../stores/shops/pickups.ts';
import { findUser } from '../../stores/users/users.ts';
import { describePickup, endPickup, pickupNotFound } from '../collections/end-pickup.ts';
import { leaveRun, lockCollection } from '../collections/plan-collection.ts';
import { countryNamed } from '../shops/country-named.ts';
import { getSender } from '../shops/create-own-shipment.ts';

const toPickup = ({ id, day, fromTime, untilTime, parcels, address, state, reason, createdAt }: PickupRow): Pickup => ({
  id,
  day,
  from: fromTime,
  until: untilTime,
  parcels,
  address,
  state: pickupState(state),
  reason,
  created_at: createdAt.toISOString(),
});

/** The address of the profile, on one line; empty without one. */
export async function getOwnAddress(executor: Executor, userId: string): Promise<string> {
  const user = await findUser(executor, userId);
  if (!user?.address || !user.city) return '';
  const { country } = await getSender(executor, userId);
  return [user.address, user.city, user.state, country].filter(Boolean).join(', ');
}

/**
 * Asks the desk for a pickup: one for each day and address (shipper.createPickup).
 * @throws Field error; CONFLICT, PRECONDITION_FAILED.
 */
export async function createPickup(unit: UnitOfWork, userId: string, input: CreatePickup): Promise<Pickup> {
  const { tx, services } = unit;
  const { day, from, until, parcels } = input;
  assertWindow(services.environment.TIME_ZONE, input);
  const address = input.address
    ? formatAddress({ ...input.address, country: countryNamed(services.environment, input.address.country) })
    : await getOwnAddress(tx, userId);
  if (address === '') throw fieldError('address', 'Your profile has no address. Enter it there first.');
  await lockShop(tx, userId);
  // The shop no longer sees those of past days, and can’t cancel them.
  const today = dayIn(services.environment.TIME_ZONE, new Date());
  if ((await countOwnPendingPickups(tx, userId, today)) >= MAX_PENDING_PICKUPS) {
    throw new UserError('PRECONDITION_FAILED', `${MAX_PENDING_PICKUPS} pickups are waiting. Cancel one first.`);
  }
  const row = await insertPickup(tx, { userId, day, fromTime: from, untilTime: until, parcels, address });
  if (!row) throw new UserError('CONFLICT', 'You have already requested a pickup there on that day. Cancel it first.');
  await unit.audit({ entity: 'user', entityId: userId, after: { pickup: describePickup(row) } });
  return toPickup(row);
}

/** @throws Field error at `day` or `until` */
function assertWindow(timeZone: string, { day, from, until }: CreatePickup): void {
  const now = new Date();
  const today = dayIn(timeZone, now);
  if (day < today) throw fieldError('day', 'This day is over.');
  if (day > shiftDay(today, MAX_PICKUP_DAYS)) throw fieldError('day', `Choose a day within ${MAX_PICKUP_DAYS} days.`);
  if (until <= from) throw fieldError('until', 'Until must be later than From.');
  const isOver = day === today && until <= wallClockIn(timeZone, now).slice(11, 16);
  if (isOver) throw fieldError('until', 'This time is over.');
}

export async function getPickups(
  executor: Executor,
  userId: string,
  { cursor }: { cursor?: string | undefined },
): Promise<Pickups> {
  const data = (await listPickups(executor, userId, { before: cursor })).map(toPickup);
  return { data, next_cursor: (data.length === PICKUPS_AT_ONCE && data.at(-1)?.id) || null };
}

export async function getOwnPickups(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { before }: Before,
): Promise<{ data: Pickup[]; address: string }> {
  const today = dayIn(environment.TIME_ZONE, new Date());
  const rows = await listPickups(db, userId, { before, since: today });
  return {
    data: rows.map(toPickup),
    address: await getOwnAddress(db, userId),
  };
}

/**
 * Cancels a shop's pickup until its van is on the way (shipper.cancelPickup).
 * @throws NOT_FOUND, also for others’; CONFLICT.
 */
export async function cancelPickup(unit: UnitOfWork, userId: string, { id }: { id: string }): Promise<Pickup> {
  const locked = await lockOwnPickup(unit, userId, id);
  const { pickup } = locked;
  if (pickup.state === 'declined') throw new UserError('CONFLICT', 'Nobody comes anyway: this pickup was declined.');
  await leaveRun(unit, locked, 'cancelled');
  return settle(unit, pickup, { state: 'cancelled', reason: '' });
}

/** @throws NOT_FOUND, also for others’; CONFLICT once the van is on its way. */
async function lockOwnPickup(unit: UnitOfWork, userId: string, id: string) {
  if (!(await findPickup(unit.tx, userId, id))) throw pickupNotFound();
  const locked = await lockCollection(unit, id);
  if (locked.pickup.state === 'done') throw new UserError('CONFLICT', 'The courier has already been there.');
  if (locked.from?.status === 'active') {
    throw new UserError('CONFLICT', 'The courier is already on the way. Call us if nobody should come.');
  }
  return locked;
}

/**
 * Marks a pickup as arranged, and tells the shop by email, once (pickupAdmin.arrange).
 * @throws NOT_FOUND, CONFLICT if the shop has cancelled it or it was declined.
 */
export const arrangePickup = (unit: UnitOfWork, { id }: { id: string }): Promise<Pickup> =>
  answerShop(unit, id, { state: 'arranged', reason: '' });

/**
 * Tells a shop by email that nobody can come, or not after all, and why, once (pickupAdmin.decline).
 * @throws NOT_FOUND, CONFLICT if the shop has cancelled it or it was declined for another reason.
 */
export const declinePickup = (unit: UnitOfWork, { id, reason }: DeclinePickup): Promise<Pickup> =>
  answerShop(unit, id, { state: 'declined', reason });

async function answerShop(unit: UnitOfWork, id: string, answer: End<'arranged' | 'declined'>): Promise<Pickup> {
  const locked = await lockCollection(unit, id);
  const row = locked.pickup;
  if (row.state === 'done') throw new UserError('CONFLICT', 'The courier has already been there.');
  if (row.state === 'cancelled') throw new UserError('CONFLICT', 'The shop has cancelled this pickup.');
  if (row.state === answer.state && row.reason === answer.reason) return toPickup(row);
  // An arrangement can be called off, but nobody comes where a shop has read that nobody does.
  if (row.state === 'declined') throw new UserError('CONFLICT', 'Someone has already declined this pickup.');
  if (answer.state === 'declined') await leaveRun(unit, locked, 'cancelled');
  const shop = await findUser(unit.tx, row.userId);
  const about = shop && { userId: shop.id, pickupId: id };
  if (about) await unit.mail({ kind: `pickup-${answer.state}`, receiver: shop.email, about });
  return settle(unit, row, answer);
}

/** `reason`: why it was declined. */
interface End<State extends CollectionState = CollectionState> {
  state: State;
  reason: string;
}

async function settle(unit: UnitOfWork, row: PickupRow, { state, reason }: End): Promise<Pickup> {
  await endPickup(unit, row, { state, reason });
  return toPickup({ ...row, state, reason });
}

/** Lists the pickups to arrange and those to come, the next day first, with what waits there (pickupAdmin.list). */
export async function getDeskPickups(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { page }: { page: number },
): Promise<Paged<ManagedPickup>> {
  const today = dayIn(environment.TIME_ZONE, new Date());
  const [rows, total] = await Promise.all([
    listPickupsForDesk(db, today, pageWindow(page)),
    countPickupsForDesk(db, today),
  ]);
  const waiting = await listWaitingIds(
    db,
    rows.map(({ pickup }) => pickup.userId),
  );
  const data = rows.map(({ pickup, user }) => ({
    ...toPickup(pickup),
    shop: { id: pickup.userId, name: fullName(user), phone: user.phone ?? '' },
    shipments: waiting.get(pickup.userId) ?? [],
  }));
  return { data, total, pagination: neighbours(page, total) };
}

/**
 * Returns what a courier takes at a pickup of this shop.
 * @throws NOT_FOUND; PRECONDITION_FAILED if nothing waits there.
 */
export async function listForPickup(executor: Executor, userId: string, id: string): Promise<string[]> {
  if (!(await findPickup(executor, userId, id))) throw pickupNotFound();
  const ids = (await listWaitingIds(executor, [userId])).get(userId) ?? [];
  if (ids.length === 0) throw new UserError('PRECONDITION_FAILED', 'No shipment waits for a courier.');
  return ids;
}
