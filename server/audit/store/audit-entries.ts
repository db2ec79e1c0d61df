import type { Executor } from '../../base/database/client.ts';
import { auditEntries } from '../../base/database/tables/audit.ts';
import { inBatches } from '../../base/sql/lists.ts';

interface Change {
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** `userId` null means the general account, or the brand’s rates. */
export type AuditChange =
  | (Change & { entity: 'shipment' | 'user' | 'mail' | 'run' | 'bulk' })
  | (Change & { entity: 'transaction' | 'bill' | 'bank-account' | 'rate'; userId: string | null });

export type AuditEntry = AuditChange & {
  actorId: string | null;
  procedure: string;
  requestId: string;
};

/** An address of a webhook often holds a secret; a postcode is none. */
const SECRET_KEYS = /password|(?<!post)code|token|hash|url/i;

/** Appends audit entries with their secrets masked. */
export async function insertAuditEntries(executor: Executor, entries: readonly AuditEntry[]): Promise<void> {
  for (const some of inBatches(entries)) {
    const rows = some.map((entry) => ({
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
