/** Shipments in lists: a page of them with their latest activity, how many there are, and how they stand. */
import { and, count, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql, sum } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../src/domain/pagination.ts';
import type { ShipmentRelation } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../database/client.ts';
import { activities, shipmentCounts, shipments } from '../database/schema.ts';
import { matchesText } from './shipment-search.ts';

/** Which shipments a list is of. */
export interface ShipmentFilter {
  /** Only what this person sends or receives; without a relation either. */
  ownerId?: string | undefined;
  relation?: ShipmentRelation | undefined;
  q?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** Days of creation, UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
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
const DAY_MS = 24 * 60 * 60 * 1000;

/** Which rows those are. */
export function conditionOf({ ownerId, relation, q, status, from, to }: ShipmentFilter): SQL | undefined {
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
    from ? gte(shipments.createdAt, new Date(from)) : undefined,
    to ? lt(shipments.createdAt, new Date(new Date(to).getTime() + DAY_MS)) : undefined,
  );
}

const NEWEST_FIRST = sql`order by created_at desc, id desc`;

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

/** How many of the newest are looked through for a text before the index of words is asked. */
const REACH = 5_000;
/** For a late page of what is found, further: what is found often is sooner come across than fetched and sorted. */
const REACH_FOR_EACH = 50;

/**
 * The keys of at least the newest `need` rows that a text finds, or of all there are. What is found often is among the
 * newest; what is found seldom, the index of words has quickly. Which one it is, only looking tells: PostgreSQL's guess
 * was wrong in both directions, at a second or more each (docs/decisions/0013).
 */
function found({ q = '', ...filter }: ShipmentFilter, need: number, reach = REACH): SQL {
  const newest = keysOf(filter, reach, sql`, ${matchesText(q)} as hit`);
  const enough = sql`(select count(*) from walk) >= ${need}`;
  return sql`
    with walk as materialized (select id, created_at from (${newest}) as newest where hit ${NEWEST_FIRST} limit ${need}),
      hits as materialized (${keysOf({ ...filter, q })})
    select id, created_at from walk where ${enough}
    union all
    select id, created_at from hits where not ${enough}`;
}

/**
 * A window of a list, newest first, each shipment with its latest activity. The rows of the window are found by an index
 * first and only they are read, so that a late page costs little more than the first.
 */
export async function listShipments(
  executor: Executor,
  filter: ShipmentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShipmentListing[]> {
  const need = offset + limit;
  const keys = filter.q ? found(filter, need, Math.max(REACH, need * REACH_FOR_EACH)) : keysOf(filter, need);
  const window = sql`(select id from (${keys}) as listed ${NEWEST_FIRST} limit ${limit} offset ${offset})`;
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
    .where(inArray(shipments.id, window))
    .orderBy(desc(shipments.createdAt), desc(shipments.id));
}

/**
 * How many shipments a list has. Without a search or days the counters know; with them it is counted, to one more than
 * 1,000, which stands for 'more'.
 */
export async function countShipments(executor: Executor, filter: ShipmentFilter): Promise<number> {
  const { ownerId, relation, q, status, from, to } = filter;
  if (q || from || to) {
    const limit = EXACT_TOTAL_UNDER_SEARCH + 1;
    const counted = sql`(select 1 from (${q ? found(filter, limit) : keysOf(filter, limit)}) as listed limit ${limit}) as counted`;
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
