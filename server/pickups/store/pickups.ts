import { and, asc, count, desc, eq, getTableColumns, gte, isNull, lt, min, or, type SQL, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { MAX_PRINTED } from '../../../src/domain/labels/printing.ts';
import type { CollectionState } from '../../../src/domain/pickups/collection.ts';
import { PICKUP_DAYS } from '../../../src/domain/pickups/pickup.ts';
import type { PickupWork } from '../../../src/domain/work.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { pickups } from '../../base/database/tables/shops/pickups.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';

export type PickupRow = Omit<typeof pickups.$inferSelect, 'outcome'>;

export const PICKUP_STATE = sql<CollectionState>`coalesce(${pickups.outcome}, ${pickups.state})`;
const { outcome: _, ...stored } = getTableColumns(pickups);
export const pickupColumns = { ...stored, state: PICKUP_STATE };

export type NewPickup = Pick<PickupRow, 'userId' | 'day' | 'fromTime' | 'untilTime' | 'parcels' | 'address'> &
  Partial<Pick<PickupRow, 'kind' | 'name' | 'phone' | 'note' | 'shipmentIds' | 'ruleId' | 'state'>>;

/** Returns null if no such return waits. */
export async function addToPendingReturn(
  tx: Transaction,
  { userId, day, address, parcels, shipmentIds = [] }: NewPickup,
): Promise<PickupRow | null> {
  const [row] = await tx
    .update(pickups)
    .set({
      parcels: sql`${pickups.parcels} + ${parcels}`,
      shipmentIds: sql`${pickups.shipmentIds} || ${sql.param([...shipmentIds])}::uuid[]`,
    })
    .where(
      and(
        ...[eq(pickups.userId, userId), eq(pickups.day, day), eq(pickups.address, address)],
        ...[eq(pickups.kind, 'return'), eq(pickups.state, 'pending')],
      ),
    )
    .returning(pickupColumns);
  return row ?? null;
}

export async function findPickup(executor: Executor, userId: string, id: string): Promise<PickupRow | null> {
  const [row] = await executor
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.id, id), eq(pickups.userId, userId), eq(pickups.kind, 'pickup')));
  return row ?? null;
}

/** Finds the last declined or failed one if none is to come. */
export async function findCollectionOf(
  executor: Executor,
  { userId, shipmentId }: { userId: string; shipmentId: string },
): Promise<PickupRow | null> {
  const [row] = await executor
    .select(pickupColumns)
    .from(pickups)
    .where(
      and(
        ...[
          eq(pickups.userId, userId),
          eq(pickups.kind, 'return'),
          anyOf(PICKUP_STATE, ['pending', 'arranged', 'declined', 'failed']),
        ],
        sql`${pickups.shipmentIds} @> array[${shipmentId}::uuid]`,
      ),
    )
    .orderBy(sql`${anyOf(PICKUP_STATE, ['declined', 'failed'])}`, desc(pickups.day), desc(pickups.id))
    .limit(1);
  return row ?? null;
}

export async function lockPickup(tx: Transaction, id: string): Promise<PickupRow | null> {
  const [row] = await tx.select(pickupColumns).from(pickups).where(eq(pickups.id, id)).for('update');
  return row ?? null;
}

export function lockUnvisited(
  tx: Transaction,
  userId: string,
  { addresses, since }: { addresses: readonly string[]; since: string },
): Promise<PickupRow[]> {
  const isOpen = and(eq(pickups.kind, 'pickup'), anyOf(PICKUP_STATE, ['pending', 'arranged']), gte(pickups.day, since));
  return tx
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.userId, userId), anyOf(pickups.address, addresses), isOpen))
    .orderBy(asc(pickups.id))
    .for('update');
}

const isWork = (work: PickupWork, today: string): SQL =>
  work === 'failed-pickups'
    ? sql`${PICKUP_STATE} = 'failed'`
    : // A pickup that fell out of its run has to be arranged again. No run ever had one that was marked by hand.
      sql`(${pickups.state} = 'pending' or (${PICKUP_STATE} = 'arranged' and ${pickups.day} >= ${today}
        and exists (select from run_collections c where c.collection_id = pickups.id)
        and not exists (select from run_collections c where c.collection_id = pickups.id and c.status = 'open')))`;

/** Leaves a day off behind, so that the day is not filled again. */
export async function moveToDay(tx: Transaction, { id, createdAt: _, ...pickup }: PickupRow, day: string) {
  await tx.update(pickups).set({ day, ruleId: null }).where(eq(pickups.id, id));
  if (pickup.ruleId) await tx.insert(pickups).values({ ...pickup, state: 'cancelled' });
}

export const isForDesk = (today: string, work?: PickupWork) =>
  and(
    or(
      anyOf(PICKUP_STATE, ['pending', 'failed']),
      and(anyOf(PICKUP_STATE, ['arranged', 'done']), gte(pickups.day, today)),
    ),
    work && isWork(work, today),
  );

export async function countPickupsForDesk(executor: Executor, today: string, work?: PickupWork) {
  const [row] = await executor
    .select({ count: count(), oldest: min(pickups.createdAt) })
    .from(pickups)
    .where(isForDesk(today, work));
  return row ?? { count: 0, oldest: null };
}

export async function listWaitingIds(executor: Executor, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const shops = executor
    .select({ userId: sql<string>`shop`.as('user_id') })
    .from(sql`unnest(${sql.param([...new Set(userIds)])}::uuid[]) as shop`)
    .as('shops');
  const waiting = executor
    .select({ id: shipments.id, createdAt: shipments.createdAt })
    .from(shipments)
    .where(
      and(
        eq(shipments.senderId, shops.userId),
        isNull(shipments.deletedAt),
        eq(shipments.status, 'in-progress'),
        sql`parcels_at_sender(${shipments.id}) <> 0`,
      ),
    )
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
