import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { Bulk, BulkItem, BulkItems } from '../../src/domain/bulk.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, PAGE_SIZE } from '../../src/domain/pagination.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { bulkItems, bulkOperations } from '../base/database/tables/bulks.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import { type DescribedBulk, findBulk, selectDescribed } from './store/bulk-operations.ts';

const LISTED = 25;

/** @throws NOT_FOUND */
export async function requireBulk(executor: Executor, id: string): Promise<Bulk> {
  const row = await findBulk(executor, id);
  if (!row) throw new UserError('NOT_FOUND', 'This change is no longer available.');
  return toBulk(row);
}

function listBulks(executor: Executor, limit: number): Promise<DescribedBulk[]> {
  return selectDescribed(executor).orderBy(desc(bulkOperations.createdAt), desc(bulkOperations.id)).limit(limit);
}

export async function listLatestBulks(executor: Executor): Promise<Bulk[]> {
  return (await listBulks(executor, LISTED)).map(toBulk);
}

async function listBulkItems(
  executor: Executor,
  operationId: string,
  { left, limit, offset }: { left: boolean; limit: number; offset: number },
): Promise<{ items: BulkItem[]; total: number }> {
  const condition = and(eq(bulkItems.operationId, operationId), left ? ne(bulkItems.state, 'done') : undefined);
  const { shipmentId, state, reason } = bulkItems;
  const { trackingId, description, receiverName } = shipments;
  const [items, [counted]] = await Promise.all([
    executor
      .select({ shipmentId, trackingId, description, receiverName, state, reason })
      .from(bulkItems)
      .innerJoin(shipments, eq(shipments.id, shipmentId))
      .where(condition)
      .orderBy(sql`${reason} is null`, asc(shipmentId))
      .limit(limit)
      .offset(offset),
    executor.select({ total: count() }).from(bulkItems).where(condition),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** @throws NOT_FOUND */
export async function listItemsOfBulk(executor: Executor, { id, page, left }: BulkItems): Promise<Paged<BulkItem>> {
  await requireBulk(executor, id);
  const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { items, total } = await listBulkItems(executor, id, { left, ...window });
  return { data: items, total, pagination: neighbours(page, total) };
}

function toBulk({ userId, requestId, firstName, lastName, email, createdAt, endedAt, ...row }: DescribedBulk): Bulk {
  return {
    ...row,
    actor: fullName({ firstName, lastName, email }),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
