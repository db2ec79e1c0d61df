import { eq, sql } from 'drizzle-orm';
import { type AssignEntry, type EntryChoices, isFarShort } from '../../src/domain/banking.ts';
import { formatMoney, fromCents, toCents } from '../../src/domain/money.ts';
import { normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { bankEntries } from '../base/database/tables/money/banking.ts';
import { UserError } from '../base/errors/errors.ts';
import { matchesUser } from '../base/sql/text-search.ts';
import { findBill } from '../bills/store/bills.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { requireUser } from '../ledger/require-user.ts';
import { carryOut, type Deed, lockDeeds } from './carry-out.ts';
import { asUuid } from './match-entries.ts';
import { type BankEntryRow, lockOpenEntries } from './store/bank-entries.ts';
import { findPayouts } from './store/payouts.ts';

const refuse = (sentence: string) => new UserError('PRECONDITION_FAILED', sentence);

/**
 * Books an entry as what somebody says it is (bankAdmin.assign).
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function assignEntry(unit: UnitOfWork, { id, to }: AssignEntry): Promise<{ waits: boolean }> {
  const [entry] = await lockOpenEntries(unit.tx, [id]);
  if (!entry) throw new UserError('CONFLICT', 'Someone else has booked this or set it aside.');
  const deed = await readDeed(unit, entry, to);
  await lockDeeds(unit, [deed]);
  return { waits: await carryOut(unit, entry, deed) };
}

async function readDeed(unit: UnitOfWork, entry: BankEntryRow, to: AssignEntry['to']): Promise<Deed> {
  const { tx } = unit;
  const { amountCents: cents } = entry;
  if (to.kind === 'moved') {
    if (to.from === 'cash' && cents < 0n) throw refuse('Cash comes to the bank, it isn’t taken from it.');
    return { moved: to.from };
  }
  if (to.kind === 'payouts') return readPayouts(tx, entry, new Set(to.failed));
  if (to.kind === 'account') {
    await requireUser(tx, to.userId);
    return { balance: { userId: to.userId, cents } };
  }
  // Its amount never changes; whether it is paid is asked once it is locked.
  const bill = await findBill(tx, to.billId);
  if (!bill) throw new UserError('NOT_FOUND', 'This bill no longer exists.');
  if (cents < 0n) throw refuse('A bill is paid by what comes in.');
  const sum = toCents(bill.amount);
  const over = cents - sum;
  const one = { id: to.billId, userId: bill.userId, paid: true };
  if (over > 0n) return { bills: [one], balance: { userId: bill.userId, cents: over } };
  if (isFarShort(bill.amount, fromCents(cents))) {
    const asked = formatMoney(bill.amount, unit.services.environment.CURRENCY);
    throw refuse(`The bill is for ${asked}. Add this to the balance of who paid it.`);
  }
  return { bills: [{ ...one, shortCents: -over }] };
}

async function readPayouts(tx: Executor, entry: BankEntryRow, failed: ReadonlySet<string>): Promise<Deed> {
  const all = await listFiled(tx, entry);
  const paid = all.filter(({ id }) => !failed.has(id));
  const sum = paid.reduce((total, { amountCents }) => total + amountCents, 0n);
  if (paid.length === 0 || sum !== -entry.amountCents)
    throw refuse('The withdrawals that the bank paid don’t add up to what it took. Check which ones it left out.');
  const toDo = all.filter(({ status }) => status === 'pending');
  if (all.some(({ id, status }) => failed.has(id) && status !== 'pending'))
    throw refuse('One of these is paid here already. Set it to failed on its account first.');
  return {
    payouts: toDo.map((one) => ({ ...one, from: 'pending', to: failed.has(one.id) ? 'failed' : 'successful' })),
  };
}

async function listFiled(executor: Executor, { reference, amountCents }: BankEntryRow) {
  const id = asUuid(reference);
  return (amountCents < 0n && id && (await findPayouts(executor, [id])).files.get(id)) || [];
}

async function findEntry(executor: Executor, id: string): Promise<BankEntryRow | null> {
  const [row] = await executor.select().from(bankEntries).where(eq(bankEntries.id, id));
  return row ?? null;
}

const MOST_PEOPLE = 8;

const MOST_BILLS = 10;

interface Payer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  bills: { id: string; cents: string; summary: string; trackingId: string }[];
}

/** Finds people by a word or a shipment of theirs, and lists first who has to pay just that. */
async function listPayers(
  executor: Executor,
  { q, trackingId, amountCents }: { q: string; trackingId: string; amountCents: bigint },
): Promise<Payer[]> {
  if (q === '') return [];
  const { rows } = await executor.execute<Payer & Record<string, unknown>>(sql`
    with found as (
      select users.id, first_name, last_name, email from users
      where users.deleted_at is null and (${matchesUser(q)} or users.id in (
        select unnest(array[s.sender_id, s.receiver_id]) from shipments s
        where s.tracking_id = ${trackingId} and s.deleted_at is null))
      limit 200)
    select f.id, f.first_name as "firstName", f.last_name as "lastName", f.email, coalesce(o.bills, '[]') as bills
    from found f left join lateral (
      select jsonb_agg(jsonb_build_object('id', b.id, 'cents', b.amount_cents::text, 'summary', b.summary,
          'trackingId', b.tracking_id)) as bills, bool_or(b.amount_cents = ${amountCents}) as fits
      from (
        select b.id, b.amount_cents, b.summary, s.tracking_id from bills b join shipments s on s.id = b.shipment_id
        where b.user_id = f.id and b.paid_at is null and b.deleted_at is null
        order by b.amount_cents = ${amountCents} desc, b.id limit ${MOST_BILLS}) b) o on true
    order by coalesce(o.fits, false) desc, o.bills is null, f.email limit ${MOST_PEOPLE}`);
  return rows;
}

async function sumToMove(executor: Executor): Promise<{ cash: bigint; card: bigint }> {
  const { rows } = await executor.execute<{ cash: string; card: string }>(sql`
    select c.cash - m.cash as cash, c.card - m.card as card
    from (select coalesce(sum(counted_cash_cents), 0) as cash, coalesce(sum(counted_card_cents), 0) as card from cash_counts) c,
      (select coalesce(sum(amount_cents) filter (where method = 'cash'), 0) as cash,
        coalesce(sum(amount_cents) filter (where method = 'card'), 0) as card from bank_moves) m`);
  return { cash: BigInt(rows[0]?.cash ?? 0), card: BigInt(rows[0]?.card ?? 0) };
}

/** Lists what an entry may be (bankAdmin.getChoices). @throws NOT_FOUND */
export async function listChoices(
  executor: Executor,
  { id, q = '' }: { id: string; q?: string | undefined },
): Promise<EntryChoices> {
  const entry = await findEntry(executor, id);
  if (!entry) throw new UserError('NOT_FOUND', 'This payment is no longer here.');
  const [people, toMove, filed] = await Promise.all([
    listPayers(executor, {
      q: q || longestWord(entry.name),
      trackingId: normalizeTrackingId(q),
      amountCents: entry.amountCents,
    }),
    sumToMove(executor),
    listFiled(executor, entry),
  ]);
  return {
    people: people.map(({ bills, ...person }) => ({
      id: person.id,
      email: person.email,
      name: fullName(person),
      bills: bills.map(({ cents, ...bill }) => ({ ...bill, amount: fromCents(BigInt(cents)) })),
    })),
    toMove: { cash: fromCents(toMove.cash), card: fromCents(toMove.card) },
    payouts: filed.map((one) => ({ id: one.id, name: fullName(one.person), amount: fromCents(one.amountCents) })),
  };
}

/** Banks write names in any order, and cut them. */
const longestWord = (name: string) =>
  (name.match(/\p{L}+/gu) ?? []).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
