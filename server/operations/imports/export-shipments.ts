import pLimit from 'p-limit';
import type { Executor } from '../../database/client.ts';
import { readLinesAfter } from '../../stores/imports/shipment-exports.ts';
import type { ShipmentFilter } from '../../stores/shipments/shipment-filter.ts';

/** Rows in memory at a time, however many are exported. */
const BATCH_SIZE = 500;

/** All exports of this process take turns, so that they never hold more than one core of the database. */
const takeTurn = pLimit(1);

/**
 * The CSV lines of every shipment that matches a filter, newest first: columns of the export, then
 * those of creation. Times are by the clocks of the brand's zone. Between batches it holds no connection, however slow the download is.
 * Docs: decision 0109.
 */
export async function* readExportLines(
  executor: Executor,
  filter: ShipmentFilter,
  timeZone: string,
): AsyncGenerator<string> {
  const place = { after: null as string | null, limit: BATCH_SIZE, timeZone };
  for (;;) {
    const page = await takeTurn(() => readLinesAfter(executor, filter, place));
    if (!page) return;
    yield page.lines;
    place.after = page.last;
  }
}
