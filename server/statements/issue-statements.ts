import { type SQL, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { fromCents } from '../../src/domain/money.ts';
import {
  defaultSince,
  listEnds,
  type StatementPeriod,
  type StatementRule,
} from '../../src/domain/statements/periods.ts';
import { LINES, type ShopStatements } from '../../src/domain/statements/statement.ts';
import { datedCorrections, type FeeSum, rateOn, type TaxLine, taxesOf } from '../../src/domain/statements/taxes.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { tryEach } from '../base/errors/try-each.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { listShippers } from '../people/store/users.ts';
import { findShopSettings } from '../shops/store/shop-settings.ts';
import { issueCreditNotes } from './credit-notes.ts';
import {
  announce,
  dueOf,
  issueDocument,
  type Parties,
  partiesOf,
  postTaxes,
  stepOf,
  sumsOf,
  yearIn,
} from './documents.ts';
import {
  findLast,
  IS_CREDIT,
  IS_FEE,
  IS_UNSTATED,
  LINE_KIND,
  type StatementRow,
  type Sum,
  sumStated,
} from './store/statements.ts';

/** `rule` is null if the shop gets what is set for all. */
async function listRules(
  executor: Executor,
  userId: string | null = null,
): Promise<{ userId: string; rule: StatementRule | null; covered: string | null }[]> {
  const { rows } = await executor.execute<{ userId: string; rule: StatementRule | null; covered: string | null }>(sql`
    select u.id as "userId", s.statements as rule, (
      select (max(until_day) + 1)::text from statements d where d.user_id = u.id and d.kind = 'statement') as covered
    from users u left join shop_settings s on s.user_id = u.id
    where u.deleted_at is null and (${userId}::uuid is null or u.id = ${userId}::uuid)
      and case when s.statements is null then 'shipper' = any(u.roles) else s.statements ->> 'period' <> 'none' end
    order by u.id`);
  return rows;
}

async function hasUnstated(executor: Executor, userId: string, end: Date): Promise<boolean> {
  const { rows } = await executor.execute<{ found: boolean }>(sql`select exists (
    select from ledger_entries e
    where e.user_id = ${userId} and e.total_cents <> 0 and e.created_at < ${end} and ${IS_UNSTATED}) as found`);
  return rows[0]?.found ?? false;
}

/**
 * Issues each shop and period separately, also after days without a server, and beside another one.
 */
export async function issueStatements(services: Services, today?: string): Promise<void> {
  const { TIME_ZONE, STATEMENT_PERIOD: period } = services.environment;
  const day = today ?? dayIn(TIME_ZONE, new Date());
  await tryEach(await listRules(services.db), async ({ userId, rule, covered }) => {
    const ends = listEnds(rule ?? { period, since: covered ?? defaultSince(period, day) }, covered, day);
    const last = ends.at(-1);
    // An idle shop costs one query, however many periods have passed.
    if (!last || !(await hasUnstated(services.db, userId, startOfDay(last, TIME_ZONE)))) return;
    for (const end of ends) {
      const order = { services, actor: null, procedure: 'statements', requestId: '' } as const;
      await inUnitOfWork(order, (unit) => issueStatement(unit, userId, end));
    }
  });
}

/** Reads them before an account is erased: the statement isn't mailed. Null if there is none. */
export async function lastPartiesOf(unit: UnitOfWork, userId: string): Promise<Parties | null> {
  const [found] = await listRules(unit.tx, userId);
  if (!found || (!found.rule && unit.services.environment.STATEMENT_PERIOD === 'none')) return null;
  const { buyer, ...parties } = await partiesOf(unit, userId);
  return { ...parties, buyer: { ...buyer, email: '' } };
}

export function issueLastStatement(unit: UnitOfWork, userId: string, parties?: Parties): Promise<StatementRow | null> {
  return issueStatement(unit, userId, shiftDay(dayIn(unit.services.environment.TIME_ZONE, new Date()), 1), parties);
}

/**
 * A correction has the day of the fee that it names, by its ID or by its shipment’s, or else of the
 * latest fee of the same amount. Null if there is none.
 */
const feeDayIn = (zone: string): SQL => {
  const day = (at: SQL) => sql`(${at} at time zone ${zone})::date::text`;
  const fees = sql`from transactions f where f.user_id = t.user_id and f.type = 'fee'
    and f.purpose in ('', 'shipping', 'cod-fee')`;
  return sql`case when not ${IS_CREDIT} then ${day(sql`t.created_at`)} else coalesce(
    (select ${day(sql`min(f.created_at)`)} ${fees} and (f.id = t.fee_id or exists (
      select from shipments s
      where (s.id = t.fee_id
          or t.fee_id is null and s.tracking_id = any(regexp_split_to_array(upper(t.summary), '[^0-9A-Z]+')))
        and (f.id = s.fee_transaction_id
          or f.purpose = 'shipping' and f.summary ~ ('^Shipment ' || s.tracking_id || '(,|$)'))))),
    (select ${day(sql`max(f.created_at)`)} ${fees} and f.status = 'successful' and f.deleted_at is null
      and f.amount_cents = t.amount_cents and f.created_at <= t.created_at)) end`;
};

async function sumUnstated(
  executor: Executor,
  userId: string,
  { end, zone }: { end: Date; zone: string },
): Promise<Sum[]> {
  const { rows } = await executor.execute<Omit<Sum, 'cents'> & { cents: string }>(sql`
    select kind, day, "isUp", sum(cents)::text as cents, min(at)::text as "firstDay" from (
      select ${LINE_KIND} as kind, ${feeDayIn(zone)} as day, e.total_cents > 0 as "isUp", e.total_cents as cents,
        (e.created_at at time zone ${zone})::date as at
      from ledger_entries e join transactions t on t.id = e.transaction_id
      where e.user_id = ${userId} and e.total_cents <> 0 and e.created_at < ${end} and ${IS_UNSTATED}
    ) as entries group by 1, 2, 3 order by 2, 1, 3`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: BigInt(cents) }));
}

async function stateUntil(
  tx: Transaction,
  { id, userId }: Pick<StatementRow, 'id' | 'userId'>,
  { end, taxIds }: { end: Date; taxIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`insert into statement_entries (ledger_entry_id, statement_id)
    select e.id, ${id}::uuid from ledger_entries e
    where e.user_id = ${userId} and ${IS_UNSTATED}
      and (e.created_at < ${end} or e.transaction_id = any(${sql.param([...taxIds])}::uuid[]))`);
}

/** Null if nothing happened before `end`. */
export async function issueStatement(
  unit: UnitOfWork,
  userId: string,
  end: string,
  parties?: Parties,
): Promise<StatementRow | null> {
  const { tx, services } = unit;
  const { environment } = services;
  const zone = environment.TIME_ZONE;
  await lockBalance(tx, userId);
  const last = await findLast(tx, userId, 'statement');
  if (last && last.untilDay >= shiftDay(end, -1)) return null;
  const until = { end: startOfDay(end, zone), zone };
  await issueCreditNotes(unit, userId, until.end, parties);
  const sums = await sumUnstated(tx, userId, until);
  const [first] = sums.map(({ firstDay }) => firstDay).toSorted();
  if (first === undefined) return null;
  const taxes = await taxesIn(tx, environment, { userId, sums, until });
  const charged = await postTaxes(unit, userId, taxes);
  const openingCents = (await findLast(tx, userId))?.closingCents ?? 0n;
  const closingCents = sums.reduce((sum, { cents }) => sum + cents, openingCents + charged.cents);
  const statement = await issueDocument(unit, {
    userId,
    kind: 'statement',
    year: yearIn(environment),
    fromDay: last ? shiftDay(last.untilDay, 1) : first,
    untilDay: shiftDay(end, -1),
    openingCents,
    closingCents,
    facts: {
      ...(parties ?? (await partiesOf(unit, userId))),
      taxes,
      due: null,
      ...(closingCents < 0n && (await dueOf(unit, userId))),
    },
  });
  await stateUntil(tx, statement, { end: until.end, taxIds: charged.ids });
  await announce(unit, statement);
  return statement;
}

async function sumFees(
  executor: Executor,
  userId: string,
  { end, zone }: { end: Date; zone: string },
): Promise<(FeeSum & { isUnstated: boolean })[]> {
  const { rows } = await executor.execute<{ at: string; day: string | null; cents: string; isUnstated: boolean }>(sql`
    select at, day, "isUnstated", sum(cents)::text as cents from (
      select (e.created_at at time zone ${zone})::date::text as at, ${feeDayIn(zone)} as day, -e.total_cents as cents,
        ${IS_UNSTATED} as "isUnstated"
      from ledger_entries e join transactions t on t.id = e.transaction_id
      where e.user_id = ${userId} and e.created_at < ${end} and (${IS_FEE} or t.purpose = 'fee-correction')
    ) as entries group by 1, 2, 3 order by 1, 2 nulls last, 3`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}

/** Each fee has the rate of its day, and a correction that of what it corrects. */
async function taxesIn(
  executor: Executor,
  { TAX_RATES, CURRENCY }: Environment,
  { userId, sums, until }: { userId: string; sums: readonly Sum[]; until: { end: Date; zone: string } },
): Promise<TaxLine[]> {
  // Only drafts have credits, since credit notes precede statements.
  const taxed = sums.filter(({ kind }) => LINES[kind].isTaxed || kind === 'credit');
  const bases = taxed.flatMap(({ day, cents }) =>
    day === null ? [] : { ...rateOn(TAX_RATES, day), net: -Number(cents) },
  );
  if (bases.length < taxed.length) {
    const corrections = datedCorrections(await sumFees(executor, userId, until));
    for (const { day, cents, isUnstated } of corrections)
      if (isUnstated) bases.push({ ...rateOn(TAX_RATES, day), net: cents });
  }
  return taxesOf(bases, stepOf(CURRENCY));
}

type Reader = { db: Executor } & Pick<Services, 'environment' | 'brand'>;

/** It has no ID and no number; null if nothing happened. */
export async function draftDocument({ db, ...services }: Reader, userId: string): Promise<StatementRow | null> {
  const { environment } = services;
  const [zone, createdAt] = [environment.TIME_ZONE, new Date()];
  const until = { end: createdAt, zone };
  const sums = await sumUnstated(db, userId, until);
  const [first] = sums.map(({ firstDay }) => firstDay).toSorted();
  if (first === undefined) return null;
  const last = await findLast(db, userId, 'statement');
  const taxes = await taxesIn(db, environment, { userId, sums, until });
  const openingCents = (await findLast(db, userId))?.closingCents ?? 0n;
  return {
    id: '',
    userId,
    kind: 'statement',
    year: yearIn(environment),
    number: 0,
    sequence: 0,
    creditedId: null,
    fromDay: last ? shiftDay(last.untilDay, 1) : first,
    untilDay: dayIn(zone, createdAt),
    createdAt,
    openingCents,
    closingCents: sums.reduce((sum, { cents }) => sum + cents, openingCents) - sumOf(taxes),
    facts: { ...(await partiesOf({ tx: db, services }, userId)), taxes, due: null },
  };
}

const sumOf = (taxes: readonly TaxLine[]) => taxes.reduce((sum, { tax }) => sum + BigInt(tax), 0n);

export async function getNextStatement(reader: Reader, userId: string): Promise<ShopStatements> {
  const { db, environment } = reader;
  const { taxNumber = '', statements = null } = (await findShopSettings(db, userId)) ?? {};
  const period = statements?.period ?? (await findUsualPeriod(db, environment, userId));
  const settings = { period, taxNumber, ...(!statements && { isUsual: true }) };
  const draft = await draftDocument(reader, userId);
  if (!draft) return { ...settings, draft: null };
  const { fromDay, createdAt, openingCents, closingCents, facts } = draft;
  const stated = await sumStated(db, { userId, end: createdAt });
  const fees = stated.filter(({ kind }) => LINES[kind].isTaxed).reduce((sum, { cents }) => sum - cents, 0n);
  const tax = sumOf(facts.taxes);
  return {
    ...settings,
    draft: {
      from: fromDay,
      opening: fromCents(openingCents),
      sums: sumsOf(facts.taxes.length > 0 ? [...stated, { kind: 'tax', cents: -tax }] : stated),
      fees: fromCents(fees),
      ...(tax !== 0n && { tax: fromCents(tax) }),
      closing: fromCents(closingCents),
    },
  };
}

async function findUsualPeriod(
  executor: Executor,
  { STATEMENT_PERIOD }: Environment,
  userId: string,
): Promise<StatementPeriod> {
  return (await listShippers(executor, [userId])).length > 0 ? STATEMENT_PERIOD : 'none';
}
