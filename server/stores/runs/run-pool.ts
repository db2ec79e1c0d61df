import { and, count, desc, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { Executor } from '../../database/client.ts';
import { runTasks } from '../../database/tables/runs.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { matchesText } from '../text-search.ts';

/** Shipments that are still to be delivered and in nobody's run. */
function isInPool(executor: Executor, q: string | undefined): SQL | undefined {
  const open = executor
    .select({ one: sql`1` })
    .from(runTasks)
    .where(and(eq(runTasks.shipmentId, shipments.id), inArray(runTasks.status, [...OPEN_TASK_STATUSES])));
  return and(
    isNull(shipments.deletedAt),
    inArray(shipments.status, ['in-progress', 'shipped', 'delivery', 'held']),
    notExists(open),
    q ? matchesText(q) : undefined,
  );
}

/** A window of the pool, newest first. */
export async function listPool(
  executor: Executor,
  q: string | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return executor
    .select({
      id: shipments.id,
      trackingId: shipments.trackingId,
      description: shipments.description,
      status: shipments.status,
      receiverName: shipments.receiverName,
      shipTo: shipments.shipTo,
      createdAt: shipments.createdAt,
    })
    .from(shipments)
    .where(isInPool(executor, q))
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit)
    .offset(offset);
}

/** How many shipments the pool has; exact up to 1,000, and 1,001 for more. */
export async function countPool(executor: Executor, q: string | undefined): Promise<number> {
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(shipments)
    .where(isInPool(executor, q))
    .limit(EXACT_TOTAL_UNDER_SEARCH + 1)
    .as('some');
  const [row] = await executor.select({ total: count() }).from(some);
  return row?.total ?? 0;
}
