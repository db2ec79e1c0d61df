import { and, eq, lt, sql } from 'drizzle-orm';
import { wallClockIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { REPORT_KINDS, type ReportKind, WEEK_REPORT_HOUR } from '../../src/domain/mail.ts';
import { mondayOf } from '../../src/domain/reports/period.ts';
import { may, type RestrictedCall } from '../../src/domain/roles.ts';
import type { User } from '../../src/domain/user.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { reportReaders } from '../base/database/tables/messages/messages.ts';
import { users } from '../base/database/tables/users.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { userColumns } from '../people/store/users.ts';
import { deleteReportReader, isActive, isReportReader } from './store/report-readers.ts';
import { getWeeks } from './week-report.ts';

type Sources = Pick<Services, 'environment'> & { db: Executor };

interface Report {
  call: RestrictedCall;
  dueDay(environment: Environment, now?: Date): string;
  /** Before anybody’s is claimed: what comes late is still sent. */
  isReady(sources: Sources, day: string): Promise<boolean>;
  isWorthIt(sources: Sources, about: { userId: string; day: string }): Promise<boolean>;
}

function lastDay({ TIME_ZONE }: Environment, hour: number, now = new Date()): string {
  const clock = wallClockIn(TIME_ZONE, now);
  return shiftDay(clock.slice(0, 10), Number(clock.slice(11, 13)) < hour ? -1 : 0);
}

const { userId, report, doneDay } = reportReaders;

async function hasRunsOn(executor: Executor, day: string): Promise<boolean> {
  const { rows } = await executor.execute(sql`select from runs where day = ${day} and status <> 'cancelled' limit 1`);
  return rows.length > 0;
}

export const REPORTS: Record<ReportKind, Report> = {
  'day-sheet': {
    call: 'runAdmin.daySheet',
    dueDay: (environment, now) => lastDay(environment, environment.DAY_SHEET_HOUR, now),
    isReady: ({ db }, day) => hasRunsOn(db, day),
    isWorthIt: async () => true,
  },
  'week-report': {
    call: 'reports.emailOwn',
    dueDay: (environment, now) => mondayOf(lastDay(environment, WEEK_REPORT_HOUR, now)),
    isReady: async () => true,
    isWorthIt: async (sources, about) => (await getWeeks(sources, about)) !== null,
  },
};

const mayRead = (user: User, kind: ReportKind) => user.verified && may(user, REPORTS[kind].call);

/** Also for what was queued before they stopped it, or lost their role. */
export const stillReads = async (executor: Executor, user: User, kind: ReportKind): Promise<boolean> =>
  mayRead(user, kind) && (await isReportReader(executor, kind, user.id));

async function addReportReader(executor: Executor, reader: typeof reportReaders.$inferInsert) {
  await executor.insert(reportReaders).values(reader).onConflictDoNothing();
}

export const chooseReport =
  (kind: ReportKind) =>
  ({ tx, services }: UnitOfWork, userId: string, { wanted }: { wanted: boolean }): Promise<void> =>
    wanted
      ? addReportReader(tx, { userId, report: kind, doneDay: REPORTS[kind].dueDay(services.environment) })
      : deleteReportReader(tx, kind, userId);

/**
 * Also works after hours without a server, and beside another one. Returns false if there are more.
 */
export async function emailReports(services: Services, now?: Date): Promise<boolean> {
  const counts = [];
  for (const kind of REPORT_KINDS) counts.push(await emailSome(services, kind, now));
  return counts.every((count) => count === 0);
}

/** So that no transaction is long: ten queries each. */
const BATCH = 25;

/** Skips users that another server is at. */
async function claimReportReaders(tx: Transaction, kind: ReportKind, day: string): Promise<User[]> {
  const due = await tx
    .select(userColumns)
    .from(reportReaders)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(report, kind), lt(doneDay, day), isActive))
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

async function emailSome(services: Services, kind: ReportKind, now: Date | undefined): Promise<number> {
  const { environment, db } = services;
  const { dueDay, isReady, isWorthIt } = REPORTS[kind];
  const day = dueDay(environment, now);
  if (!(await isReady({ environment, db }, day))) return 0;
  return inUnitOfWork({ services, actor: null, procedure: 'reports', requestId: '' }, async ({ tx, mails }) => {
    const readers = await claimReportReaders(tx, kind, day);
    const requests = [];
    for (const user of readers) {
      const about = { userId: user.id, day };
      if (!mayRead(user, kind)) await deleteReportReader(tx, kind, user.id);
      else if (await isWorthIt({ environment, db: tx }, about)) requests.push({ kind, receiver: user.email, about });
    }
    await mails(requests);
    return readers.length;
  });
}
