import type { Executor } from '../base/database/client.ts';
import { SHARED_QUEUES, turnsIn } from '../base/limits/shared-queues.ts';
import type { ShipmentFilter } from '../shipments/store/shipment-filter.ts';
import { type ExportStyle, readLinesAfter } from './store/shipment-exports.ts';

const BATCH_SIZE = 500;

/** Reads CSV lines, newest first, without a connection between batches. */
export async function* readExportLines(
  executor: Executor,
  filter: ShipmentFilter,
  style: ExportStyle,
): AsyncGenerator<string> {
  const takeTurn = turnsIn(SHARED_QUEUES.exportPages);
  const place = { after: null as string | null, limit: BATCH_SIZE, ...style };
  for (;;) {
    const page = await takeTurn(() => readLinesAfter(executor, filter, place));
    if (!page) return;
    yield page.lines;
    place.after = page.last;
  }
}
