/** The people who get reports by email. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { ReportKind } from '../../../src/domain/mail.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { reportReaders } from '../../base/database/tables/messages/messages.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { userColumns } from '../../people/store/users.ts';

/** So that no transaction is long: ten queries each. */
const BATCH = 25;

const { userId, report, doneDay } = reportReaders;
/** One of a closed account gets none, and has its choice again with the account. */
const isOpen = and(isNull(users.deletedAt), isNull(users.deactivatedRoles));

export async function addReportReader(executor: Executor, reader: typeof reportReaders.$inferInsert) {
  await executor.insert(reportReaders).values(reader).onConflictDoNothing();
}

export async function deleteReportReader(executor: Executor, kind: ReportKind, id: string): Promise<void> {
  await executor.delete(reportReaders).where(and(eq(report, kind), eq(userId, id)));
}

export async function isReportReader(executor: Executor, kind: ReportKind, id: string): Promise<boolean> {
  const isTheirs = and(eq(report, kind), eq(userId, id), isOpen);
  const rows = await executor
    .select({ userId })
    .from(reportReaders)
    .innerJoin(users, eq(users.id, userId))
    .where(isTheirs);
  return rows.length > 0;
}

/** Marks the day as done, once, and returns for whom, some at a time, without those that another server is at. */
export async function claimReportReaders(tx: Transaction, kind: ReportKind, day: string): Promise<User[]> {
  const due = await tx
    .select(userColumns)
    .from(reportReaders)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(report, kind), lt(doneDay, day), isOpen))
    .limit(BATCH)
    .for('update', { of: reportReaders, skipLocked: true });
  const ids = due.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(reportReaders)
      .set({ doneDay: day })
      .where(and(eq(report, kind), anyOf(userId, ids)));
  return due;
}

export async function hasRunsOn(executor: Executor, day: string): Promise<boolean> {
  const { rows } = await executor.execute(sql`select from runs where day = ${day} and status <> 'cancelled' limit 1`);
  return rows.length > 0;
}
