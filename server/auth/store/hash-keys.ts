import type { Executor } from '../../base/database/client.ts';
import { hashKeys } from '../../base/database/tables/places.ts';

export async function findHashKeys(executor: Executor): Promise<Buffer | null> {
  const [row] = await executor.select().from(hashKeys);
  return row?.sealed ?? null;
}

export async function getOrCreateHashKeys(executor: Executor, fresh: () => Buffer): Promise<Buffer> {
  const existing = await findHashKeys(executor);
  if (existing) return existing;
  await executor.insert(hashKeys).values({ sealed: fresh() }).onConflictDoNothing();
  const first = await findHashKeys(executor);
  if (!first) throw new Error('The keys of hashes were not stored');
  return first;
}
