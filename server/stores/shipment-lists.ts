/** Shipments in lists: a page of them with their latest activity, how many there are, and how they stand. */
import { and, count, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql, sum } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../src/domain/pagination.ts';
import type { ShipmentRelation } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import type { Executor } from '../database/client.ts';
import { activities, shipmentCounts, shipments } from '../database/schema.ts';

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

function conditionOf({ ownerId, relation, q, status, from, to }: ShipmentFilter): SQL | undefined {
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
    q ? matches(q) : undefined,
    status ? eq(shipments.status, status) : undefined,
    from ? gte(shipments.createdAt, new Date(from)) : undefined,
    to ? lt(shipments.createdAt, new Date(new Date(to).getTime() + DAY_MS)) : undefined,
  );
}

/** A fragment of a tracking ID, however it was typed, of a description, a name or an address. */
function matches(q: string): SQL | undefined {
  const fragment = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(
    ilike(shipments.trackingId, fragment(normalizeTrackingId(q))),
    ...[
      shipments.description,
      shipments.senderName,
      shipments.receiverName,
      shipments.senderEmail,
      shipments.receiverEmail,
    ].map((column) => ilike(column, fragment(q))),
  );
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
  const order = [desc(shipments.createdAt), desc(shipments.id)];
  const window = executor
    .select({ id: shipments.id })
    .from(shipments)
    .where(conditionOf(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
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
    .orderBy(...order);
}

/**
 * How many shipments a list has. Without a search or days the counters know; with them it is counted, to one more than
 * 1,000, which stands for 'more'.
 */
export async function countShipments(executor: Executor, filter: ShipmentFilter): Promise<number> {
  if (filter.q || filter.from || filter.to) {
    const some = executor
      .select({ one: sql`1`.as('one') })
      .from(shipments)
      .where(conditionOf(filter))
      .limit(EXACT_TOTAL_UNDER_SEARCH + 1)
      .as('some');
    const [row] = await executor.select({ total: count() }).from(some);
    return row?.total ?? 0;
  }
  const [row] = await executor
    .select({ total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, filter.ownerId ?? NOBODY),
        eq(shipmentCounts.relation, filter.ownerId ? (filter.relation ?? 'either') : 'all'),
        filter.status ? eq(shipmentCounts.status, filter.status) : undefined,
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
