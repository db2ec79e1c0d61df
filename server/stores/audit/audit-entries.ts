import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedEntity } from '../../../src/domain/audit.ts';
import type { Executor } from '../../database/client.ts';
import { auditEntries } from '../../database/tables/audit.ts';
import { users } from '../../database/tables/users.ts';

interface Change {
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/**
 * What changed. For money, `userId` says in whose history it belongs; null for the general account.
 */
export type AuditChange =
  | (Change & { entity: 'shipment' | 'user' | 'mail' | 'run' })
  | (Change & { entity: 'transaction' | 'bill' | 'bank-account'; userId: string | null });

export type AuditEntry = AuditChange & {
  actorId: string | null;
  procedure: string;
  requestId: string;
};

/** Keys whose values never go into the trail. */
const SECRET_KEYS = /password|code|token|hash/i;

/** Rows per statement, well within its parameter limit. */
const BATCH_SIZE = 1000;

/**
 * Appends audit entries in the given order. Secrets are masked; cents become text, since they may
 * exceed JSON's safe integers.
 */
export async function insertAuditEntries(executor: Executor, entries: readonly AuditEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const rows = entries.slice(start, start + BATCH_SIZE).map((entry) => ({
      ...entry,
      userId: affectedUserId(entry),
      before: maskSecrets(entry.before),
      after: maskSecrets(entry.after),
    }));
    await executor.insert(auditEntries).values(rows);
  }
}

function affectedUserId(change: AuditChange): string | null {
  if ('userId' in change) return change.userId;
  return change.entity === 'user' ? change.entityId : null;
}

function maskSecrets(values: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!values) return null;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (SECRET_KEYS.test(key)) return [key, '•••'];
      return [key, typeof value === 'bigint' ? value.toString() : value];
    }),
  );
}

/** Whose history: a shipment's, a user's including their money, or the general bank account's. */
export type Audited = { shipmentId: string } | { userId: string } | { account: 'general' };

export interface StoredAuditEntry {
  id: string;
  createdAt: Date;
  actorId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  procedure: string;
  entity: AuditedEntity;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function conditionOf(audited: Audited): SQL | undefined {
  if ('userId' in audited) return eq(auditEntries.userId, audited.userId);
  // Written exactly like the index condition.
  if ('account' in audited) return sql`entity = 'bank-account' and user_id is null`;
  return and(eq(auditEntries.entity, 'shipment'), eq(auditEntries.entityId, audited.shipmentId));
}

/**
 * A window of a history, newest first, with the name of each actor: empty if that user was deleted.
 */
export async function listAuditEntries(
  executor: Executor,
  audited: Audited,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredAuditEntry[]> {
  const rows = await executor
    .select({
      id: auditEntries.id,
      createdAt: auditEntries.createdAt,
      actorId: auditEntries.actorId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      procedure: auditEntries.procedure,
      entity: auditEntries.entity,
      entityId: auditEntries.entityId,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(conditionOf(audited))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  return rows as StoredAuditEntry[];
}

/** How many entries a history has. */
export async function countAuditEntries(executor: Executor, audited: Audited): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(auditEntries).where(conditionOf(audited));
  return row?.total ?? 0;
}
