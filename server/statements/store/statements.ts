import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { LineKind, OtherKind, StatementKind } from '../../../src/domain/statements/statement.ts';
import type { Executor } from '../../base/database/client.ts';
import { statements } from '../../base/database/tables/money/statements.ts';
import { type Comparison, compare } from '../../shipments/store/projections.ts';

export type StatementRow = typeof statements.$inferSelect;

/** The kind of a transaction `t`. */
export const LINE_KIND = sql<LineKind>`case
  when t.purpose = 'shipping' and exists (
    select from shipments s join returns r on r.return_id = s.id where s.fee_transaction_id = t.id) then 'return'
  when t.purpose <> '' then t.purpose
  when t.type = 'fee' then 'fee' when t.type = 'deposit' then 'payment' else 'payout' end`;

/** For a ledger entry `e`. */
export const IS_UNSTATED = sql`not exists (select from statement_entries se where se.ledger_entry_id = e.id)`;

export const IS_FEE = sql`(t.type = 'fee' and t.purpose in ('', 'shipping', 'cod-fee'))`;
export const IS_CREDIT = sql`t.purpose in ('credit', 'fee-correction')`;

export async function findLast(executor: Executor, userId: string, kind?: StatementKind): Promise<StatementRow | null> {
  const [row] = await executor
    .select()
    .from(statements)
    .where(and(eq(statements.userId, userId), kind && eq(statements.kind, kind)))
    .orderBy(desc(statements.sequence))
    .limit(1);
  return row ?? null;
}

export async function findStatement(executor: Executor, id: string): Promise<StatementRow | null> {
  const [row] = await executor.select().from(statements).where(eq(statements.id, id));
  return row ?? null;
}

export interface Sum {
  kind: LineKind;
  /** This is in the brand’s zone, and null if no fee gives a correction’s day. */
  day: string | null;
  isUp: boolean;
  cents: bigint;
  firstDay: string;
}

const STATEMENT = sql`(select d.id from statements d join statement_entries se on se.statement_id = d.id
  join ledger_entries p on p.id = se.ledger_entry_id
  where p.transaction_id = t.id and d.kind = 'statement' order by d.sequence desc limit 1)`;

/** Ignores statements whose credit notes gave all back. */
export async function findStatementOf(executor: Executor, transactionId: string): Promise<string | null> {
  const { rows } = await executor.execute<{ id: string | null }>(sql`
    select ${STATEMENT} as id from transactions t where t.id = ${transactionId} and 0 <> (
      select coalesce(sum(e.total_cents), 0) from ledger_entries e
      where e.transaction_id = t.id and not ${IS_UNSTATED})`);
  return rows[0]?.id ?? null;
}

/**
 * Returns what is left to credit, below zero if too much was. Credits that wait for a second person
 * count, except one or all.
 */
export async function findCreditable(
  executor: Executor,
  { userId, statementId, except = null }: { userId: string; statementId: string | null; except?: string | null },
): Promise<bigint> {
  const nets = (which: SQL) => sql`(select coalesce(sum((line ->> 'net')::bigint), 0)
    from statements d cross join jsonb_array_elements(d.facts -> 'taxes') line where ${which})`;
  const { rows } = await executor.execute<{ cents: string }>(sql`
    with own as (
      select t.*, sum(e.total_cents) as now, coalesce(sum(e.total_cents) filter (where not ${IS_UNSTATED}), 0) as stated
      from transactions t join ledger_entries e on e.transaction_id = t.id
      where t.user_id = ${userId} and (${IS_FEE} or ${IS_CREDIT}) group by t.id
    ), waiting as (
      select statement_id, amount_cents from own t
      where ${IS_CREDIT} and status = 'pending' and deleted_at is null and ${except === 'all' ? sql`false` : sql`id is distinct from ${except}::uuid`}
    )
    select least(
      (select coalesce(-sum(now), 0) from own) - (select coalesce(sum(amount_cents), 0) from waiting),
      case when ${statementId}::uuid is not null then ${nets(sql`d.id = ${statementId}`)} - ${nets(sql`d.credited_id = ${statementId}`)}
        - (select coalesce(sum(case when ${IS_FEE} then greatest(0, now - stated) else now - stated end), 0) from own t
          where now <> stated and ${statementId}::uuid = case when ${IS_FEE} then ${STATEMENT} else t.statement_id end)
        - (select coalesce(sum(amount_cents), 0) from waiting where statement_id = ${statementId}) end
    )::text as cents`);
  return BigInt(rows[0]?.cents ?? 0);
}

export interface Line {
  id: string;
  at: Date;
  kind: LineKind;
  cents: bigint;
  reason: string;
}
export type JournalLine = Omit<Line, 'kind'> & {
  kind: LineKind | OtherKind;
  shop: string;
  document: Pick<StatementRow, 'kind' | 'year' | 'number'> | null;
};

export const LINES_A_PAGE = 1_000;

async function* pages<Row extends { id: string; at: string }>(
  read: (after: SQL) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = sql`true`; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = sql`(e.created_at, e.id) > (${last.at}::timestamptz, ${last.id}::uuid)`;
  }
}

const LINE = sql`e.id, e.created_at::text as at, ${LINE_KIND} as kind, e.total_cents::text as cents, e.reason`;
type RawLine = { id: string; at: string; kind: LineKind; cents: string; reason: string };
const toLine = ({ at, cents, ...row }: RawLine): Line => ({ ...row, at: new Date(at), cents: BigInt(cents) });

export type Stated = { id: string } | { userId: string; end: Date };

export const entriesOf = (of: Stated) => sql`
  from ledger_entries e join transactions t on t.id = e.transaction_id
    left join statement_entries x on x.ledger_entry_id = e.id
  where e.total_cents <> 0 and ${
    'id' in of
      ? sql`x.statement_id = ${of.id}`
      : sql`x.statement_id is null and e.user_id = ${of.userId} and e.created_at < ${of.end}`
  }`;

export async function* readLines(executor: Executor, of: Stated): AsyncGenerator<Line[]> {
  const read = async (after: SQL) =>
    (
      await executor.execute<RawLine>(
        sql`select ${LINE} ${entriesOf(of)} and ${after} order by e.created_at, e.id limit ${LINES_A_PAGE}`,
      )
    ).rows;
  for await (const rows of pages(read)) yield rows.map(toLine);
}

export interface JournalPeriod {
  from: Date;
  end: Date;
  /** All without it. */
  kinds?: (LineKind | OtherKind)[] | null;
}

const OF_BILL = sql`format('%s, shipment %s', b.summary, s.tracking_id)`;
const BILL_ACTS = sql`from audit_entries a join bills b on b.id = a.entity_id join shipments s on s.id = b.shipment_id
  join users u on u.id = b.user_id where a.entity = 'bill'`;
const COUNTED: readonly [kind: OtherKind, cents: SQL][] = [
  ['counted cash', sql`c.counted_cash_cents`],
  ['counted card', sql`c.counted_card_cents`],
  ['difference', sql`c.expected_cash_cents + c.expected_card_cents - c.counted_cash_cents - c.counted_card_cents`],
];

export const JOURNAL: readonly SQL[] = [
  sql`select e.id, e.created_at as at, ${LINE_KIND} as kind, e.total_cents as cents, e.reason, u.email as shop,
      case when d.id is not null then jsonb_build_object('kind', d.kind, 'year', d.year, 'number', d.number) end as document
    from ledger_entries e join transactions t on t.id = e.transaction_id join users u on u.id = e.user_id
      left join statement_entries x on x.ledger_entry_id = e.id left join statements d on d.id = x.statement_id
    where e.total_cents <> 0`,
  sql`select p.id, p.created_at as at, 'collected' as kind, p.amount_cents as cents,
      format('%s at the door, shipment %s', p.method, s.tracking_id) as reason, '' as shop, null::jsonb as document
    from cod_payments p join shipments s on s.id = p.shipment_id`,
  sql`select p.id, p.created_at as at, 'rounding' as kind, p.rounding_cents as cents,
      format('Cash for shipment %s', s.tracking_id) as reason, '' as shop, null::jsonb as document
    from cod_payments p join shipments s on s.id = p.shipment_id where p.rounding_cents <> 0`,
  ...COUNTED.map(
    ([kind, cents]) => sql`select c.id, c.created_at as at, ${kind}::text as kind, ${cents} as cents,
        concat_ws(': ', 'Run ' || r.name, nullif(c.reason, '')) as reason, '' as shop, null::jsonb as document
      from cash_counts c join runs r on r.id = c.run_id where ${cents} <> 0`,
  ),
  sql`select a.id, a.created_at as at, case when a.before is null then 'billed' when a.after is null then 'bill deleted'
        when (a.after ->> 'paid')::boolean then 'bill paid' else 'bill reopened' end as kind,
      b.amount_cents - coalesce((a.after ->> 'shortCents')::bigint, 0) as cents,
      ${OF_BILL} as reason, u.email as shop, null::jsonb as document
    ${BILL_ACTS}`,
  sql`select a.id, a.created_at as at, 'bill short' as kind,
      case when (a.after ->> 'paid')::boolean then 1 else -1 end * (a.after ->> 'shortCents')::bigint as cents,
      ${OF_BILL} as reason, u.email as shop, null::jsonb as document
    ${BILL_ACTS} and a.after ? 'shortCents'`,
  sql`select m.id, m.created_at as at, m.method || ' to bank' as kind, m.amount_cents as cents,
      concat_ws(', ', 'Bank ' || e.booked_on, nullif(e.name, '')) as reason, '' as shop, null::jsonb as document
    from bank_moves m join bank_entries e on e.id = m.entry_id`,
  sql`select p.id, p.created_at as at, 'paid ahead' as kind, p.amount_cents as cents,
      format('Shipment %s', s.tracking_id) as reason, '' as shop, null::jsonb as document
    from prepayments p join shipments s on s.id = p.shipment_id`,
];

export async function sumStated(executor: Executor, of: Stated): Promise<Pick<Sum, 'kind' | 'cents'>[]> {
  const { rows } = await executor.execute<{ kind: LineKind; cents: string }>(sql`
    select ${LINE_KIND} as kind, sum(e.total_cents)::text as cents ${entriesOf(of)}
    group by 1, e.total_cents > 0 order by 1`);
  return rows.map(({ kind, cents }) => ({ kind, cents: BigInt(cents) }));
}

export function compareStatements(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('%s %s-%s', d.kind, d.year, d.number) as name,
      format('from %s to %s', d.opening_cents, d.closing_cents) as kept,
      format('from %s to %s', coalesce(lag(d.closing_cents) over (partition by d.user_id order by d.sequence), 0),
        d.opening_cents + coalesce(x.cents, 0)) as found
    from statements d left join (
      select x.statement_id, sum(e.total_cents) as cents
      from statement_entries x join ledger_entries e on e.id = x.ledger_entry_id group by 1) x on x.statement_id = d.id
    union all
    select format('numbers of a %s in %s', kind, year), format('up to %s', n.last),
      format('up to %s', coalesce(d.total, 0) + coalesce(n.skipped, 0))
    from statement_numbers n full join (
      select kind, year, count(*) as total from statements group by 1, 2) d using (kind, year)`,
  );
}
