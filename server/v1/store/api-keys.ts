import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';
import { apiKeys } from '../../base/database/tables/v1/api-keys.ts';
import { isTransientError } from '../../base/errors/transient-errors.ts';
import { userColumns } from '../../people/store/users.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export function listApiKeys(executor: Executor, userId: string): Promise<ApiKeyRow[]> {
  return executor.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.id));
}

export async function deleteApiKeysOf(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
  return rowCount ?? 0;
}

export interface KeyHolder {
  isTest: boolean;
  scopes: ApiKeyRow['scopes'];
  user: User;
}

const THIS_HOUR = sql`date_trunc('hour', now())`;

/**
 * Finds whose key has this hash; null if it is unknown or expired, or its user was deleted. Notes
 * the hour of its use.
 */
export async function findKeyHolder(executor: Executor, hash: Buffer): Promise<KeyHolder | null> {
  const [row] = await executor
    .select({
      ...userColumns,
      keyId: apiKeys.id,
      isTest: apiKeys.isTest,
      scopes: apiKeys.scopes,
      isStale: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < ${THIS_HOUR}, true)`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.hash, hash),
        or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
        isNull(users.deletedAt),
      ),
    );
  if (!row) return null;
  const { keyId, isTest, scopes, isStale, ...user } = row;
  if (isStale) {
    // The start of this hour may be before the key was made.
    const hour = sql`greatest(${THIS_HOUR}, ${apiKeys.createdAt})`;
    const update = executor.update(apiKeys).set({ lastUsedAt: hour }).where(eq(apiKeys.id, keyId));
    // Reads must work when nothing can be written.
    await update.catch((error: unknown) => {
      if (!isTransientError(error)) throw error;
    });
  }
  return { isTest, scopes, user };
}
