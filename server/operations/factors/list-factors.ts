import type { Passkey } from '../../../src/domain/passkey.ts';
import type { Executor } from '../../database/client.ts';
import { listPasskeys } from '../../stores/factors/passkeys.ts';

/** Lists what a user can log in with besides the password. */
export async function listFactors(executor: Executor, userId: string): Promise<{ passkeys: Passkey[] }> {
  const rows = await listPasskeys(executor, userId);
  return {
    passkeys: rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced: backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}
