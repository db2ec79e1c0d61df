import { and, eq, sql, sum } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { printItems, prints } from '../../base/database/tables/prints.ts';

/** Counts how often a shipment's labels were printed, and finds the last time; null if never. */
export async function findPrintsOf(
  executor: Executor,
  shipmentId: string,
): Promise<{ count: number; last: Date } | null> {
  const [row] = await executor
    .select({ count: sum(prints.copies).mapWith(Number), last: sql<string | null>`max(${prints.at})` })
    .from(printItems)
    .innerJoin(prints, eq(prints.id, printItems.printId))
    .where(and(eq(printItems.shipmentId, shipmentId), eq(prints.document, 'labels')));
  return row?.count && row.last ? { count: row.count, last: new Date(row.last) } : null;
}
