import type { Executor } from '../../database/client.ts';
import { vapidKeys } from '../../database/schema.ts';

interface StoredKeys {
  publicKey: string;
  /** Encrypted. */
  privateKey: Buffer;
}

/** The keys of this installation; `fresh` are kept where there are none yet. Of two servers that start at once both get the same. */
export async function keepVapidKeys(executor: Executor, fresh: () => StoredKeys): Promise<StoredKeys> {
  const find = () => executor.select().from(vapidKeys);
  const [kept] = await find();
  if (kept) return kept;
  await executor.insert(vapidKeys).values(fresh()).onConflictDoNothing();
  const [first] = await find();
  if (!first) throw new Error('The push keys were not stored');
  return first;
}
