import { dayIn } from '../../src/domain/dates.ts';
import { toCents } from '../../src/domain/money.ts';
import { type Credit, type Credited, formatNumber } from '../../src/domain/statements/statement.ts';
import { rateOn, shareOut, sumByRate, type TaxBase, taxesOf } from '../../src/domain/statements/taxes.ts';
import type { Decide } from '../../src/domain/transaction.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { assertCreditable, postTransaction } from '../ledger/change-ledger.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn, needsSecondPerson, proposalOf } from '../ledger/second-person.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { decide } from '../ledger/transactions/update-transaction.ts';
import { announce, issueDocument, type Parties, partiesOf, postTaxes, stepOf, yearIn } from './documents.ts';
import {
  type Crediting,
  findLast,
  findStatement,
  listCrediting,
  listCreditNotes,
  listEntriesOf,
  type StatementRow,
  stateEntries,
} from './store/statements.ts';

/** Credits fees of statements that were given back since, and credits given by hand. */
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

/** Returns the fees of a statement that have not been credited yet; all of them if everything has. */
function leftOf({ facts }: StatementRow, earlier: readonly TaxBase[]): TaxBase[] {
  const left = sumByRate([...facts.taxes, ...earlier.map((base) => ({ ...base, net: -base.net }))]);
  return left.some(({ net }) => net > 0) ? left.filter(({ net }) => net > 0) : sumByRate(facts.taxes);
}

/**
 * Credits a part of a statement’s fees, with its tax (statementAdmin.credit).
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

/** Decides about a proposal (transactionAdmin.decide); a credit gets its note at once. */
export async function decideWithNote(unit: UnitOfWork, input: Decide): Promise<void> {
  const credited = await decide(unit, input);
  if (credited) await issueCreditNoteNow(unit, credited);
}
