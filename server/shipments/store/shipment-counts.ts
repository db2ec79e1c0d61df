import { and, eq, sum } from 'drizzle-orm';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../base/database/client.ts';
import { shipmentCounts } from '../../base/database/tables/shipments.ts';

export async function countByStatus(executor: Executor, ownerId: string): Promise<Map<ShipmentStatus, number>> {
  const rows = await executor
    .select({ status: shipmentCounts.status, total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(and(eq(shipmentCounts.ownerId, ownerId), eq(shipmentCounts.relation, 'either')))
    .groupBy(shipmentCounts.status);
  return new Map(rows.map(({ status, total }) => [status, total ?? 0]));
}
