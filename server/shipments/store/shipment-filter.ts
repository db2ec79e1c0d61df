import { and, eq, gte, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Arrival, LIST_DAYS } from '../../../src/domain/paged.ts';
import type { ShipmentRelation } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { endOfDay, startOfDay } from '../../../src/domain/time-zone.ts';
import type { ShipmentWork } from '../../../src/domain/work.ts';
import { activities } from '../../base/database/tables/activities.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { matchesText } from '../../base/sql/text-search.ts';
import { hasArrival, isWork } from './shipment-work.ts';

export interface ShipmentFilter {
  ownerId?: string | undefined;
  relation?: ShipmentRelation | undefined;
  ids?: readonly string[] | undefined;
  q?: string | undefined;
  status?: ShipmentStatus | undefined;
  work?: ShipmentWork | undefined;
  printed?: 'no' | undefined;
  arrival?: Arrival;
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  days?: (typeof LIST_DAYS)[number] | undefined;
  zone?: string | undefined;
}

/** When a shipment was delivered, the last time. */
export const deliveredAt = sql`(select max(d.occurred_at) from activities d where d.shipment_id = ${shipments.id}
  and d.kind = 'status' and d.status = 'delivered' and ${shipments.status} = 'delivered')`;

export function conditionOf({
  ownerId,
  relation,
  ids,
  q,
  status,
  work,
  printed,
  arrival,
  ...days
}: ShipmentFilter): SQL | undefined {
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
    ids ? anyOf(shipments.id, ids) : undefined,
    q ? matchesText(q) : undefined,
    status ? eq(shipments.status, status) : undefined,
    work ? isWork(work) : undefined,
    printed ? isNull(shipments.printedAt) : undefined,
    hasArrival(arrival),
    happenedIn(days),
  );
}

function happenedIn({ from, to, zone = 'UTC', days = 'created' }: ShipmentFilter): SQL | undefined {
  if (!from && !to) return undefined;
  const isIn = (at: SQLWrapper) =>
    and(from ? gte(at, startOfDay(from, zone)) : undefined, to ? lt(at, endOfDay(to, zone)) : undefined);
  if (days === 'created') return isIn(shipments.createdAt);
  const isDelivery =
    days === 'delivered' ? and(eq(activities.status, 'delivered'), eq(activities.kind, 'status')) : undefined;
  const found = sql`${activities.shipmentId} as id from ${activities} where ${and(isIn(activities.occurredAt), isDelivery)}`;
  const entries = isOverAndShort(from, to)
    ? sql`${shipments.id} in (with found as materialized (select distinct ${found}) select id from found)`
    : sql`${shipments.id} in (select ${found})`;
  // What was delivered twice counts on the last day.
  return isDelivery ? and(eq(shipments.status, 'delivered'), entries, isIn(deliveredAt)) : entries;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Then its few entries are read first: a walk from the newest shipments would pass too many that came later. */
function isOverAndShort(from: string | undefined, to: string | undefined): boolean {
  if (!from || !to) return false;
  const [start, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  return end - start <= DAY_MS + 2 * (Date.now() - end);
}
