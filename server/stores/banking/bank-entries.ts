import { and, count, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { EntryState } from '../../../src/domain/bank.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { bills } from '../../database/tables/bills.ts';
import { bankEntries } from '../../database/tables/money/banking.ts';
import { paymentReferences } from '../../database/tables/money/payments.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { users } from '../../database/tables/users.ts';
import { anyOf, inBatches } from '../lists.ts';

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
  await executor.execute(sql`update bank_entries set name = '', text = '', ids = '{}'
    where state <> 'open' and (name <> '' or text <> '' or ids <> '{}') and (
      created_at < now() - ${years} * interval '1 year'
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
  change: { from: EntryState; to: EntryState; by: string | null },
): Promise<boolean> {
  const rows = await tx
    .update(bankEntries)
    .set({ state: change.to, decidedBy: change.by, decidedAt: sql`now()` })
    .where(and(eq(bankEntries.id, id), eq(bankEntries.state, change.from)))
    .returning({ id: bankEntries.id });
  return rows.length > 0;
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
        paidAt: bills.paidAt,
        deletedAt: bills.deletedAt,
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
