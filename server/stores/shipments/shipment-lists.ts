/** Shipments in lists: a page of them with their latest activity, how many there are, and how they stand. */
import { and, count, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql, sum } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { ShipmentRelation } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { endOfDay, startOfDay } from '../../../src/domain/time-zone.ts';
import type { Executor } from '../../database/client.ts';
import { activities, shipmentCounts, shipments } from '../../database/schema.ts';
import { findNewest, NEWEST_FIRST, type Window } from '../newest-first.ts';
import { matchesText } from '../text-search.ts';

/** Which shipments a list is of. */
export interface ShipmentFilter {
  /** Only what this person sends or receives; without a relation either. */
  ownerId?: string | undefined;
  relation?: ShipmentRelation | undefined;
  q?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** Days of creation in the time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** UTC where it is not said. */
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

/** Which rows those are. */
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

/**
 * The keys of a filter's rows, only of the `newest` if that is given, with a further column. What a person sends and what
 * they receive are two walks along two indexes, each cut short by itself.
 */
function keysOf(filter: ShipmentFilter, newest?: number, column?: SQL): SQL {
  const cut = newest === undefined ? sql`` : sql`${NEWEST_FIRST} limit ${newest}`;
  const select = (condition: SQL | undefined) =>
    sql`(select ${shipments.id}, ${shipments.createdAt} ${column} from ${shipments} where ${condition} ${cut})`;
  const { ownerId, relation } = filter;
  if (!ownerId || relation) return select(conditionOf(filter));
  const received = and(
    conditionOf({ ...filter, relation: 'receiver' }),
    sql`${shipments.senderId} is distinct from ${ownerId}`,
  );
  return sql`${select(conditionOf({ ...filter, relation: 'sender' }))} union all ${select(received)}`;
}

/** Rows of a list, and how many there are in all: under a search or days up to 1,000, and 1,001 for more. */
export interface ListedShipments {
  listings: ShipmentListing[];
  total: number;
}

/** A window of a list, newest first, each shipment with its latest activity, and the list's total. */
export async function listShipments(
  executor: Executor,
  filter: ShipmentFilter,
  window: Window,
): Promise<ListedShipments> {
  if (filter.q) {
    const { q, ...list } = filter;
    const { ids, total } = await findNewest(executor, window, {
      newest: (limit) => keysOf(list, limit, sql`, ${matchesText(q)} as hit`),
      all: keysOf(filter),
    });
    return { listings: ids.length > 0 ? await readListings(executor, inArray(shipments.id, ids)) : [], total };
  }
  const { limit, offset } = window;
  const keys = keysOf(filter, offset + limit);
  const ids = sql`(select id from (${keys}) as listed ${NEWEST_FIRST} limit ${limit} offset ${offset})`;
  const [listings, total] = await Promise.all([
    readListings(executor, inArray(shipments.id, ids)),
    countShipments(executor, filter),
  ]);
  return { listings, total };
}

/** Shipments of a list, newest first. Only they are read, so that a late page costs little more than the first. */
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

/** How many shipments a list without a search has. Without days the counters know; with them it is counted. */
async function countShipments(
  executor: Executor,
  { ownerId, relation, status, from, to, zone }: ShipmentFilter,
): Promise<number> {
  if (from || to) {
    const most = EXACT_TOTAL_UNDER_SEARCH + 1;
    const keys = keysOf({ ownerId, relation, status, from, to, zone }, most);
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

/** How many of a person's shipments, sent or received, are in each status, from the counters. */
export async function countByStatus(executor: Executor, ownerId: string): Promise<Map<ShipmentStatus, number>> {
  const rows = await executor
    .select({ status: shipmentCounts.status, total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(and(eq(shipmentCounts.ownerId, ownerId), eq(shipmentCounts.relation, 'either')))
    .groupBy(shipmentCounts.status);
  return new Map(rows.map(({ status, total }) => [status, total ?? 0]));
}
