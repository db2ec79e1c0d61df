import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  type ApiKey,
  type CreateApiKey,
  type CreatedApiKey,
  KEY_LIVES,
  keyPrefixOf,
  MAX_API_KEYS,
} from '../../src/domain/api-key.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { apiKeys } from '../base/database/tables/v1/api-keys.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { hashToken } from '../base/secrets/secrets.ts';
import { insertRow } from '../base/sql/rows.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { type ApiKeyRow, listApiKeys } from './store/api-keys.ts';

/** Lists a user's keys without their secrets, oldest first (apiKey.list). */
export async function listOwnKeys(executor: Executor, userId: string): Promise<ApiKey[]> {
  return (await listApiKeys(executor, userId)).map(toApiKey);
}

const toApiKey = ({ id, name, ending, isTest, scopes, createdAt, lastUsedAt, expiresAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  ending,
  kind: isTest ? 'test' : 'live',
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

async function insertApiKey(
  tx: Transaction,
  {
    days,
    ...key
  }: Pick<ApiKeyRow, 'userId' | 'name' | 'hash' | 'ending' | 'isTest' | 'scopes'> & { days: number | null },
): Promise<string> {
  return (
    await insertRow(tx, apiKeys, { ...key, expiresAt: days === null ? null : sql`now() + ${days} * interval '1 day'` })
  ).id;
}

/**
 * Makes a key, whose secret is returned this once (apiKey.create).
 * @throws PRECONDITION_FAILED, UNAUTHORIZED, field error.
 */
export async function createApiKey(
  unit: UnitOfWork,
  userId: string,
  { name, scopes, life, kind }: CreateApiKey,
): Promise<CreatedApiKey> {
  // So that nobody makes one too many.
  if (!(await lockUser(unit.tx, userId))) throw new UserError('UNAUTHORIZED');
  const others = await listApiKeys(unit.tx, userId);
  if (others.length >= MAX_API_KEYS) {
    throw new UserError('PRECONDITION_FAILED', `You have ${MAX_API_KEYS} keys. Revoke one first.`);
  }
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    throw fieldError('name', 'You already have a key with this name.');
  }
  const secret = `${keyPrefixOf(kind)}${randomBytes(32).toString('base64url')}`;
  const key = { userId, name, isTest: kind === 'test', scopes, hash: hashToken(secret), ending: secret.slice(-4) };
  const id = await insertApiKey(unit.tx, { ...key, days: KEY_LIVES[life] });
  await unit.audit({ entity: 'user', entityId: userId, after: { apiKey: name, rights: scopes.join(', ') } });
  return { id, secret };
}

async function deleteApiKey(tx: Transaction, userId: string, id: string): Promise<ApiKeyRow | null> {
  const [row] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning();
  return row ?? null;
}

/**
 * Revokes a user's own key at once (apiKey.revoke).
 * @throws NOT_FOUND
 */
export async function revokeApiKey(unit: UnitOfWork, userId: string, id: string): Promise<void> {
  const key = await deleteApiKey(unit.tx, userId, id);
  if (!key) throw new UserError('NOT_FOUND', 'This key no longer exists.');
  const before = { apiKey: key.name, rights: key.scopes.join(', ') };
  await unit.audit({ entity: 'user', entityId: userId, before });
}
