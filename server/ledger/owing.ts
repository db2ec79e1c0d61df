import { dayIn } from '../../src/domain/dates.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Debtor, Owing, OwingFilter, OwingSearch } from '../../src/domain/owing.ts';
import { neighbours, PAGE_SIZE } from '../../src/domain/pagination.ts';
import { fullName } from '../../src/domain/user.ts';
import { type CsvCell, figureCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import type { DueSettings } from './payment-instructions.ts';
import { claimReminders, type DebtorRow, listDebtors, sumDebts } from './store/owing.ts';

const termOf = ({ PAYMENT_DAYS: days, TIME_ZONE: zone }: DueSettings) => ({ days, zone });

const toIso = (time: Date | string | null) => time && new Date(time).toISOString();

const toDebtor = (row: DebtorRow): Debtor => ({
  id: row.id,
  name: fullName({ firstName: row.first_name, lastName: row.last_name, email: row.email }) || 'Deleted account',
  email: row.email,
  amount: fromCents(BigInt(row.owed)),
  unstated: fromCents(BigInt(row.unstated)),
  since: new Date(row.since).toISOString(),
  isOverdue: row.is_overdue,
  lastPayment: toIso(row.last_payment),
  lastReminder: toIso(row.reminded_at),
});

/** Lists who owes the brand (transactionAdmin.getOwing). */
export async function getOwing(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { page = 1, size = PAGE_SIZE, ...search }: OwingSearch,
): Promise<Owing> {
  const filter = { ...search, ...termOf(environment) };
  const sums = await sumDebts(db, filter);
  const total = search.show === 'overdue' ? sums.overdueCount : sums.count;
  const rows = await listDebtors(db, { ...filter, limit: size, offset: (page - 1) * size });
  return {
    data: rows.map(toDebtor),
    total,
    pagination: neighbours(page, total, size),
    sums: { owed: fromCents(sums.owed), overdue: fromCents(sums.overdue) },
  };
}

export const OWING_HEADERS = [
  ...['Name', 'Email', 'Owes', 'Not on a statement', 'Since'],
  ...['Overdue', 'Last payment', 'Last reminder'],
];
const ROWS_AT_ONCE = 1_000;

/** All who owe, for a file. */
export async function* readOwingRows(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  search: OwingFilter,
): AsyncGenerator<CsvCell[][]> {
  const { TIME_ZONE: zone, CURRENCY } = environment;
  const dayOf = (time: string | null) => (time ? dayIn(zone, new Date(time)) : '');
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await listDebtors(db, { ...search, ...termOf(environment), limit: ROWS_AT_ONCE, offset });
    yield rows
      .map(toDebtor)
      .map(({ amount, unstated, isOverdue, ...row }) => [
        ...[row.name, row.email, figureCell(amount, CURRENCY), figureCell(unstated, CURRENCY), dayOf(row.since)],
        ...[isOverdue ? 'yes' : 'no', dayOf(row.lastPayment), dayOf(row.lastReminder)],
      ]);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Null for somebody who owes nothing. */
export async function findDebt(
  executor: Executor,
  settings: DueSettings,
  userId: string,
): Promise<(Debtor & { onAccount: number }) | null> {
  const [row] = await listDebtors(executor, { ...termOf(settings), ids: [userId], limit: 1, offset: 0 });
  return row ? { ...toDebtor(row), onAccount: fromCents(BigInt(row.on_account)) } : null;
}

const REMINDED_AT_ONCE = 100;

/**
 * Reminds who is overdue, again after as many days, if the brand has its reminders sent by themselves. True once nobody
 * is left.
 */
export async function remindOverdue(services: Services): Promise<boolean> {
  const { REMINDER_DAYS: every } = services.environment;
  if (every === 0) return true;
  const due = await listDebtors(services.db, {
    ...termOf(services.environment),
    show: 'overdue',
    every,
    limit: REMINDED_AT_ONCE,
    offset: 0,
  });
  if (due.length === 0) return true;
  const ids = due.map(({ id }) => id);
  const order = { services, actor: null, procedure: 'transactionAdmin.remind' as const, requestId: 'reminders' };
  await inUnitOfWork(order, (unit) => remind(unit, { ids }));
  return due.length < REMINDED_AT_ONCE;
}

/** Emails those who still owe something, each once a day (transactionAdmin.remind). */
export async function remind(unit: UnitOfWork, { ids }: { ids: string[] }): Promise<{ reminded: number }> {
  const term = termOf(unit.services.environment);
  const debtors = await listDebtors(unit.tx, { ...term, ids, limit: ids.length, offset: 0 });
  const claimed = new Set(
    await claimReminders(
      unit.tx,
      debtors.map(({ id }) => id),
    ),
  );
  const reminded = debtors.filter(({ id }) => claimed.has(id));
  await unit.mails(
    reminded.map(({ id, email }) => ({ kind: 'payment-reminder', receiver: email, about: { userId: id } })),
  );
  await unit.audit(
    reminded.map(({ id, owed }) => ({ entity: 'user', entityId: id, after: { owedCents: BigInt(owed) } })),
  );
  return { reminded: reminded.length };
}
