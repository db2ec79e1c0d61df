import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import type { Before, Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import {
  type ListPickups,
  type ManagedPickup,
  type OwnPickups,
  PICKUPS_AT_ONCE,
  type Pickups,
} from '../../src/domain/pickups/pickup.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import { fullName } from '../../src/domain/user.ts';
import type { PickupWork } from '../../src/domain/work.ts';
import type { Executor } from '../base/database/client.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { users } from '../base/database/tables/users.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { readVisits, toPickup } from './describe-pickups.ts';
import { findRule } from './store/collection-rules.ts';
import {
  countPickupsForDesk,
  isForDesk,
  listWaitingIds,
  PICKUP_STATE,
  type PickupRow,
  pickupColumns,
} from './store/pickups.ts';

/** Lists a shop's pickups after a row: the latest day first, or those to come (`since`), the next day first. */
function listPickups(
  executor: Executor,
  userId: string,
  { before, since }: { before?: string | undefined; since?: string },
): Promise<PickupRow[]> {
  const [order, beyond] = since === undefined ? [desc, sql`<`] : [asc, sql`>`];
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${pickups.day}, ${pickups.id}) ${beyond} (select day, id from pickups as last where last.id = ${before})`;
  const isToCome = since === undefined ? undefined : and(gte(pickups.day, since), ne(pickups.state, 'cancelled'));
  return executor
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.userId, userId), eq(pickups.kind, 'pickup'), isToCome, isAfter))
    .orderBy(order(pickups.day), order(pickups.id))
    .limit(PICKUPS_AT_ONCE);
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
): Promise<OwnPickups> {
  const today = dayIn(environment.TIME_ZONE, new Date());
  const rows = await listPickups(db, userId, { before, since: today });
  const visits = await readVisits(db, rows);
  const rule = await findRule(db, userId);
  return {
    data: rows.map((row) => {
      const { run: _, ...visit } = visits.get(row.id) ?? { run: null };
      return { ...toPickup(row), ...(row.note && { note: row.note }), ...('state' in visit && { visit }) };
    }),
    address: await getOwnAddress(db, userId),
    ...(rule && {
      days: { weekdays: rule.weekdays, from: rule.fromTime, until: rule.untilTime, parcels: rule.parcels },
    }),
  };
}

function listPickupsForDesk(
  executor: Executor,
  today: string,
  { work, limit, offset }: { work?: PickupWork | undefined; limit: number; offset: number },
) {
  const { firstName, lastName, email, phone } = users;
  return executor
    .select({ pickup: pickupColumns, user: { firstName, lastName, email, phone } })
    .from(pickups)
    .innerJoin(users, eq(users.id, pickups.userId))
    .where(isForDesk(today, work))
    .orderBy(sql`${anyOf(PICKUP_STATE, ['arranged', 'done'])}`, asc(pickups.day), asc(pickups.id))
    .limit(limit)
    .offset(offset);
}

/** Lists the pickups to arrange and those to come, the next day first, with what waits there (pickupAdmin.list). */
export async function getDeskPickups(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { page, work }: ListPickups,
): Promise<Paged<ManagedPickup>> {
  const today = dayIn(environment.TIME_ZONE, new Date());
  const [rows, { count: total }] = await Promise.all([
    listPickupsForDesk(db, today, { work, ...pageWindow(page) }),
    countPickupsForDesk(db, today, work),
  ]);
  const waiting = await listWaitingIds(
    db,
    rows.map(({ pickup }) => pickup.userId),
  );
  const visits = await readVisits(
    db,
    rows.map(({ pickup }) => pickup),
  );
  const data = rows.map(({ pickup, user }) => ({
    ...toPickup(pickup),
    shop: {
      id: pickup.userId,
      name: pickup.name || fullName(user),
      phone: pickup.phone || (user.phone ?? ''),
    },
    shipments: pickup.kind === 'return' ? pickup.shipmentIds : (waiting.get(pickup.userId) ?? []),
    ...(pickup.kind === 'return' && { kind: pickup.kind }),
    ...(pickup.note && { note: pickup.note }),
    ...(pickup.state === 'pending' && isExcluded({ notOn: environment.DAYS_OFF }, pickup.day) && { isDayOff: true }),
    ...(visits.has(pickup.id) && { visit: visits.get(pickup.id) }),
  }));
  return { data, total, pagination: neighbours(page, total) };
}
