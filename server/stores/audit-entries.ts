import type { Executor } from '../database/client.ts';
import { auditEntries } from '../database/schema.ts';

interface Change {
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** What was changed. Money says whose it is, so that it stands in that person's history; null is the general account's. */
export type AuditChange =
  | (Change & { entity: 'shipment' | 'user' | 'mail' })
  | (Change & { entity: 'transaction' | 'bill' | 'bank-account'; userId: string | null });

export type AuditEntry = AuditChange & {
  actorId: string | null;
  procedure: string;
  requestId: string;
};

/** Keys whose values never stand in the trail, whoever passes them. */
const SECRET = /password|code|token|hash/i;

/** Appends who changed what. Secrets are masked; money in cents becomes text, since JSON has no whole numbers that long. */
export async function insertAuditEntry(executor: Executor, entry: AuditEntry): Promise<void> {
  await executor
    .insert(auditEntries)
    .values({ ...entry, userId: concerned(entry), before: masked(entry.before), after: masked(entry.after) });
}

function concerned(change: AuditChange): string | null {
  if ('userId' in change) return change.userId;
  return change.entity === 'user' ? change.entityId : null;
}

function masked(values: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!values) return null;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (SECRET.test(key)) return [key, '•••'];
      return [key, typeof value === 'bigint' ? value.toString() : value];
    }),
  );
}
