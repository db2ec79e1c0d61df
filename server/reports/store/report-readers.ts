/** The people who get reports by email. */
import { and, eq, isNull } from 'drizzle-orm';
import type { ReportKind } from '../../../src/domain/mail.ts';
import type { Executor } from '../../base/database/client.ts';
import { reportReaders } from '../../base/database/tables/messages/messages.ts';
import { users } from '../../base/database/tables/users.ts';

const { userId, report } = reportReaders;

/** One of a closed account gets none, and has its choice again with the account. */
export const isActive = and(isNull(users.deletedAt), isNull(users.deactivatedRoles));

export async function deleteReportReader(executor: Executor, kind: ReportKind, id: string): Promise<void> {
  await executor.delete(reportReaders).where(and(eq(report, kind), eq(userId, id)));
}

export async function isReportReader(executor: Executor, kind: ReportKind, id: string): Promise<boolean> {
  const isTheirs = and(eq(report, kind), eq(userId, id), isActive);
  const rows = await executor
    .select({ userId })
    .from(reportReaders)
    .innerJoin(users, eq(users.id, userId))
    .where(isTheirs);
  return rows.length > 0;
}
