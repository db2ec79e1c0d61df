/** Reads any number of shipments in batches, with everything that a CSV file contains. */
import { and, desc, sql } from 'drizzle-orm';
import { fromCents } from '../../../src/domain/money.ts';
import type { CreateShipment, Payer, ServiceType } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { conditionOf, type ShipmentFilter } from '../shipments/shipment-filter.ts';

export interface ExportedShipment extends CreateShipment {
  id: string;
  trackingId: string;
  status: ShipmentStatus;
  createdAt: string;
}

/**
 * The next `limit` shipments of a list, newest first, after the shipment `after`. Seeks instead of
 * counting rows, so that a late batch costs no more than the first. The time to compare with is
 * read in the database, which has more precision than a Date.
 */
export async function listShipmentsAfter(
  executor: Executor,
  filter: ShipmentFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<ExportedShipment[]> {
  const isLater = sql`(${shipments.createdAt}, ${shipments.id}) < ((select created_at from shipments where id = ${after}), ${after}::uuid)`;
  const rows = await executor
    .select()
    .from(shipments)
    .where(and(conditionOf(filter), after === null ? undefined : isLater))
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    // Only written through the schemas of these fields, although the column type is wider.
    service: row.service as ServiceType,
    payer: row.payer as Payer,
    value: fromCents(row.valueCents),
    fee: fromCents(row.feeCents),
    shipDate: row.shipDate.toISOString(),
    deliveryDate: row.deliveryDate?.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}
