import { and, count, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { EntryState } from '../../../src/domain/banking.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { bills } from '../../base/database/tables/bills.ts';
import { bankEntries, bankMoves } from '../../base/database/tables/money/banking.ts';
import { paymentReferences } from '../../base/database/tables/money/payments.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';

export type BankEntryRow = typeof bankEntries.$inferSelect;
type NewEntry = Omit<typeof bankEntries.$inferInsert, 'id' | 'state' | 'decidedBy' | 'decidedAt' | 'createdAt'>;

export async function insertEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  for (const some of inBatches(entries)) await tx.insert(bankEntries).values(some);
}

/** Lists what is here of these accounts and days. Until this commits, nobody else adds to them. */
export async function lockEntriesOf(
  tx: Transaction,
  { accounts, from, until }: { accounts: readonly string[]; from: string; until: string },
): Promise<BankEntryRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank statement', 0))`);
  const isOfDays = and(gte(bankEntries.bookedOn, from), lte(bankEntries.bookedOn, until));
  return tx
    .select()
    .from(bankEntries)
    .where(and(anyOf(bankEntries.account, accounts), isOfDays))
    .orderBy(bankEntries.id);
}

const isOpen = eq(bankEntries.state, 'open');

export function listEntries(executor: Executor, all: boolean, window: { limit: number; offset: number }) {
  return executor
    .select()
    .from(bankEntries)
    .where(all ? undefined : isOpen)
    .orderBy(desc(bankEntries.bookedOn), desc(bankEntries.id))
    .limit(window.limit)
    .offset(window.offset);
}

export async function countEntries(executor: Executor, all: boolean): Promise<number> {
  const [row] = await executor
    .select({ total: count() })
    .from(bankEntries)
    .where(all ? undefined : isOpen);
  return row?.total ?? 0;
}

export function lockOpenEntries(tx: Transaction, ids: readonly string[]): Promise<BankEntryRow[]> {
  return tx
    .select()
    .from(bankEntries)
    .where(and(anyOf(bankEntries.id, ids), isOpen))
    .orderBy(bankEntries.id)
    .for('update');
}

/** Clears who paid, once it is decided: after so many years, and where the account is gone. */
export async function forgetPayers(executor: Executor, years: number): Promise<void> {
  await executor.execute(sql`update bank_entries set name = '', text = '', ids = '{}', counter_account = null
    where state <> 'open' and (name <> '' or text <> '' or ids <> '{}' or counter_account is not null) and (
      created_at < now() - ${years} * interval '1 year'
      or payer_id in (select id from users where deleted_at is not null)
      or reference in (select r.reference from payment_references r join users u on u.id = r.user_id
        where u.deleted_at is not null)
      or reference in (select replace(t.id::text, '-', '') from transactions t join users u on u.id = t.user_id
        where t.type = 'withdrawal' and u.deleted_at is not null))`);
}

export async function lockEntry(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: bankEntries.id }).from(bankEntries).where(eq(bankEntries.id, id)).for('update');
}

/** Returns whether it was in the state it comes from. */
export async function setEntryState(
  tx: Transaction,
  id: string,
  { from, to, by, payerId = null }: { from: EntryState; to: EntryState; by: string | null; payerId?: string | null },
): Promise<boolean> {
  const rows = await tx
    .update(bankEntries)
    .set({ state: to, decidedBy: by, decidedAt: sql`now()`, payerId })
    .where(and(eq(bankEntries.id, id), eq(bankEntries.state, from)))
    .returning({ id: bankEntries.id });
  return rows.length > 0;
}

export async function findEntry(executor: Executor, id: string): Promise<BankEntryRow | null> {
  const [row] = await executor.select().from(bankEntries).where(eq(bankEntries.id, id));
  return row ?? null;
}

export async function insertMove(tx: Transaction, move: typeof bankMoves.$inferInsert): Promise<void> {
  await tx.insert(bankMoves).values(move);
}

/** Sums an entry’s moves by how the money was paid. What was taken back is no longer in it. */
export function sumMovesOf(tx: Transaction, entryId: string) {
  const cents = sql<bigint>`sum(${bankMoves.amountCents})`.mapWith(BigInt);
  return tx
    .select({ method: bankMoves.method, cents })
    .from(bankMoves)
    .where(eq(bankMoves.entryId, entryId))
    .groupBy(bankMoves.method)
    .having(sql`sum(${bankMoves.amountCents}) <> 0`);
}

/** What booked entries brought from the depot to the bank. */
export async function findMoves(executor: Executor, entries: readonly BankEntryRow[]) {
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

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };

/** What references belong to, by them. */
export async function findReferred(executor: Executor, references: readonly string[]) {
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
export type Referred = NonNullable<ReturnType<Awaited<ReturnType<typeof findReferred>>['get']>>;
