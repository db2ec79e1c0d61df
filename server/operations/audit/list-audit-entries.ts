import type { AuditEntry, AuditQuery } from '../../../src/domain/audit.ts';
import type { Paged } from '../../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../../src/domain/pagination.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { countAuditEntries, listAuditEntries, type StoredAuditEntry } from '../../stores/audit/audit-history.ts';

/**
 * The history of a shipment, of a user and their money, or of the general bank account, newest
 * first (auditAdmin.getEntries). Deleted objects keep their history; unknown ones have an empty
 * one.
 * Source: product decision 6, 'Audit'.
 */
export async function listAuditHistory(
  executor: Executor,
  { page, ...audited }: AuditQuery,
): Promise<Paged<AuditEntry>> {
  const [entries, total] = await Promise.all([
    listAuditEntries(executor, audited, pageWindow(page.page)),
    countAuditEntries(executor, audited),
  ]);
  return { data: entries.map(toAuditEntry), total, pagination: neighbours(page.page ?? 1, total) };
}

function toAuditEntry({ actorId, firstName, lastName, email, createdAt, ...entry }: StoredAuditEntry): AuditEntry {
  const name = fullName({ firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' });
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    actor: actorId === null ? null : { id: actorId, name },
  };
}
