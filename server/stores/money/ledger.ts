import { eq, sql } from 'drizzle-orm';
import type { LedgerEffect } from '../../../src/domain/ledger.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { balances, ledgerEntries } from '../../database/tables/transactions.ts';

/** Whole cents. */
export interface BalanceRow {
  totalCents: bigint;
  heldCents: bigint;
}

/** Locks a user's balance, creating it if missing. */
export async function lockBalance(tx: Transaction, userId: string): Promise<BalanceRow> {
  await tx.insert(balances).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ totalCents: balances.totalCents, heldCents: balances.heldCents })
    .from(balances)
    .where(eq(balances.userId, userId))
    .for('update');
  if (!row) throw new Error('A balance was not made');
  return row;
}

export async function findBalance(executor: Executor, userId: string): Promise<BalanceRow> {
  const [row] = await executor
    .select({ totalCents: balances.totalCents, heldCents: balances.heldCents })
    .from(balances)
    .where(eq(balances.userId, userId));
  return row ?? { totalCents: 0n, heldCents: 0n };
}

interface NewEntry {
  userId: string;
  transactionId: string;
  effect: LedgerEffect;
  reason: string;
  createdBy: string | null;
}

export async function appendLedgerEntry(tx: Transaction, { effect, ...entry }: NewEntry): Promise<void> {
  await tx.insert(ledgerEntries).values({ ...entry, totalCents: effect.total, heldCents: effect.held });
  await tx
    .update(balances)
    .set({
      totalCents: sql`${balances.totalCents} + ${effect.total}`,
      heldCents: sql`${balances.heldCents} + ${effect.held}`,
    })
    .where(eq(balances.userId, entry.userId));
}
