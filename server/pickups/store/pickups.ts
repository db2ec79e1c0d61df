import { and, asc, count, desc, eq, getTableColumns, gte, isNull, lt, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { MAX_PRINTED } from '../../../src/domain/labels/printing.ts';
import type { CollectionState } from '../../../src/domain/pickups/collection.ts';
import { PICKUP_DAYS, PICKUPS_AT_ONCE } from '../../../src/domain/pickups/pickup.ts';
import type { PickupWork } from '../../../src/domain/work.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { pickups } from '../../base/database/tables/shops/pickups.ts';
import { users } from '../../base/database/tables/users.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';

export type PickupRow = Omit<typeof pickups.$inferSelect, 'outcome'>;

const STATE = sql<CollectionState>`coalesce(${pickups.outcome}, ${pickups.state})`;
const { outcome: _, ...stored } = getTableColumns(pickups);
export const pickupColumns = { ...stored, state: STATE };

export type NewPickup = Pick<PickupRow, 'userId' | 'day' | 'fromTime' | 'untilTime' | 'parcels' | 'address'> &
  Partial<Pick<PickupRow, 'kind' | 'name' | 'phone' | 'note' | 'shipmentIds' | 'ruleId' | 'state'>>;

/** Adds a pickup; null if one waits for that day and address. */
export async function insertPickup(tx: Transaction, pickup: NewPickup): Promise<PickupRow | null> {
  const [row] = await tx.insert(pickups).values(pickup).onConflictDoNothing().returning(pickupColumns);
  return row ?? null;
}

/** Adds parcels to the return that waits for this day and address; null if there is none. */
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

/** Lists a shop's pickups after a row: the latest day first, or those to come (`since`), the next day first. */
export function listPickups(
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

export async function findPickup(executor: Executor, userId: string, id: string): Promise<PickupRow | null> {
  const [row] = await executor
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.id, id), eq(pickups.userId, userId), eq(pickups.kind, 'pickup')));
  return row ?? null;
}

/** Finds the collection of a return that is to come, or else the last that came to nothing. */
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
          anyOf(STATE, ['pending', 'arranged', 'declined', 'failed']),
        ],
        sql`${pickups.shipmentIds} @> array[${shipmentId}::uuid]`,
      ),
    )
    .orderBy(sql`${anyOf(STATE, ['declined', 'failed'])}`, desc(pickups.day), desc(pickups.id))
    .limit(1);
  return row ?? null;
}

export function listPickupsOfDay(executor: Executor, userId: string, day: string): Promise<PickupRow[]> {
  return executor
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.userId, userId), eq(pickups.day, day), eq(pickups.kind, 'pickup')))
    .orderBy(asc(pickups.fromTime), asc(pickups.id))
    .limit(PICKUPS_AT_ONCE);
}

export async function lockPickup(tx: Transaction, id: string): Promise<PickupRow | null> {
  const [row] = await tx.select(pickupColumns).from(pickups).where(eq(pickups.id, id)).for('update');
  return row ?? null;
}

/** Locks those of a shop that nobody has visited, from this day on, at these addresses. */
export function lockUnvisited(
  tx: Transaction,
  userId: string,
  { addresses, since }: { addresses: readonly string[]; since: string },
): Promise<PickupRow[]> {
  const isOpen = and(eq(pickups.kind, 'pickup'), anyOf(STATE, ['pending', 'arranged']), gte(pickups.day, since));
  return tx
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.userId, userId), anyOf(pickups.address, addresses), isOpen))
    .orderBy(asc(pickups.id))
    .for('update');
}

/** Finds what is asked for on these days by a rule or a return, and no run has. */
export async function listUnplacedOn(executor: Executor, days: readonly string[]): Promise<string[]> {
  const isOwn = sql`(${pickups.ruleId} is not null or ${pickups.kind} = 'return')`;
  const isPlaced = sql`exists (select from run_collections c where c.collection_id = ${pickups.id} and c.status = 'open')`;
  const rows = await executor
    .select({ id: pickups.id })
    .from(pickups)
    .where(and(anyOf(pickups.day, days), isOwn, anyOf(STATE, ['pending', 'arranged']), sql`not ${isPlaced}`))
    .orderBy(asc(pickups.id));
  return rows.map(({ id }) => id);
}

/** Moves a locked pickup to another address; false if one waits there on that day already. */
export async function movePickup(tx: Transaction, { id, userId, day, state }: PickupRow, to: string): Promise<boolean> {
  const waitsThere = and(eq(pickups.userId, userId), eq(pickups.day, day), eq(pickups.address, to));
  if (state === 'pending' && (await tx.$count(pickups, and(waitsThere, eq(pickups.state, 'pending')))) > 0)
    return false;
  await tx.update(pickups).set({ address: to }).where(eq(pickups.id, id));
  return true;
}

export async function setPickupState(
  tx: Transaction,
  id: string,
  state: CollectionState,
  reason: string,
): Promise<void> {
  const outcome = state === 'done' || state === 'failed' ? state : null;
  await tx
    .update(pickups)
    .set({ state: outcome ? 'arranged' : state, outcome, reason })
    .where(eq(pickups.id, id));
}

export async function changePickupRow(
  tx: Transaction,
  id: string,
  changes: Pick<PickupRow, 'fromTime' | 'untilTime' | 'parcels' | 'note'>,
): Promise<void> {
  await tx.update(pickups).set(changes).where(eq(pickups.id, id));
}

/** The condition is the same for the worklist and the list of pickups. */
const isWork = (work: PickupWork, today: string): SQL =>
  work === 'failed-pickups'
    ? sql`${STATE} = 'failed'`
    : // A pickup that fell out of its run has to be arranged again. No run ever had one that was marked by hand.
      sql`(${pickups.state} = 'pending' or (${STATE} = 'arranged' and ${pickups.day} >= ${today}
        and exists (select from run_collections c where c.collection_id = pickups.id)
        and not exists (select from run_collections c where c.collection_id = pickups.id and c.status = 'open')))`;

/** A shop has changed one of its regular days by hand: it leaves a day off behind, so that the day is not filled again. */
export async function moveToDay(tx: Transaction, { id, createdAt: _, ...pickup }: PickupRow, day: string) {
  await tx.update(pickups).set({ day, ruleId: null }).where(eq(pickups.id, id));
  if (pickup.ruleId) await tx.insert(pickups).values({ ...pickup, state: 'cancelled' });
}

export async function countOwnPendingPickups(executor: Executor, userId: string, since: string): Promise<number> {
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

/** What the desk has to arrange or arrange again, and where a courier goes from this day on. */
const isForDesk = (today: string, work?: PickupWork) =>
  and(
    or(anyOf(STATE, ['pending', 'failed']), and(anyOf(STATE, ['arranged', 'done']), gte(pickups.day, today))),
    work && isWork(work, today),
  );

/** Counts them, or those of such work, and finds since when the oldest waits. */
export async function countPickupsForDesk(executor: Executor, today: string, work?: PickupWork) {
  const [row] = await executor
    .select({ count: count(), oldest: min(pickups.createdAt) })
    .from(pickups)
    .where(isForDesk(today, work));
  return row ?? { count: 0, oldest: null };
}

export function listPickupsForDesk(
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
    .orderBy(sql`${anyOf(STATE, ['arranged', 'done'])}`, asc(pickups.day), asc(pickups.id))
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

/** Finds parcels of these senders only, by tracking ID. */
export async function findSentParcels(
  executor: Executor,
  senderIds: readonly string[],
  trackingIds: readonly string[],
): Promise<Map<string, { id: string; senderId: string | null; reference: string }>> {
  if (trackingIds.length === 0) return new Map();
  const { id, senderId, trackingId, reference } = shipments;
  const rows = await executor
    .select({ id, senderId, trackingId, reference })
    .from(shipments)
    .where(and(anyOf(senderId, senderIds), anyOf(trackingId, trackingIds), isNull(shipments.deletedAt)));
  return new Map(rows.map((row) => [row.trackingId, row]));
}
