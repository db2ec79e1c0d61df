/** Shipments one after the other, however many: every row of a list with everything a file says of it. */
import { and, desc, sql } from 'drizzle-orm';
import { fromCents } from '../../../src/domain/money.ts';
import type { CreateShipment, Payer, ServiceType } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../database/client.ts';
import { shipments } from '../../database/schema.ts';
import { conditionOf, type ShipmentFilter } from '../shipments/shipment-lists.ts';

export interface ExportedShipment extends CreateShipment {
  id: string;
  trackingId: string;
  status: ShipmentStatus;
  createdAt: string;
}

/**
 * The next `limit` of a list, newest first, after the shipment `after`. No row is counted off: a late piece costs as
 * much as the first. The time compared with is read in the database, which keeps more of it than a Date does.
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
    // Written through the schemas of these fields, which the column does not say.
    service: row.service as ServiceType,
    payer: row.payer as Payer,
    value: fromCents(row.valueCents),
    fee: fromCents(row.feeCents),
    shipDate: row.shipDate.toISOString(),
    deliveryDate: row.deliveryDate?.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}
