import { dayIn, wallClockIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { MAX_PICKUP_DAYS } from '../../src/domain/pickups/pickup.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import type { Transaction } from '../base/database/client.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { describePickup } from '../deliveries/end-pickup.ts';
import { addToPendingReturn, type NewPickup, type PickupRow, pickupColumns } from './store/pickups.ts';

/** Adds a pickup; null if one waits for that day and address. */
async function insertPickup(tx: Transaction, pickup: NewPickup): Promise<PickupRow | null> {
  const [row] = await tx.insert(pickups).values(pickup).onConflictDoNothing().returning(pickupColumns);
  return row ?? null;
}

/**
 * Asks for a courier to come to a shop, or to a receiver’s door for a return and others of that day and door.
 * @throws Field error at `day` or `until`; CONFLICT if a pickup there waits already.
 */
export async function makeCollection(unit: UnitOfWork, fields: NewPickup): Promise<PickupRow> {
  assertComing(unit.services.environment.TIME_ZONE, fields);
  const isReturn = fields.kind === 'return';
  const row = (await insertPickup(unit.tx, fields)) ?? (isReturn ? await addToPendingReturn(unit.tx, fields) : null);
  if (!row) throw alreadyWaits();
  await unit.audit({ entity: 'user', entityId: fields.userId, after: { pickup: describePickup(row) } });
  return row;
}

export const alreadyWaits = () =>
  new UserError('CONFLICT', 'A pickup there is planned for that day already. Change that one.');

/** Only the desk can choose a day off. @throws Field error at `day` */
export function assertNoDayOff({ DAYS_OFF: notOn }: Pick<Services['environment'], 'DAYS_OFF'>, day: string): void {
  if (isExcluded({ notOn }, day)) throw fieldError('day', 'No courier comes on this day. Choose another.');
}

/** @throws Field error at `day` or `until` */
export function assertComing(
  timeZone: string,
  { day, fromTime, untilTime }: Pick<NewPickup, 'day' | 'fromTime' | 'untilTime'>,
): void {
  const now = new Date();
  const today = dayIn(timeZone, now);
  if (day < today) throw fieldError('day', 'This day is over.');
  if (day > shiftDay(today, MAX_PICKUP_DAYS)) throw fieldError('day', `Choose a day within ${MAX_PICKUP_DAYS} days.`);
  if (untilTime <= fromTime) throw fieldError('until', 'Until must be later than From.');
  const isOver = day === today && untilTime <= wallClockIn(timeZone, now).slice(11, 16);
  if (isOver) throw fieldError('until', 'This time is over.');
}
