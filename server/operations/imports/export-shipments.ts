import { cellsOf } from '../../../src/domain/shipment-file.ts';
import type { Executor } from '../../database/client.ts';
import { listShipmentsAfter } from '../../stores/imports/shipment-exports.ts';
import type { ShipmentFilter } from '../../stores/shipments/shipment-lists.ts';

/** Rows in memory at any time, however many are exported. */
const ROWS_AT_ONCE = 500;

/** Every shipment of a filter, newest first, as the cells of a file: what an export adds, then the fields of creation. */
export async function* exportedRows(executor: Executor, filter: ShipmentFilter): AsyncGenerator<string[][]> {
  let after: string | null = null;
  for (;;) {
    const shipments = await listShipmentsAfter(executor, filter, { after, limit: ROWS_AT_ONCE });
    if (shipments.length === 0) return;
    yield shipments.map((shipment) => [shipment.trackingId, shipment.status, shipment.createdAt, ...cellsOf(shipment)]);
    after = shipments.at(-1)?.id ?? null;
  }
}
