import { and, count, eq, min, sql } from 'drizzle-orm';
import type { EntryState } from '../../../src/domain/banking.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { bankEntries, bankMoves } from '../../base/database/tables/money/banking.ts';
import { anyOf } from '../../base/sql/lists.ts';

export type BankEntryRow = typeof bankEntries.$inferSelect;

export const isOpenEntry = eq(bankEntries.state, 'open');

export async function countOpenEntries(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: count(), oldest: min(bankEntries.createdAt) })
    .from(bankEntries)
    .where(isOpenEntry);
  return row ?? { count: 0, oldest: null };
}

export function lockOpenEntries(tx: Transaction, ids: readonly string[]): Promise<BankEntryRow[]> {
  return tx
    .select()
    .from(bankEntries)
    .where(and(anyOf(bankEntries.id, ids), isOpenEntry))
    .orderBy(bankEntries.id)
    .for('update');
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

export async function insertMove(tx: Transaction, move: typeof bankMoves.$inferInsert): Promise<void> {
  await tx.insert(bankMoves).values(move);
}
