import { getOrCreateHashKeys } from '../auth/store/hash-keys.ts';
import type { SecretKeys } from '../base/config/secret-keys.ts';
import type { Executor } from '../base/database/client.ts';
import { createSecrets, type Secrets } from '../base/secrets/secrets.ts';

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
