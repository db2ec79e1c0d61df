import type { Bulk, BulkItem, BulkItems } from '../../src/domain/bulk.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, PAGE_SIZE } from '../../src/domain/pagination.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { listBulkItems } from './store/bulk-items.ts';
import { type DescribedBulk, findBulk, listBulks } from './store/bulk-operations.ts';

const LISTED = 25;

/** @throws NOT_FOUND */
export async function requireBulk(executor: Executor, id: string): Promise<Bulk> {
  const row = await findBulk(executor, id);
  if (!row) throw new UserError('NOT_FOUND', 'This change is no longer available.');
  return toBulk(row);
}

export async function listLatestBulks(executor: Executor): Promise<Bulk[]> {
  return (await listBulks(executor, LISTED)).map(toBulk);
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
