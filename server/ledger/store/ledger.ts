import { eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { balances } from '../../base/database/tables/transactions.ts';
import { anyOf } from '../../base/sql/lists.ts';

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
