import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { BankEntry, EntryMatch, EntrySearch } from '../../src/domain/banking.ts';
import { formatMoney, fromCents } from '../../src/domain/money.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, PAGE_SIZE, pageWindow } from '../../src/domain/pagination.ts';
import { referencesIn } from '../../src/domain/payment-reference.ts';
import { findTrackingId } from '../../src/domain/tracking-id.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { bills } from '../base/database/tables/bills.ts';
import { bankEntries, bankMoves } from '../base/database/tables/money/banking.ts';
import { paymentReferences } from '../base/database/tables/money/payments.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { users } from '../base/database/tables/users.ts';
import { anyOf } from '../base/sql/lists.ts';
import { matchPrepayment } from '../cod/prepayments.ts';
import { findPayableShipments, type PayableShipment, payableColumns } from '../cod/store/prepayments.ts';
import { type BankEntryRow, isOpenEntry } from './store/bank-entries.ts';
import { findBillOf, findPayersBefore } from './store/payers.ts';
import { type FiledWithdrawal, type FoundPayouts, findPayouts } from './store/payouts.ts';

type Payable = Pick<FiledWithdrawal, 'id' | 'userId' | 'amountCents' | 'status' | 'proposal'>;

/** `shown` says why it can’t be booked, if so. */
export interface Match {
  shown: EntryMatch;
  bills?: { id: string; userId: string }[];
  userId?: string;
  payouts?: Payable[];
  shipmentIds?: string[];
}

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };

/** What references belong to, by them. */
async function findReferred(executor: Executor, references: readonly string[]) {
  const { reference, billId, userId } = paymentReferences;
  const rows = await executor
    .select({
      reference,
      user: person,
      deletedUser: users.deletedAt,
      bill: {
        id: bills.id,
        amountCents: bills.amountCents,
        shortCents: bills.shortCents,
        paidAt: bills.paidAt,
        deletedAt: bills.deletedAt,
        userId: bills.userId,
        trackingId: shipments.trackingId,
      },
    })
    .from(paymentReferences)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(bills, eq(bills.id, billId))
    .leftJoin(shipments, eq(shipments.id, bills.shipmentId))
    .where(anyOf(reference, references));
  return new Map(rows.map((row) => [row.reference, row]));
}

type Referred = NonNullable<ReturnType<Awaited<ReturnType<typeof findReferred>>['get']>>;

type Person = Pick<Referred['user'], 'id' | 'firstName' | 'lastName' | 'email'>;
const named = (person: Person | null) => person && { id: person.id, name: fullName(person) };

export async function matchEntries(
  executor: Executor,
  entries: readonly BankEntryRow[],
  currency: string,
): Promise<Map<string, Match>> {
  const references = entries.flatMap(referencesOf);
  const referred = references.length > 0 ? await findReferred(executor, references) : new Map<string, Referred>();
  const payable = references.length > 0 ? await findPayableShipments(executor, references) : new Map();
  const paid = entries.flatMap(({ reference }) => asUuid(reference) ?? []);
  const payouts = paid.length > 0 ? await findPayouts(executor, paid) : null;
  const matches = new Map<string, Match>();
  for (const entry of entries) {
    const match = matchOfShipments(entry, referred, payable, currency) ?? matchOne(entry, referred, payouts, currency);
    if (match) matches.set(entry.id, match);
  }
  const rest = entries.filter(({ id, state }) => state === 'open' && !matches.has(id));
  for (const [id, match] of await guessPayers(executor, rest)) matches.set(id, match);
  for (const [id, match] of await guessShipments(executor, rest, currency)) matches.set(id, match);
  return matches;
}

function matchOfShipments(
  entry: BankEntryRow,
  referred: ReadonlyMap<string, Referred>,
  payable: ReadonlyMap<string, PayableShipment>,
  currency: string,
): Match | null {
  const named = referencesOf(entry);
  const shipments = named.flatMap((one) => payable.get(one) ?? []);
  if (shipments.length === 0) return null;
  const match = matchPrepayment(shipments, entry, currency);
  if (!named.some((one) => referred.has(one))) return match;
  const problem = 'It pays bills and cash on delivery at once. Say what it is.';
  return { ...match, shown: { ...match.shown, problem } };
}

async function findNamedShipments(executor: Executor, trackingIds: readonly string[]) {
  const rows = await executor
    .select(payableColumns)
    .from(shipments)
    .where(and(anyOf(shipments.trackingId, trackingIds), isNotNull(shipments.codCents)));
  return new Map(rows.map((row) => [row.trackingId, row]));
}

async function guessShipments(
  executor: Executor,
  entries: readonly BankEntryRow[],
  currency: string,
): Promise<[string, Match][]> {
  const paid = entries.filter(({ amountCents, isReturn }) => amountCents > 0n && !isReturn);
  const named = paid.map((entry) => ({ entry, trackingId: findTrackingId(entry.text) }));
  const all = named.flatMap(({ trackingId }) => trackingId ?? []);
  const shipments = all.length > 0 ? await findNamedShipments(executor, all) : new Map<string, PayableShipment>();
  return named.flatMap(({ entry, trackingId }) => {
    const found = trackingId && shipments.get(trackingId);
    if (!found) return [];
    const match = matchPrepayment([found], entry, currency);
    return match.shown.problem ? [] : [[entry.id, { ...match, shown: { ...match.shown, guess: true } }]];
  });
}

async function guessPayers(executor: Executor, entries: readonly BankEntryRow[]): Promise<[string, Match][]> {
  const paid = entries.filter(({ amountCents, isReturn }) => amountCents > 0n && !isReturn);
  const accounts = paid.flatMap(({ counterAccount }) => counterAccount ?? []);
  if (accounts.length === 0) return [];
  const payers = await findPayersBefore(executor, accounts);
  const known = paid.flatMap(({ id, counterAccount, amountCents }) => {
    const payer = payers.get(counterAccount ?? '');
    return payer ? [{ id, payer, userId: payer.id, amountCents }] : [];
  });
  const bills = known.length > 0 ? await findBillOf(executor, known) : new Map();
  return known.map(({ id, payer, amountCents }) => {
    const bill = bills.get(`${payer.id} ${amountCents}`);
    const shown = { user: named(payer), trackingId: bill?.trackingId ?? null, problem: null, guess: true };
    return [
      id,
      bill
        ? { shown: { ...shown, kind: 'bill' }, bills: [bill] }
        : { shown: { ...shown, kind: 'account' }, userId: payer.id },
    ];
  });
}

const referencesOf = ({ reference, text }: BankEntryRow): string[] => (reference ? [reference] : referencesIn(text));

/** A payer may name several bills in one transfer. */
const namedBy = (entry: BankEntryRow): string[] =>
  entry.reference || entry.amountCents > 0n ? referencesOf(entry) : [];

function matchOne(
  entry: BankEntryRow,
  referred: ReadonlyMap<string, Referred>,
  payouts: FoundPayouts | null,
  currency: string,
): Match | null {
  const { reference, amountCents, isReturn } = entry;
  const cents = amountCents < 0n ? -amountCents : amountCents;
  const found = namedBy(entry).flatMap((one) => referred.get(one) ?? []);
  const [first] = found;
  if (found.length > 1) return matchSeveral(found, cents, currency);
  if (first && isReturn) return matchTakenBack(first, cents, currency);
  if (first && amountCents > 0n) return matchIncome(first, cents, currency);
  const payout = payouts && reference ? matchPayout(payouts, reference, cents, currency) : null;
  return payout && isReturn ? matchComeBack(payout, cents, currency) : payout;
}

const isFor = (cents: bigint, currency: string) => `It is for ${formatMoney(fromCents(cents), currency)}.`;

function matchSeveral(found: readonly Referred[], cents: bigint, currency: string): Match {
  const bills = found.flatMap(({ bill, user }) => (bill?.id ? [{ ...bill, id: bill.id, userId: user.id }] : []));
  const payers = new Map(found.map(({ user }) => [user.id, user]));
  const [payer = null] = payers.size === 1 ? payers.values() : [];
  const sum = bills.reduce((total, { amountCents }) => total + (amountCents ?? 0n), 0n);
  const problem =
    bills.length < found.length || bills.some(({ deletedAt }) => deletedAt)
      ? 'One of the references is of no bill.'
      : bills.some(({ paidAt }) => paidAt)
        ? 'One of these bills is paid already.'
        : sum === cents
          ? null
          : `Together the bills are for ${formatMoney(fromCents(sum), currency)}.`;
  const trackingIds = bills.flatMap(({ trackingId }) => trackingId ?? []);
  const shown = {
    kind: 'bills' as const,
    user: named(payer),
    trackingId: trackingIds.join(', ') || null,
  };
  return { shown: { ...shown, problem }, bills };
}

/** The payer’s bank has taken it back. */
function matchTakenBack({ bill, user, deletedUser }: Referred, cents: bigint, currency: string): Match {
  const shown = { kind: 'bill-returned' as const, user: named(user), trackingId: bill?.trackingId ?? null };
  if (!bill?.id) {
    const gone = deletedUser ? 'This account was deleted.' : null;
    return { shown: { ...shown, kind: 'account-returned', problem: gone }, userId: user.id };
  }
  const paid = (bill.amountCents ?? 0n) - (bill.shortCents ?? 0n);
  const problem =
    bill.paidAt === null ? 'This bill isn’t marked as paid.' : paid === cents ? null : isFor(paid, currency);
  return { shown: { ...shown, problem }, bills: [{ id: bill.id, userId: user.id }] };
}

/** A payout that didn’t reach its account. */
function matchComeBack({ payouts = [], shown }: Match, cents: bigint, currency: string): Match {
  const [only, ...others] = payouts;
  const problem =
    !only || others.length > 0
      ? 'Set the withdrawals that came back to failed one by one.'
      : only.status === 'failed'
        ? 'This withdrawal has failed here already.'
        : only.status === 'pending'
          ? 'Book its payment first.'
          : only.amountCents === cents
            ? null
            : isFor(only.amountCents, currency);
  return { shown: { ...shown, kind: 'payout-returned', problem }, payouts };
}

function matchIncome({ bill, user, deletedUser }: Referred, cents: bigint, currency: string): Match {
  const shown = { user: named(user), trackingId: bill?.trackingId ?? null };
  if (!bill?.id) {
    const problem = deletedUser ? 'This account was deleted.' : null;
    return { shown: { ...shown, kind: 'account', problem }, userId: user.id };
  }
  const problem = bill.deletedAt
    ? 'This bill was deleted.'
    : bill.paidAt
      ? 'This bill is paid already.'
      : bill.amountCents !== cents
        ? `The bill is for ${formatMoney(fromCents(bill.amountCents ?? 0n), currency)}.`
        : null;
  const toBalance = problem !== null && !deletedUser;
  return {
    shown: { ...shown, kind: 'bill', problem, toBalance },
    bills: [{ id: bill.id, userId: user.id }],
    userId: user.id,
  };
}

export const asUuid = (reference: string | null): string | null =>
  reference && /^[0-9a-f]{32}$/.test(reference)
    ? reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : null;

function matchPayout(
  { withdrawals, files }: FoundPayouts,
  reference: string,
  cents: bigint,
  currency: string,
): Match | null {
  const id = asUuid(reference) ?? '';
  const withdrawal = withdrawals.get(id);
  const payouts = withdrawal ? [withdrawal] : files.get(id);
  if (!payouts) return null;
  const user = withdrawal && !withdrawal.deletedUser ? named(withdrawal.person) : null;
  const kind = withdrawal ? ('payout' as const) : ('payout-file' as const);
  return { shown: { kind, user, trackingId: null, problem: problemOf(payouts, cents, currency) }, payouts };
}

function problemOf(payouts: readonly Payable[], cents: bigint, currency: string): string | null {
  const sum = payouts.reduce((total, { amountCents }) => total + amountCents, 0n);
  if (payouts.every(({ status }) => status === 'successful')) return 'This is paid already.';
  if (payouts.some(({ status }) => status === 'failed')) return 'This withdrawal has failed here.';
  if (payouts.some(({ proposal }) => proposal && !proposal.agreedBy))
    return 'Someone else has to approve this withdrawal first.';
  return sum === cents ? null : isFor(sum, currency);
}

function listEntries(executor: Executor, all: boolean, window: { limit: number; offset: number }) {
  return executor
    .select()
    .from(bankEntries)
    .where(all ? undefined : isOpenEntry)
    .orderBy(desc(bankEntries.bookedOn), desc(bankEntries.id))
    .limit(window.limit)
    .offset(window.offset);
}

async function countEntries(executor: Executor, all: boolean): Promise<number> {
  const [row] = await executor
    .select({ total: count() })
    .from(bankEntries)
    .where(all ? undefined : isOpenEntry);
  return row?.total ?? 0;
}

async function findMoves(executor: Executor, entries: readonly BankEntryRow[]) {
  const booked = entries.filter(({ state }) => state === 'booked').map(({ id }) => id);
  if (booked.length === 0) return new Map();
  const rows = await executor
    .selectDistinct({ id: bankMoves.entryId, method: bankMoves.method })
    .from(bankMoves)
    .where(anyOf(bankMoves.entryId, booked))
    .groupBy(bankMoves.entryId, bankMoves.method)
    .having(sql`sum(${bankMoves.amountCents}) <> 0`);
  return new Map(rows.map(({ id, method }) => [id, method]));
}

export async function listBankEntries(
  executor: Executor,
  { page, size = PAGE_SIZE, all = false }: EntrySearch,
  currency: string,
): Promise<Paged<BankEntry>> {
  const [rows, total] = await Promise.all([
    listEntries(executor, all, pageWindow(page, size)),
    countEntries(executor, all),
  ]);
  const matches = await matchEntries(executor, rows, currency);
  const moved = await findMoves(executor, rows);
  const data = rows.map(({ id, bookedOn, amountCents, name, text, state, alikeOf }) => ({
    id,
    bookedOn,
    name,
    text,
    state,
    amount: fromCents(amountCents),
    match: matches.get(id)?.shown ?? null,
    ...(alikeOf && { alike: true }),
    ...(moved.has(id) && { moved: moved.get(id) }),
  }));
  return { data, total, pagination: neighbours(page, total, size) };
}
