import { and, eq, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { shopColumns } from '../../base/database/tables/shipments.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

export type ShopShipmentRow = Pick<ShipmentRow, keyof ReturnType<typeof shopColumns>>;

export interface ShipmentCursor {
  createdAt: string;
  id: string;
}

export interface ShopFilter {
  after?: ShipmentCursor | undefined;
  updated?: { since: Date; until: string } | undefined;
  reference?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** False leaves out returns; true leaves out what the shop sends itself. */
  isReturn?: boolean | undefined;
}

export interface ListedShipment {
  shipment: ShopShipmentRow;
  /** Written like in `ShipmentCursor`. */
  createdAt: string;
}

type Filtered = Record<'id' | 'createdAt' | 'updatedAt' | 'reference' | 'status', AnyPgColumn>;

export const isWanted = (table: Filtered, { after, updated, reference, status }: ShopFilter): SQL | undefined =>
  and(
    after && sql`(${table.createdAt}, ${table.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    updated && and(gte(table.updatedAt, updated.since), sql`${table.updatedAt} <= ${updated.until}::timestamptz`),
    reference === undefined ? undefined : eq(table.reference, reference),
    status && eq(table.status, status),
  );

/** A time as cursors have it. */
export const exactTime = (time: SQLWrapper) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
