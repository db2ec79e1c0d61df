import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedEntity } from '../../../src/domain/audit-deeds.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor } from '../../base/database/client.ts';
import { auditEntries } from '../../base/database/tables/audit.ts';
import { users } from '../../base/database/tables/users.ts';

export type Audited = { shipmentId: string } | { runId: string } | { userId: string } | { account: 'general' };

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
  // Like the index condition.
  if ('account' in audited) return sql`entity = 'bank-account' and user_id is null`;
  const [entity, id] = 'runId' in audited ? ['run', audited.runId] : ['shipment', audited.shipmentId];
  return and(eq(auditEntries.entity, entity), eq(auditEntries.entityId, id));
}

export async function listAuditEntries(
  executor: Executor,
  audited: Audited,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredAuditEntry[]> {
  const rows = await executor
    .select({
      ...pick(auditEntries, 'id', 'createdAt', 'actorId'),
      ...pick(users, 'firstName', 'lastName', 'email'),
      ...pick(auditEntries, 'procedure', 'entity', 'entityId', 'before', 'after'),
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(conditionOf(audited))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  return rows as StoredAuditEntry[];
}

export const countAuditEntries = (executor: Executor, audited: Audited): Promise<number> =>
  executor.$count(auditEntries, conditionOf(audited));
