import pLimit from 'p-limit';
import type { Executor } from '../../database/client.ts';
import { type ExportStyle, readLinesAfter } from '../../stores/imports/shipment-exports.ts';
import type { ShipmentFilter } from '../../stores/shipments/shipment-filter.ts';

const BATCH_SIZE = 500;

/** Exports use at most one core of the database. */
const takeTurn = pLimit(1);

/** Reads CSV lines, newest first, without a connection between batches. */
export async function* readExportLines(
  executor: Executor,
  filter: ShipmentFilter,
  style: ExportStyle,
): AsyncGenerator<string> {
  const place = { after: null as string | null, limit: BATCH_SIZE, ...style };
  for (;;) {
    const page = await takeTurn(() => readLinesAfter(executor, filter, place));
    if (!page) return;
    yield page.lines;
    place.after = page.last;
  }
}
