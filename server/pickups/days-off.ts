import { and, asc, eq, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay, shiftDay } from '../../src/domain/day.ts';
import { MAX_PICKUP_DAYS } from '../../src/domain/pickups/pickup.ts';
import type { PickupMove } from '../../src/domain/settings/settings.ts';
import { isExcluded, nextWorkingDay } from '../../src/domain/time-window.ts';
import type { Executor } from '../base/database/client.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { describePickup, endPickup, mailReturnSenders } from '../deliveries/end-pickup.ts';
import { findUser } from '../people/store/users.ts';
import { listPlacesOf } from './store/collections.ts';
import { addToPendingReturn, lockPickup, moveToDay, PICKUP_STATE, type PickupRow } from './store/pickups.ts';

/** Finds what is asked for on these days by a rule or a return, and no run has. */
async function listUnplacedOn(executor: Executor, days: readonly string[]): Promise<string[]> {
  const isOwn = sql`(${pickups.ruleId} is not null or ${pickups.kind} = 'return')`;
  const isPlaced = sql`exists (select from run_collections c where c.collection_id = ${pickups.id} and c.status = 'open')`;
  const rows = await executor
    .select({ id: pickups.id })
    .from(pickups)
    .where(and(anyOf(pickups.day, days), isOwn, anyOf(PICKUP_STATE, ['pending', 'arranged']), sql`not ${isPlaced}`))
    .orderBy(asc(pickups.id));
  return rows.map(({ id }) => id);
}

/**
 * Takes regular pickups and returns off new days off, and notifies those who wait. The desk decides on those that are
 * in a run or that a shop has asked for by hand.
 */
export async function leaveDaysOff(services: Services, onDaysOff: PickupMove): Promise<void> {
  const { db, environment } = services;
  const today = dayIn(environment.TIME_ZONE, new Date());
  const days = Array.from({ length: MAX_PICKUP_DAYS + 1 }, (_, index) => shiftDay(today, index));
  const isOff = (day: string) => isExcluded({ notOn: environment.DAYS_OFF }, day);
  for (const id of await listUnplacedOn(db, days.filter(isOff))) {
    const order = { services, actor: null, procedure: 'pickups' as const, requestId: `pickup ${id}` };
    await inUnitOfWork(order, async (unit) => {
      const pickup = await lockPickup(unit.tx, id);
      // Another server may have done it, or the desk has planned it.
      if (!pickup || !isOff(pickup.day) || !['pending', 'arranged'].includes(pickup.state)) return;
      if ((await listPlacesOf(unit.tx, id)).some(({ status }) => status === 'open')) return;
      if (pickup.kind === 'return') await moveReturn(unit, pickup);
      else await decline(unit, pickup, onDaysOff === 'move' ? await makeLater(unit, pickup) : null);
    });
  }
}

/** Returns the day on which a courier comes instead: another pickup of theirs may be on it already. */
async function makeLater({ tx, services }: UnitOfWork, pickup: PickupRow): Promise<string | null> {
  const day = nextWorkingDay(pickup.day, services.environment.DAYS_OFF);
  if (day === null) return null;
  const { id: _, createdAt: __, ruleId: ___, ...same } = pickup;
  const isThere = await tx.$count(
    pickups,
    and(
      eq(pickups.userId, pickup.userId),
      eq(pickups.day, day),
      eq(pickups.address, pickup.address),
      anyOf(PICKUP_STATE, ['pending', 'arranged']),
    ),
  );
  if (isThere === 0) await tx.insert(pickups).values({ ...same, day, state: 'pending' });
  return day;
}

async function decline(unit: UnitOfWork, pickup: PickupRow, later: string | null): Promise<void> {
  const instead = later === null ? '' : ` We come on ${formatDay(later)} instead.`;
  await endPickup(unit, pickup, { state: 'declined', reason: `No courier comes on this day.${instead}` });
  const shop = await findUser(unit.tx, pickup.userId);
  const about = { userId: pickup.userId, pickupId: pickup.id };
  if (shop) await unit.mail({ kind: 'pickup-declined', receiver: shop.email, about });
}

async function moveReturn(unit: UnitOfWork, pickup: PickupRow): Promise<void> {
  const day = nextWorkingDay(pickup.day, unit.services.environment.DAYS_OFF);
  if (day === null) return;
  const moved = { ...pickup, day };
  // Another one may wait there on that day.
  if (await addToPendingReturn(unit.tx, moved)) await endPickup(unit, pickup, { state: 'cancelled', reason: '' });
  else {
    await moveToDay(unit.tx, pickup, day);
    await endPickup(unit, moved, { state: 'pending', reason: '' });
  }
  await unit.audit({
    entity: 'user',
    entityId: pickup.userId,
    before: { pickup: describePickup(pickup) },
    after: { pickup: describePickup(moved) },
  });
  await mailReturnSenders(unit, pickup);
}
