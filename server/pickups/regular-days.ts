import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { pick } from '../../src/domain/pick.ts';
import type { PickupDays } from '../../src/domain/pickups/pickup.ts';
import type { PickupMove } from '../../src/domain/settings/settings.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { collectionRules, pickups } from '../base/database/tables/shops/pickups.ts';
import { users } from '../base/database/tables/users.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { hasRole } from '../people/store/users.ts';
import { withFollowingPickups } from '../shops/follow-shop.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { leaveDaysOff } from './days-off.ts';
import { findRule, type RuleRow } from './store/collection-rules.ts';

const DAYS_AHEAD = 14;

/** A run keeps what it has; what waits for the desk is taken back from tomorrow on. */
async function replaceRule(
  tx: Transaction,
  userId: string,
  rule: Omit<RuleRow, 'id' | 'userId' | 'createdAt'> | null,
  today: string,
): Promise<void> {
  const before = await findRule(tx, userId);
  if (before) {
    const isWaiting = and(eq(pickups.ruleId, before.id), eq(pickups.state, 'pending'), gt(pickups.day, today));
    await tx.delete(pickups).where(isWaiting);
    const isIt = eq(collectionRules.id, before.id);
    // A rule that stays does not fill planned or free days again.
    if (rule) await tx.update(collectionRules).set(rule).where(isIt);
    else await tx.delete(collectionRules).where(isIt);
  } else if (rule) await tx.insert(collectionRules).values({ ...rule, userId });
}

/** A day off is a cancelled pickup, so it isn’t made again. */
async function makePickupsOfRules(
  executor: Executor,
  { today, notOn }: { today: string; notOn: readonly string[] },
  userId?: string,
): Promise<void> {
  const days = executor
    .select({
      userId: collectionRules.userId,
      day: sql<string>`d.day::date`.as('day'),
      ...pick(collectionRules, 'fromTime', 'untilTime', 'parcels', 'address'),
      ruleId: collectionRules.id,
    })
    .from(collectionRules)
    .innerJoin(users, and(eq(users.id, collectionRules.userId), hasRole('shipper'), isNull(users.deletedAt)))
    .innerJoin(
      sql`generate_series(${today}::date + 1, ${today}::date + ${DAYS_AHEAD}::int, '1 day') as d (day)`,
      sql`extract(isodow from d.day)::int = any(${collectionRules.weekdays})`,
    )
    .where(
      and(userId === undefined ? undefined : eq(collectionRules.userId, userId), gte(sql`d.day`, sql`${today}::date`)),
    );
  const found = (await days).map((row) => ({
    ...row,
    ...(isExcluded({ notOn }, row.day) && { state: 'cancelled' as const }),
  }));
  if (found.length > 0) await executor.insert(pickups).values(found).onConflictDoNothing();
}

/**
 * Counts from tomorrow on; no days end it.
 * @throws Field error at `weekdays` or `until`
 */
export async function savePickupDays(
  unit: UnitOfWork,
  userId: string,
  { weekdays, from, until, parcels }: PickupDays,
): Promise<void> {
  const { tx, services } = unit;
  if (until <= from) throw fieldError('until', 'Until must be later than From.');
  await lockShop(tx, userId);
  const address = await getOwnAddress(tx, userId);
  if (address === '') throw fieldError('weekdays', 'Your profile has no address. Enter it there first.');
  const today = dayIn(services.environment.TIME_ZONE, new Date());
  const rule = weekdays.length > 0 ? { weekdays, fromTime: from, untilTime: until, parcels, address } : null;
  await replaceRule(tx, userId, rule, today);
  await makePickupsOfRules(tx, { today, notOn: services.environment.DAYS_OFF }, userId);
  await unit.audit({ entity: 'user', entityId: userId, after: { pickupDays: weekdays.join(', ') } });
}

const listRules = (executor: Executor): Promise<RuleRow[]> =>
  executor.select().from(collectionRules).orderBy(asc(collectionRules.id));

/** Existing ones are moved to where and when they are wanted first. */
export async function makeRegularPickups(services: Services, onDaysOff: PickupMove = 'cancel'): Promise<void> {
  const { db, environment } = services;
  for (const { userId, address } of await listRules(db)) {
    // These rules are older than regular days that follow their shop's address.
    if (address === (await getOwnAddress(db, userId))) continue;
    const order = { services, actor: null, procedure: 'pickups' as const, requestId: `shop ${userId}` };
    await inUnitOfWork(order, (unit) => withFollowingPickups(unit, userId));
  }
  await leaveDaysOff(services, onDaysOff);
  await makePickupsOfRules(db, { today: dayIn(environment.TIME_ZONE, new Date()), notOn: environment.DAYS_OFF });
}
