import { and, desc, eq, gte, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Database, Executor, Transaction } from '../../base/database/client.ts';
import { shipments, type shopColumns } from '../../base/database/tables/shipments.ts';
import { returns } from '../../base/database/tables/shops/returns.ts';
import { findRow } from '../../base/sql/rows.ts';
import { isNotDeleted, type ShipmentRow } from '../../shipments/store/shipments.ts';

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

/**
 * Up to when a shop's changes are complete: later ones get later times. Waits for commits under way, so it must
 * not be called in a transaction, which would keep others from theirs.
 */
export async function findChangesUntil(db: Database, shopId: string): Promise<string> {
  const { rows } = await db.execute<{ until: string }>(
    sql`select ${exactTime(sql`changes_until(${shopId})`)} as until`,
  );
  return rows[0]?.until ?? '';
}

/** What goes back to a shop is its own too. */
const isReturn = sql`exists (select from ${returns} where ${returns.returnId} = ${shipments.id})`;

/** What a shop sends; what else it receives belongs to others. */
const isOfShop = (shopId: string): SQL | undefined => and(eq(shipments.senderId, shopId), isNull(shipments.deletedAt));
const isReturnTo = (shopId: string): SQL | undefined => and(eq(shipments.receiverId, shopId), isReturn, isNotDeleted);

/** Their changes are not in the order of commits, as nobody waits for those of who sends them. */
const RETURNS_LAG_MS = 5 * 60_000;

/** What a shop sends and what comes back to it, newest first. Each is read by its own index. */
export async function listShopShipments(
  executor: Executor,
  shopId: string,
  { isReturn: isReturnOnly = false, updated, ...filter }: ShopFilter,
  limit: number,
): Promise<ListedShipment[]> {
  const list = (isIts: SQL | undefined, since: ShopFilter['updated']) =>
    executor
      .select({ shipment: shipments, createdAt: exactTime(shipments.createdAt) })
      .from(shipments)
      .where(and(isIts, isWanted(shipments, { ...filter, updated: since })))
      .orderBy(desc(shipments.createdAt), desc(shipments.id))
      .limit(limit);
  const lagging = updated && { ...updated, since: new Date(updated.since.getTime() - RETURNS_LAG_MS) };
  const returned = await list(isReturnTo(shopId), lagging);
  if (isReturnOnly) return returned;
  const keyOf = ({ createdAt, shipment }: ListedShipment) => `${createdAt} ${shipment.id}`;
  const sent = (await list(isOfShop(shopId), updated)).filter(
    ({ shipment }) => !returned.some((one) => one.shipment.id === shipment.id),
  );
  return [...sent, ...returned].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).slice(0, limit);
}

export const findShopShipment = (executor: Executor, shopId: string, id: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.id, id), or(isOfShop(shopId), isReturnTo(shopId))));

export async function setAddress(tx: Transaction, id: string, address: ShipmentRow['address']): Promise<void> {
  await tx.update(shipments).set({ address }).where(eq(shipments.id, id));
}
