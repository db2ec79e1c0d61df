import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../base/database/client.ts';
import { bulkItems } from '../../base/database/tables/bulks.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { isNotDeleted, type ShipmentRow } from '../../shipments/store/shipments.ts';

export type BulkItemRow = typeof bulkItems.$inferSelect;

export const isNew = (operationId: string) =>
  and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'done'), isNotNull(bulkItems.status));

export async function listNewStatuses(
  executor: Executor,
  operationId: string,
  { receiver, isNotified }: { receiver?: string; isNotified?: boolean },
): Promise<{ shipment: ShipmentRow; status: ShipmentStatus }[]> {
  const rows = await executor
    .select({ shipment: shipments, status: bulkItems.status })
    .from(bulkItems)
    .innerJoin(shipments, eq(shipments.id, bulkItems.shipmentId))
    .where(
      and(
        isNew(operationId),
        isNotDeleted,
        isNotified === undefined ? undefined : eq(bulkItems.isNotified, isNotified),
        receiver === undefined
          ? undefined
          : or(eq(shipments.senderEmail, receiver), eq(shipments.receiverEmail, receiver)),
      ),
    )
    .orderBy(asc(shipments.id));
  return rows.flatMap(({ shipment, status }) => (status ? [{ shipment, status }] : []));
}
