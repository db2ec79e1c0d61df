import { cellsOf } from '../../../src/domain/shipment-file.ts';
import { writeTime } from '../../../src/domain/written-time.ts';
import type { Executor } from '../../database/client.ts';
import { listShipmentsAfter } from '../../stores/imports/shipment-exports.ts';
import type { ShipmentFilter } from '../../stores/shipments/shipment-filter.ts';

/** Rows in memory at a time, however many are exported. */
const BATCH_SIZE = 500;

/**
 * The CSV cells of every shipment that matches a filter, newest first: columns of the export, then
 * those of creation. Times are by the clocks of the brand's zone.
 */
export async function* readExportRows(
  executor: Executor,
  filter: ShipmentFilter,
  timeZone: string,
): AsyncGenerator<string[][]> {
  let after: string | null = null;
  for (;;) {
    const shipments = await listShipmentsAfter(executor, filter, { after, limit: BATCH_SIZE });
    if (shipments.length === 0) return;
    yield shipments.map((shipment) => [
      shipment.trackingId,
      shipment.status,
      writeTime(shipment.createdAt, timeZone),
      ...cellsOf(shipment, timeZone),
    ]);
    after = shipments.at(-1)?.id ?? null;
  }
}
