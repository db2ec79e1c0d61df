import { and, asc, count, desc, eq, gte, isNull, lt, min, ne, or, sql } from 'drizzle-orm';
import type { CollectionState } from '../../../src/domain/collections/collection.ts';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { MAX_PRINTED } from '../../../src/domain/label/printing.ts';
import { PICKUP_DAYS, PICKUPS_AT_ONCE } from '../../../src/domain/shop/pickup.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { pickups } from '../../database/tables/shops/pickups.ts';
import { users } from '../../database/tables/users.ts';
import { deleteBatch } from '../delete-batch.ts';

export type PickupRow = typeof pickups.$inferSelect;

/** Adds a pickup; null if one waits for that day and address. */
export async function insertPickup(
  tx: Transaction,
  pickup: Pick<PickupRow, 'userId' | 'day' | 'fromTime' | 'untilTime' | 'parcels' | 'address'>,
): Promise<PickupRow | null> {
  const [row] = await tx.insert(pickups).values(pickup).onConflictDoNothing().returning();
  return row ?? null;
}

/** Of this shop, the latest day first: what comes after a row, if that is given. */
export function listPickups(
  executor: Executor,
  userId: string,
  { before, since }: { before?: string | undefined; since?: string },
): Promise<PickupRow[]> {
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${pickups.day}, ${pickups.id}) < (select day, id from pickups as last where last.id = ${before})`;
  const isToCome = since === undefined ? undefined : and(gte(pickups.day, since), ne(pickups.state, 'cancelled'));
  return executor
    .select()
    .from(pickups)
    .where(and(eq(pickups.userId, userId), isToCome, isAfter))
    .orderBy(desc(pickups.day), desc(pickups.id))
    .limit(PICKUPS_AT_ONCE);
}

export async function findPickup(executor: Executor, userId: string, id: string): Promise<PickupRow | null> {
  const [row] = await executor
    .select()
    .from(pickups)
    .where(and(eq(pickups.id, id), eq(pickups.userId, userId)));
  return row ?? null;
}

export async function lockPickup(tx: Transaction, id: string): Promise<PickupRow | null> {
  const [row] = await tx.select().from(pickups).where(eq(pickups.id, id)).for('update');
  return row ?? null;
}

export async function setPickupState(
  tx: Transaction,
  id: string,
  state: CollectionState,
  reason: string,
): Promise<void> {
  await tx.update(pickups).set({ state, reason }).where(eq(pickups.id, id));
}

/** To another day: one of a rule is none of that rule’s any more. */
export async function movePickup(tx: Transaction, id: string, day: string): Promise<void> {
  await tx.update(pickups).set({ day, ruleId: null }).where(eq(pickups.id, id));
}

/** Counts what the desk has to arrange, and says since when the oldest waits. */
export async function countPendingPickups(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: count(), oldest: min(pickups.createdAt) })
    .from(pickups)
    .where(eq(pickups.state, 'pending'));
  return row ?? { count: 0, oldest: null };
}

export async function countOwnPendingPickups(executor: Executor, userId: string, since: string): Promise<number> {
  const [row] = await executor
    .select({ count: count() })
    .from(pickups)
    .where(and(eq(pickups.state, 'pending'), eq(pickups.userId, userId), gte(pickups.day, since)));
  return row?.count ?? 0;
}

/** What the desk has to arrange, and where a courier goes from this day on. */
const isForDesk = (today: string) =>
  or(eq(pickups.state, 'pending'), and(eq(pickups.state, 'arranged'), gte(pickups.day, today)));

export async function countPickupsForDesk(executor: Executor, today: string): Promise<number> {
  const [row] = await executor.select({ count: count() }).from(pickups).where(isForDesk(today));
  return row?.count ?? 0;
}

export function listPickupsForDesk(
  executor: Executor,
  today: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { firstName, lastName, email, phone } = users;
  return executor
    .select({ pickup: pickups, user: { firstName, lastName, email, phone } })
    .from(pickups)
    .innerJoin(users, eq(users.id, pickups.userId))
    .where(isForDesk(today))
    .orderBy(sql`${pickups.state} = 'arranged'`, asc(pickups.day), asc(pickups.id))
    .limit(limit)
    .offset(offset);
}

/** Lists what waits at each of these shops for a courier, the oldest first. */
export async function listWaitingIds(executor: Executor, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const shops = executor
    .select({ userId: sql<string>`shop`.as('user_id') })
    .from(sql`unnest(${sql.param([...new Set(userIds)])}::uuid[]) as shop`)
    .as('shops');
  const waiting = executor
    .select({ id: shipments.id, createdAt: shipments.createdAt })
    .from(shipments)
    .where(and(eq(shipments.senderId, shops.userId), isNull(shipments.deletedAt), eq(shipments.status, 'in-progress')))
    .orderBy(asc(shipments.createdAt), asc(shipments.id))
    .limit(MAX_PRINTED)
    .as('waiting');
  const rows = await executor
    .select({ userId: shops.userId, id: waiting.id })
    .from(shops)
    .crossJoinLateral(waiting)
    .orderBy(asc(waiting.createdAt), asc(waiting.id));
  const ofShops = groupRows(rows, ({ userId }) => userId);
  return new Map(Array.from(ofShops, ([userId, ofShop]) => [userId, ofShop.map(({ id }) => id)]));
}

export const deleteOldPickups = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, pickups, lt(pickups.day, sql`(now() - ${PICKUP_DAYS} * interval '1 day')::date`));
