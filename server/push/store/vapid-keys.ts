import type { Executor } from '../../base/database/client.ts';
import { vapidKeys } from '../../base/database/tables/push.ts';

interface StoredKeys {
  publicKey: string;
  /** Encrypted. */
  privateKey: Buffer;
}

export async function getOrCreateVapidKeys(executor: Executor, fresh: () => StoredKeys): Promise<StoredKeys> {
  const find = () => executor.select().from(vapidKeys);
  const [existing] = await find();
  if (existing) return existing;
  await executor.insert(vapidKeys).values(fresh()).onConflictDoNothing();
  const [first] = await find();
  if (!first) throw new Error('The push keys were not stored');
  return first;
}
