import { eq, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { LedgerEffect } from '../../../src/domain/ledger.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { balances, ledgerEntries } from '../../base/database/tables/transactions.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';

/** Whole cents. */
export interface BalanceRow {
  totalCents: bigint;
  heldCents: bigint;
}

/** Locks a user's balance, creating it if missing. */
export async function lockBalance(tx: Transaction, userId: string): Promise<BalanceRow> {
  const [row] = await lockBalances(tx, [userId]);
  if (!row) throw new Error('A balance was not made');
  return row;
}

export async function lockBalances(tx: Transaction, userIds: readonly string[]): Promise<BalanceRow[]> {
  if (userIds.length === 0) return [];
  const ids = [...new Set(userIds)].toSorted();
  await tx
    .insert(balances)
    .values(ids.map((userId) => ({ userId })))
    .onConflictDoNothing();
  return tx
    .select({ totalCents: balances.totalCents, heldCents: balances.heldCents })
    .from(balances)
    .where(anyOf(balances.userId, ids))
    .orderBy(balances.userId)
    .for('update');
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

export async function appendLedgerEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(({ effect, ...entry }) => ({
    ...entry,
    totalCents: effect.total,
    heldCents: effect.held,
  }));
  for (const some of inBatches(rows)) await tx.insert(ledgerEntries).values(some);
  for (const [userId, own] of groupRows(rows, (row) => row.userId)) {
    const sum = (column: 'totalCents' | 'heldCents') => own.reduce((cents, row) => cents + row[column], 0n);
    await tx
      .update(balances)
      .set({
        totalCents: sql`${balances.totalCents} + ${sum('totalCents')}`,
        heldCents: sql`${balances.heldCents} + ${sum('heldCents')}`,
      })
      .where(eq(balances.userId, userId));
  }
}
