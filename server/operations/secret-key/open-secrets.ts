import { createSecrets, type Secrets } from '../../auth/secrets.ts';
import type { SecretKeys } from '../../config/secret-keys.ts';
import type { Executor } from '../../database/client.ts';
import { getOrCreateHashKeys } from '../../stores/auth/hash-keys.ts';

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
