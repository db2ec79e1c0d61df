import type { Executor } from '../../database/client.ts';
import { hashKeys } from '../../database/tables/places.ts';

/** Returns the encrypted keys of hashes, stored if missing; the same for servers starting together. */
export async function getOrCreateHashKeys(executor: Executor, fresh: () => Buffer): Promise<Buffer> {
  const find = () => executor.select().from(hashKeys);
  const [existing] = await find();
  if (existing) return existing.sealed;
  await executor.insert(hashKeys).values({ sealed: fresh() }).onConflictDoNothing();
  const [first] = await find();
  if (!first) throw new Error('The keys of hashes were not stored');
  return first.sealed;
}
