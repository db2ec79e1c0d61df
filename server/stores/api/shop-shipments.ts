import { and, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import type { ShipmentRow } from '../shipments/shipments.ts';

/** Where a page ended: the time exactly as the database has it. */
export interface ShipmentCursor {
  createdAt: string;
  id: string;
}

export interface ShopFilter {
  shopId: string;
  after?: ShipmentCursor | undefined;
  updatedSince?: Date | undefined;
  reference?: string | undefined;
  status?: ShipmentStatus | undefined;
}

/** What a shop sends; what it receives belongs to others. */
const isOfShop = (shopId: string): SQL | undefined => and(eq(shipments.senderId, shopId), isNull(shipments.deletedAt));

const EXACT_TIME = sql<string>`to_char(${shipments.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Lists a shop's shipments, newest first, each with the cursor after it. */
export async function listShopShipments(
  executor: Executor,
  { shopId, after, updatedSince, reference, status }: ShopFilter,
  limit: number,
): Promise<{ shipment: ShipmentRow; createdAt: string }[]> {
  return executor
    .select({ shipment: shipments, createdAt: EXACT_TIME })
    .from(shipments)
    .where(
      and(
        isOfShop(shopId),
        after && sql`(${shipments.createdAt}, ${shipments.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        updatedSince && gte(shipments.updatedAt, updatedSince),
        reference === undefined ? undefined : eq(shipments.reference, reference),
        status && eq(shipments.status, status),
      ),
    )
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit);
}

/** Finds a shop's shipment, or null. */
export async function findShopShipment(executor: Executor, shopId: string, id: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isOfShop(shopId)));
  return row ?? null;
}

/** Sets what the text of a shipment's address was made from. */
export async function setAddress(tx: Transaction, id: string, address: ShipmentRow['address']): Promise<void> {
  await tx.update(shipments).set({ address }).where(eq(shipments.id, id));
}
