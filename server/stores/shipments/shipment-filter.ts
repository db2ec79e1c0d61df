import { and, eq, gte, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { ShipmentRelation } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { endOfDay, startOfDay } from '../../../src/domain/time-zone.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { matchesText } from '../text-search.ts';

export interface ShipmentFilter {
  /** Both without `relation`. */
  ownerId?: string | undefined;
  relation?: ShipmentRelation | undefined;
  /** A selection. */
  ids?: readonly string[] | undefined;
  q?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  zone?: string | undefined;
}

export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Writes a filter's condition as SQL. */
export function conditionOf({
  ownerId,
  relation,
  ids,
  q,
  status,
  from,
  to,
  zone = 'UTC',
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
    ids ? inArray(shipments.id, [...ids]) : undefined,
    q ? matchesText(q) : undefined,
    status ? eq(shipments.status, status) : undefined,
    from ? gte(shipments.createdAt, startOfDay(from, zone)) : undefined,
    to ? lt(shipments.createdAt, endOfDay(to, zone)) : undefined,
  );
}
