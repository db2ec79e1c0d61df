import { sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { fromCents } from '../../src/domain/money.ts';
import { type Debtor, type Owing, type OwingFilter, type OwingSearch, REMINDER_HOURS } from '../../src/domain/owing.ts';
import { neighbours, PAGE_SIZE } from '../../src/domain/pagination.ts';
import { fullName } from '../../src/domain/user.ts';
import { type CsvCell, figureCell } from '../base/csv/write-csv.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { balances } from '../base/database/tables/transactions.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { IS_UNSTATED } from '../statements/store/statements.ts';
import type { DueSettings } from './payment-instructions.ts';
import { lockBalances } from './store/ledger.ts';
import { type DebtorFilter, filteredDebtors, IS_DEBIT, sumDebts } from './store/owing.ts';

const termOf = ({ PAYMENT_DAYS: days, TIME_ZONE: zone }: DueSettings) => ({ days, zone });

const toIso = (time: Date | string | null) => time && new Date(time).toISOString();

interface DebtorRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  owed: string;
  on_account: string;
  unstated: string;
  is_overdue: boolean;
  since: Date | string;
  last_payment: Date | string | null;
  reminded_at: Date | string | null;
}

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

async function listDebtors(
  executor: Executor,
  { limit, offset, ...filter }: DebtorFilter & { limit: number; offset: number },
): Promise<DebtorRow[]> {
  const { rows } = await executor.execute<DebtorRow & Record<string, unknown>>(sql`
    select d.*, least(d.on_account, (
      select coalesce(-sum(e.total_cents), 0) from ledger_entries e join transactions t on t.id = e.transaction_id
      where e.user_id = d.id and t.type = 'fee' and t.purpose <> 'tax' and ${IS_UNSTATED}
    ))::text as unstated, coalesce(least(d.oldest_bill, (
      select min(created_at) from (
        select t.created_at, sum(t.amount_cents) over (order by t.created_at desc, t.id desc) - t.amount_cents as newer
        from transactions t where t.user_id = d.id and ${IS_DEBIT}
      ) debits where newer < d.on_account
    )), d.deleted_at) as since, (
      select greatest(max(t.created_at), (select max(paid_at) from bills where user_id = d.id and deleted_at is null))
      from transactions t where t.user_id = d.id and t.type = 'deposit' and t.purpose = ''
        and t.status = 'successful' and t.deleted_at is null
    ) as last_payment
    from (${filteredDebtors(filter)} order by owed desc, users.id) d
    where ${filter.show === 'overdue' ? sql`d.is_overdue` : sql`true`}
    order by d.owed desc, d.id limit ${limit} offset ${offset}`);
  return rows;
}

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

/** Notes a reminder of each who had none lately, and returns these. */
async function claimReminders(tx: Transaction, userIds: readonly string[]): Promise<string[]> {
  await lockBalances(tx, userIds);
  const claimed = await tx
    .update(balances)
    .set({ remindedAt: sql`now()` })
    .where(
      sql`${balances.userId} = any(${sql.param([...userIds])}::uuid[])
        and coalesce(${balances.remindedAt} < now() - ${REMINDER_HOURS} * interval '1 hour', true)`,
    )
    .returning({ id: balances.userId });
  return claimed.map(({ id }) => id);
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
