import type { Executor } from '../database/client.ts';
import { auditEntries } from '../database/schema.ts';

export interface AuditChange {
  entity: 'shipment' | 'user' | 'transaction' | 'bill' | 'bank-account' | 'mail';
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

export interface AuditEntry extends AuditChange {
  actorId: string | null;
  procedure: string;
  requestId: string;
}

/** Keys whose values never stand in the trail, whoever passes them. */
const SECRET = /password|code|token|hash/i;

/** Appends who changed what. Secrets are masked; money in cents becomes text, since JSON has no whole numbers that long. */
export async function insertAuditEntry(executor: Executor, entry: AuditEntry): Promise<void> {
  await executor.insert(auditEntries).values({ ...entry, before: masked(entry.before), after: masked(entry.after) });
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
