import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, gte, isNull } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import type { CollectionState } from '../../src/domain/pickups/collection.ts';
import {
  type ChangePickup,
  type CreatePickup,
  type DeclinePickup,
  MAX_PENDING_PICKUPS,
  type MakePickup,
  type Pickup,
  type PickupDetails,
} from '../../src/domain/pickups/pickup.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import { formatAddress } from '../../src/domain/shops/address.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { isUniqueViolation } from '../base/errors/database-errors.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { describePickup, endPickup, pickupNotFound } from '../deliveries/end-pickup.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { findUser } from '../people/store/users.ts';
import { saveRunChange } from '../runs/manage-run.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { describeDetails, toPickup } from './describe-pickups.ts';
import { alreadyWaits, assertComing, assertNoDayOff, makeCollection } from './make-collection.ts';
import { leaveRun, lockCollection } from './plan-collection.ts';
import { findPickup, listWaitingIds, moveToDay, type PickupRow } from './store/pickups.ts';

async function countOwnPendingPickups(executor: Executor, userId: string, since: string): Promise<number> {
  const [row] = await executor
    .select({ count: count() })
    .from(pickups)
    .where(
      and(
        ...[eq(pickups.state, 'pending'), eq(pickups.userId, userId), gte(pickups.day, since)],
        ...[isNull(pickups.ruleId), eq(pickups.kind, 'pickup')],
      ),
    );
  return row?.count ?? 0;
}

/**
 * Asks for one pickup for each day and address.
 * @throws Field error; CONFLICT, PRECONDITION_FAILED.
 */
export async function createPickup(unit: UnitOfWork, userId: string, input: CreatePickup): Promise<Pickup> {
  const { tx, services } = unit;
  const { day, from, until, parcels, note = '' } = input;
  const fields = { userId, day, fromTime: from, untilTime: until, parcels, note };
  assertComing(services.environment.TIME_ZONE, fields);
  assertNoDayOff(services.environment, day);
  const address = input.address
    ? formatAddress({ ...input.address, country: countryNamed(services.environment, input.address.country) })
    : await getOwnAddress(tx, userId);
  if (address === '') throw fieldError('address', 'Your profile has no address. Enter it there first.');
  await lockShop(tx, userId);
  // The shop can’t cancel those of past days.
  const today = dayIn(services.environment.TIME_ZONE, new Date());
  if ((await countOwnPendingPickups(tx, userId, today)) >= MAX_PENDING_PICKUPS) {
    throw new UserError('PRECONDITION_FAILED', `${MAX_PENDING_PICKUPS} pickups are waiting. Cancel one first.`);
  }
  return toPickup(await makeCollection(unit, { ...fields, address }));
}

/** @throws NOT_FOUND, also for others’ (v1.getPickup). */
export async function getPickup(executor: Executor, userId: string, id: string): Promise<PickupDetails> {
  const row = await findPickup(executor, userId, id);
  if (!row) throw pickupNotFound();
  return describeDetails(executor, row);
}

async function changePickupRow(
  tx: Transaction,
  id: string,
  changes: Pick<PickupRow, 'fromTime' | 'untilTime' | 'parcels' | 'note'>,
): Promise<void> {
  await tx.update(pickups).set(changes).where(eq(pickups.id, id));
}

/**
 * A pickup that moves to another day waits for the desk again.
 * @throws NOT_FOUND, also for others’; CONFLICT; field error at `day` or `until`.
 */
export async function changePickup(
  unit: UnitOfWork,
  userId: string,
  { id, day, from: fromTime, until: untilTime, parcels, note }: ChangePickup,
): Promise<Pickup> {
  const locked = await lockOwnPickup(unit, userId, id);
  const { pickup } = locked;
  const next = { ...pickup, day, fromTime, untilTime, parcels, note };
  if (pickup.state !== 'pending' && pickup.state !== 'arranged')
    throw new UserError('CONFLICT', 'This pickup is over. Ask for another one.');
  assertComing(unit.services.environment.TIME_ZONE, next);
  const isOtherDay = day !== pickup.day;
  if (isOtherDay) assertNoDayOff(unit.services.environment, day);
  if (isOtherDay) await leaveRun(unit, locked, 'cancelled');
  await changePickupRow(unit.tx, id, { fromTime, untilTime, parcels, note });
  if (isOtherDay) await moveToWaitOn(unit, next, pickup);
  // It is no longer regular: saving the regular days leaves it alone.
  else if (pickup.ruleId && !isDeepStrictEqual(next, pickup)) await moveToDay(unit.tx, next, day);
  await unit.audit({
    entity: 'user',
    entityId: userId,
    before: { pickup: describePickup(pickup) },
    after: { pickup: describePickup(next) },
  });
  if (!isOtherDay && locked.from) await saveRunChange(unit, locked.from);
  return toPickup({ ...next, state: isOtherDay ? 'pending' : next.state });
}

/** @throws CONFLICT if another one waits there on that day. */
async function moveToWaitOn(unit: UnitOfWork, next: PickupRow, before: PickupRow): Promise<void> {
  try {
    await moveToDay(unit.tx, before, next.day);
    await endPickup(unit, next, { state: 'pending', reason: '' });
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyWaits() : error;
  }
}

/**
 * A shop has called.
 * @throws Field error at `email`, `address`, `day` or `until`; CONFLICT.
 */
export async function makePickup(
  unit: UnitOfWork,
  { email, from, until, address: typed = '', ...fields }: MakePickup,
): Promise<{ id: string }> {
  const userId = (await lockVerifiedUserIds(unit.tx, [email])).get(email) ?? '';
  const shop = userId === '' ? null : await findUser(unit.tx, userId);
  if (!shop || !rolesOf(shop).includes('shipper')) throw fieldError('email', 'No shop has this email address.');
  const address = typed || (await getOwnAddress(unit.tx, shop.id));
  if (address === '') throw fieldError('address', 'The profile of this shop has no address. Enter one here.');
  const row = await makeCollection(unit, { ...fields, userId: shop.id, fromTime: from, untilTime: until, address });
  return { id: row.id };
}

/** @throws NOT_FOUND, also for others’; CONFLICT once the van is on its way. */
export async function cancelPickup(unit: UnitOfWork, userId: string, { id }: { id: string }): Promise<Pickup> {
  const locked = await lockOwnPickup(unit, userId, id);
  const { pickup } = locked;
  if (pickup.state === 'declined') throw new UserError('CONFLICT', 'Nobody comes anyway: this pickup was declined.');
  await leaveRun(unit, locked, 'cancelled');
  return end(unit, pickup, { state: 'cancelled', reason: '' });
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
 * Emails the shop once.
 * @throws NOT_FOUND, CONFLICT if the shop has cancelled it or it was declined.
 */
export const arrangePickup = (unit: UnitOfWork, { id }: { id: string }): Promise<Pickup> =>
  answerShop(unit, id, { state: 'arranged', reason: '' });

/**
 * Emails the shop the reason, once.
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
  // Nobody comes after a shop has read that nobody does.
  if (row.state === 'declined') throw new UserError('CONFLICT', 'Someone has already declined this pickup.');
  if (answer.state === 'declined') await leaveRun(unit, locked, 'cancelled');
  const shop = await findUser(unit.tx, row.userId);
  const about = shop && row.kind === 'pickup' && { userId: shop.id, pickupId: id };
  if (about) await unit.mail({ kind: `pickup-${answer.state}`, receiver: shop.email, about });
  return end(unit, row, answer);
}

/** `reason`: why it was declined. */
interface End<State extends CollectionState = CollectionState> {
  state: State;
  reason: string;
}

async function end(unit: UnitOfWork, row: PickupRow, { state, reason }: End): Promise<Pickup> {
  await endPickup(unit, row, { state, reason });
  return toPickup({ ...row, state, reason });
}

/** @throws NOT_FOUND; PRECONDITION_FAILED if nothing waits there. */
export async function listForPickup(executor: Executor, userId: string, id: string): Promise<string[]> {
  if (!(await findPickup(executor, userId, id))) throw pickupNotFound();
  const ids = (await listWaitingIds(executor, [userId])).get(userId) ?? [];
  if (ids.length === 0) throw new UserError('PRECONDITION_FAILED', 'No shipment waits for a courier.');
  return ids;
}
