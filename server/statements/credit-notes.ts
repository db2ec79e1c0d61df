import { eq, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { toCents } from '../../src/domain/money.ts';
import { type Credit, type Credited, formatNumber } from '../../src/domain/statements/statement.ts';
import { rateOn, shareOut, sumByRate, type TaxBase, taxesOf } from '../../src/domain/statements/taxes.ts';
import type { Decide } from '../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { statements } from '../base/database/tables/money/statements.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { assertCreditable, postTransaction } from '../ledger/change-ledger.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn, needsSecondPerson, proposalOf } from '../ledger/second-person.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { decide } from '../ledger/transactions/update-transaction.ts';
import { announce, issueDocument, type Parties, partiesOf, postTaxes, stepOf, yearIn } from './documents.ts';
import { findLast, findStatement, IS_FEE, IS_UNSTATED, type StatementRow } from './store/statements.ts';

const IS_CREDITING = sql`(
  e.total_cents <> 0 and t.purpose = 'credit' and t.statement_id is not null
  or e.total_cents > 0 and ${IS_FEE} and e.total_cents = -(
    select sum(p.total_cents) from ledger_entries p join statement_entries se on se.ledger_entry_id = p.id
    where p.transaction_id = t.id))`;

interface Crediting {
  entryId: string;
  /** That it corrects. */
  statementId: string;
  isByHand: boolean;
  day: string;
  cents: bigint;
}

/** What follows a transaction in its period reverses no document’s entry. */
async function listCrediting(
  executor: Executor,
  userId: string,
  { end, zone }: { end: Date; zone: string },
): Promise<Crediting[]> {
  const { rows } = await executor.execute<Omit<Crediting, 'cents'> & { cents: string }>(sql`
    select distinct on (t.id) e.id as "entryId", t.purpose = 'credit' as "isByHand", e.total_cents::text as cents,
      (t.created_at at time zone ${zone})::date::text as day,
      coalesce(t.statement_id, (
        select d.id from statements d join statement_entries se on se.statement_id = d.id
          join ledger_entries p on p.id = se.ledger_entry_id
        where p.transaction_id = t.id and p.total_cents = -e.total_cents and d.kind = 'statement'
        order by d.sequence desc limit 1)) as "statementId"
    from ledger_entries e join transactions t on t.id = e.transaction_id
    where e.user_id = ${userId} and e.created_at < ${end} and ${IS_UNSTATED} and ${IS_CREDITING}
    order by t.id, e.created_at, e.id`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: BigInt(cents) }));
}

/** Credits fees that were given back, and credits by hand. */
export async function issueCreditNotes(
  unit: UnitOfWork,
  userId: string,
  end: Date,
  parties?: Parties,
): Promise<StatementRow[]> {
  const { tx, services } = unit;
  const rows = await listCrediting(tx, userId, { end, zone: services.environment.TIME_ZONE });
  const notes: StatementRow[] = [];
  for (const id of new Set(rows.map(({ statementId }) => statementId))) {
    const statement = await findStatement(tx, id);
    if (!statement) throw new Error('A statement to credit is gone');
    notes.push(
      await issueCreditNote(
        unit,
        statement,
        rows.filter(({ statementId }) => statementId === id),
        parties ?? (await partiesOf(unit, userId)),
      ),
    );
  }
  return notes;
}

function listCreditNotes(executor: Executor, creditedId: string): Promise<StatementRow[]> {
  return executor.select().from(statements).where(eq(statements.creditedId, creditedId));
}

async function stateEntries(tx: Transaction, statementId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`insert into statement_entries (ledger_entry_id, statement_id)
    select id, ${statementId}::uuid from ledger_entries where id = any(${sql.param([...ids])}::uuid[])`);
}

async function listEntriesOf(tx: Transaction, transactionIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ledger_entries where transaction_id = any(${sql.param([...transactionIds])}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

async function issueCreditNote(
  unit: UnitOfWork,
  of: StatementRow,
  rows: readonly Crediting[],
  parties: Parties,
): Promise<StatementRow> {
  const { tx, services } = unit;
  const { environment } = services;
  const { userId } = of;
  const earlier = (await listCreditNotes(tx, of.id)).flatMap(({ facts }) => facts.taxes);
  const left = leftOf(of, earlier);
  const fees = rows.flatMap(({ day, cents, isByHand }) => {
    const { name, rate } = rateOn(environment.TAX_RATES, day);
    // The setting may have changed: what wasn't taxed so is not given back so.
    const isCharged = of.facts.taxes.some((line) => line.name === name && line.rate === rate);
    if (isByHand) return [];
    return isCharged ? { name, rate, net: Number(cents) } : shareOut(Number(cents), left);
  });
  const byHand = rows.reduce((sum, { cents, isByHand }) => (isByHand ? sum + Number(cents) : sum), 0);
  // What is taken back was credited for these fees.
  const bases = byHand === 0 ? fees : [...fees, ...shareOut(byHand, byHand < 0 && fees.length > 0 ? fees : left)];
  const taxes = taxesOf(bases, stepOf(environment.CURRENCY), earlier);
  const taxed = await postTaxes(unit, userId, taxes, true);
  const openingCents = (await findLast(tx, userId))?.closingCents ?? 0n;
  const today = dayIn(environment.TIME_ZONE, new Date());
  const note = await issueDocument(unit, {
    userId,
    kind: 'credit-note',
    year: yearIn(environment),
    creditedId: of.id,
    fromDay: today,
    untilDay: today,
    openingCents,
    closingCents: rows.reduce((sum, { cents }) => sum + cents, openingCents + taxed.cents),
    facts: { ...parties, taxes, due: null, of: formatNumber(of) },
  });
  await stateEntries(tx, note.id, [...rows.map(({ entryId }) => entryId), ...(await listEntriesOf(tx, taxed.ids))]);
  await announce(unit, note);
  return note;
}

/** Returns all fees if everything has been credited. */
function leftOf({ facts }: StatementRow, earlier: readonly TaxBase[]): TaxBase[] {
  const left = sumByRate([...facts.taxes, ...earlier.map((base) => ({ ...base, net: -base.net }))]);
  return left.some(({ net }) => net > 0) ? left.filter(({ net }) => net > 0) : sumByRate(facts.taxes);
}

/**
 * The credit has its share of the tax.
 * @throws NOT_FOUND, PRECONDITION_FAILED, field error at `amount`
 */
export async function credit(unit: UnitOfWork, { id, amount, reason }: Credit): Promise<Credited> {
  const { tx } = unit;
  const statement = await findStatement(tx, id);
  if (statement?.kind !== 'statement') throw new UserError('NOT_FOUND', 'This statement doesn’t exist.');
  const { userId } = statement;
  assertNotOwn(unit, userId);
  await requireUser(tx, userId);
  await lockBalance(tx, userId);
  const amountCents = toCents(amount);
  await assertCreditable(unit, { userId, statementId: id, amountCents });
  const summary = `${formatNumber(statement)}: ${reason}`;
  const wanted = { type: 'deposit', amountCents, status: 'successful', summary } as const;
  const waits = await needsSecondPerson(unit, userId, { before: null, after: wanted });
  const transaction = waits ? { ...wanted, status: 'pending' as const } : wanted;
  const proposal = waits ? { proposal: proposalOf(unit, wanted, { isNew: true }) } : {};
  const given = { userId, purpose: 'credit', statementId: id, ...transaction, ...proposal } as const;
  const creditId = await postTransaction(unit, given);
  const after = { ...transaction, ...(waits && { proposed: wanted.status }) };
  await unit.audit({ entity: 'transaction', entityId: creditId, userId, after });
  const note = waits ? undefined : await issueCreditNoteNow(unit, { userId, statementId: id });
  return { number: note ? formatNumber(note) : null, waits };
}

async function issueCreditNoteNow(
  unit: UnitOfWork,
  { userId, statementId }: { userId: string; statementId: string | null },
): Promise<StatementRow | undefined> {
  const notes = await issueCreditNotes(unit, userId, new Date(Date.now() + 60_000));
  return notes.find(({ creditedId }) => creditedId === statementId);
}

/** A credit gets its note at once. */
export async function decideWithNote(unit: UnitOfWork, input: Decide): Promise<void> {
  const credited = await decide(unit, input);
  if (credited) await issueCreditNoteNow(unit, credited);
}
