/**
 * Lists of shipments: a page with each one's latest activity, the total, and the counts by status.
 */
import { and, count, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql, sum } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { ShipmentRelation } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { endOfDay, startOfDay } from '../../../src/domain/time-zone.ts';
import type { Database, Executor } from '../../database/client.ts';
import { activities } from '../../database/tables/activities.ts';
import { WEEK } from '../../database/tables/columns.ts';
import { shipmentCounts, shipments } from '../../database/tables/shipments.ts';
import { type DayCount, planWalk, type Walk, walkOrder } from '../list-walk.ts';
import { findNewest, type Window } from '../newest-first.ts';
import { matchesText } from '../text-search.ts';

/** Which shipments to list. */
export interface ShipmentFilter {
  /** Only what this user sends or receives; without a relation, both. */
  ownerId?: string | undefined;
  relation?: ShipmentRelation | undefined;
  q?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** Days of creation in the time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** UTC by default. */
  zone?: string | undefined;
}

export interface ShipmentListing {
  id: string;
  trackingId: string;
  description: string;
  status: ShipmentStatus;
  createdAt: Date;
  senderName: string;
  receiverName: string;
  comment: string | null;
  address: string | null;
  occurredAt: Date | null;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The condition for a filter's rows. */
export function conditionOf({ ownerId, relation, q, status, from, to, zone = 'UTC' }: ShipmentFilter): SQL | undefined {
  const mine: Record<ShipmentRelation | 'either', SQL | undefined> | null = ownerId
    ? {
        sender: eq(shipments.senderId, ownerId),
        receiver: eq(shipments.receiverId, ownerId),
        either: or(eq(shipments.senderId, ownerId), eq(shipments.receiverId, ownerId)),
      }
    : null;
  return and(
    isNull(shipments.deletedAt),
    mine?.[relation ?? 'either'],
    q ? matchesText(q) : undefined,
    status ? eq(shipments.status, status) : undefined,
    from ? gte(shipments.createdAt, startOfDay(from, zone)) : undefined,
    to ? lt(shipments.createdAt, endOfDay(to, zone)) : undefined,
  );
}

/** What to select besides the keys of a list, and which of its rows. */
interface Selection {
  walk?: Walk;
  column?: SQL;
  condition?: SQL;
}

/**
 * The keys (`id`, `created_at`) of a filter's rows. A user's sent and received shipments are two
 * walks along two indexes, each with its own limit.
 */
function keysOf(filter: ShipmentFilter, { walk, column = sql``, condition }: Selection = {}): SQL {
  const cut = walk ? sql`${walkOrder(walk)} limit ${walk.skip + walk.take}` : sql``;
  const select = (rows: SQL | undefined) =>
    sql`(select ${shipments.id}, ${shipments.createdAt} ${column} from ${shipments}
      where ${and(rows, condition, walk && boundOf(walk))} ${cut})`;
  const { ownerId, relation } = filter;
  if (!ownerId || relation) return select(conditionOf(filter));
  const received = and(
    conditionOf({ ...filter, relation: 'receiver' }),
    sql`${shipments.senderId} is distinct from ${ownerId}`,
  );
  return sql`${select(conditionOf({ ...filter, relation: 'sender' }))} union all ${select(received)}`;
}

/** The newest rows. */
const newest = (take: number, skip = 0): Walk => ({ order: 'newest first', skip, take });

function boundOf({ order, bound }: Walk): SQL | undefined {
  if (!bound) return undefined;
  return order === 'newest first' ? lt(shipments.createdAt, bound) : gte(shipments.createdAt, bound);
}

/** Rows of a list, and their total: with a search or days exact up to 1,000, and 1,001 for more. */
export interface ListedShipments {
  listings: ShipmentListing[];
  total: number;
}

/** A page that starts no further into a list is reached by skipping the rows before it. */
const MAX_SKIPPED_ROWS = 1_000;

/** A window of a list, newest first, each shipment with its latest activity, and the total. */
export async function listShipments(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  if (filter.q) return searchShipments(db, filter, filter.q, window);
  const { limit, offset } = window;
  if (offset > MAX_SKIPPED_ROWS && !filter.from && !filter.to) return listDeepPage(db, filter, window);
  const [listings, total] = await Promise.all([
    readWalk(db, filter, newest(limit, offset)),
    countShipments(db, filter),
  ]);
  return { listings, total };
}

async function searchShipments(
  executor: Executor,
  filter: ShipmentFilter,
  q: string,
  window: Window,
): Promise<ListedShipments> {
  const list = { ...filter, q: undefined };
  const { ids, total } = await findNewest(executor, window, {
    newest: (take) => keysOf(list, { walk: newest(take), column: sql`, ${matchesText(q)} as hit` }),
    all: keysOf(filter),
    ofWeek: (week) => keysOf(filter, { condition: sql`${WEEK} = ${week}` }),
  });
  return { listings: ids.length > 0 ? await readListings(executor, inArray(shipments.id, ids)) : [], total };
}

/**
 * A window deep in a list without a search or days, reached through the counters instead of
 * skipping the rows before it. In one snapshot, so that counters and rows agree.
 */
export function listDeepPage(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  return db.transaction(
    async (snapshot) => {
      const days = filter.ownerId ? [] : await countByDay(snapshot, filter.status);
      const total = filter.ownerId
        ? await countShipments(snapshot, filter)
        : days.reduce((sum, { count }) => sum + count, 0);
      const walk = planWalk(window, total, days);
      return { listings: walk.take > 0 ? await readWalk(snapshot, filter, walk) : [], total };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The rows at the end of a walk, newest first. */
function readWalk(executor: Executor, filter: ShipmentFilter, walk: Walk): Promise<ShipmentListing[]> {
  const keys = keysOf(filter, { walk });
  const ids = sql`(select id from (${keys}) as listed ${walkOrder(walk)} limit ${walk.take} offset ${walk.skip})`;
  return readListings(executor, inArray(shipments.id, ids));
}

/**
 * Reads shipments, newest first. Only these are read, so that a late page costs little more than
 * the first.
 */
async function readListings(executor: Executor, condition: SQL): Promise<ShipmentListing[]> {
  const latest = executor
    .select({ comment: activities.comment, address: activities.address, occurredAt: activities.occurredAt })
    .from(activities)
    .where(eq(activities.shipmentId, shipments.id))
    .orderBy(desc(activities.occurredAt), desc(activities.createdAt), desc(activities.id))
    .limit(1)
    .as('latest');
  return executor
    .select({
      id: shipments.id,
      trackingId: shipments.trackingId,
      description: shipments.description,
      status: shipments.status,
      createdAt: shipments.createdAt,
      senderName: shipments.senderName,
      receiverName: shipments.receiverName,
      comment: latest.comment,
      address: latest.address,
      occurredAt: latest.occurredAt,
    })
    .from(shipments)
    .leftJoinLateral(latest, sql`true`)
    .where(condition)
    .orderBy(desc(shipments.createdAt), desc(shipments.id));
}

/** How many shipments a list without a search has: from the counters, or with days by counting. */
async function countShipments(
  executor: Executor,
  { ownerId, relation, status, from, to, zone }: ShipmentFilter,
): Promise<number> {
  if (from || to) {
    const most = EXACT_TOTAL_UNDER_SEARCH + 1;
    const keys = keysOf({ ownerId, relation, status, from, to, zone }, { walk: newest(most) });
    const counted = sql`(select 1 from (${keys}) as listed limit ${most}) as counted`;
    const [row] = await executor.select({ total: count() }).from(counted);
    return row?.total ?? 0;
  }
  const [row] = await executor
    .select({ total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, ownerId ?? NOBODY),
        eq(shipmentCounts.relation, ownerId ? (relation ?? 'either') : 'all'),
        status ? eq(shipmentCounts.status, status) : undefined,
      ),
    );
  return row?.total ?? 0;
}

/** How many shipments were created on each day (UTC), the newest day first, from the counters. */
async function countByDay(executor: Executor, status: ShipmentStatus | undefined): Promise<DayCount[]> {
  const rows = await executor
    .select({ day: shipmentCounts.day, count: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, NOBODY),
        eq(shipmentCounts.relation, 'day'),
        status ? eq(shipmentCounts.status, status) : undefined,
      ),
    )
    .groupBy(shipmentCounts.day)
    .orderBy(desc(shipmentCounts.day));
  return rows.map(({ day, count }) => ({ day: new Date(`${day}T00:00:00Z`), count: count ?? 0 }));
}

/** How many of a user's shipments, sent or received, have each status, from the counters. */
export async function countByStatus(executor: Executor, ownerId: string): Promise<Map<ShipmentStatus, number>> {
  const rows = await executor
    .select({ status: shipmentCounts.status, total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(and(eq(shipmentCounts.ownerId, ownerId), eq(shipmentCounts.relation, 'either')))
    .groupBy(shipmentCounts.status);
  return new Map(rows.map(({ status, total }) => [status, total ?? 0]));
}
