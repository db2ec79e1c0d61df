import { findHashKeys } from '../auth/store/hash-keys.ts';
import type { SecretKeys } from '../base/config/secret-keys.ts';
import type { Executor } from '../base/database/client.ts';
import { hashKeys } from '../base/database/tables/places.ts';
import { createSecrets, type Secrets } from '../base/secrets/secrets.ts';

async function getOrCreateHashKeys(executor: Executor, fresh: () => Buffer): Promise<Buffer> {
  const existing = await findHashKeys(executor);
  if (existing) return existing;
  await executor.insert(hashKeys).values({ sealed: fresh() }).onConflictDoNothing();
  const first = await findHashKeys(executor);
  if (!first) throw new Error('The keys of hashes were not stored');
  return first;
}

export async function openSecrets(
  executor: Executor,
  secretKeys: SecretKeys,
  onWrongKey: (error: unknown) => void,
): Promise<Secrets> {
  const secrets = createSecrets(secretKeys);
  const sealed = await getOrCreateHashKeys(executor, () => secrets.encryptCode(secrets.hashKeys));
  try {
    return createSecrets(secretKeys, secrets.decryptCode(sealed));
  } catch (error) {
    onWrongKey(error);
    return secrets;
  }
}
