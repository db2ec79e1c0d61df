import { dayIn } from '../../src/domain/dates.ts';
import type { PickupDays } from '../../src/domain/pickups/pickup.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { withFollowingPickups } from '../shops/follow-shop.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { leaveDaysOff } from './days-off.ts';
import { listRules, makePickupsOfRules, replaceRule } from './store/collection-rules.ts';

/**
 * Says on which days a courier comes to a shop from tomorrow on; none ends it (shipper.savePickupDays).
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

/** Makes the next two weeks' pickups every night, once existing ones are where and when they are wanted. */
export async function makeRegularPickups(services: Services): Promise<void> {
  const { db, environment } = services;
  for (const { userId, address } of await listRules(db)) {
    // These rules are older than regular days that follow their shop's address.
    if (address === (await getOwnAddress(db, userId))) continue;
    const order = { services, actor: null, procedure: 'pickups' as const, requestId: `shop ${userId}` };
    await inUnitOfWork(order, (unit) => withFollowingPickups(unit, userId));
  }
  await leaveDaysOff(services);
  await makePickupsOfRules(db, { today: dayIn(environment.TIME_ZONE, new Date()), notOn: environment.DAYS_OFF });
}
