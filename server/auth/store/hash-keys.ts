import type { Executor } from '../../base/database/client.ts';
import { hashKeys } from '../../base/database/tables/places.ts';

export async function findHashKeys(executor: Executor): Promise<Buffer | null> {
  const [row] = await executor.select().from(hashKeys);
  return row?.sealed ?? null;
}
