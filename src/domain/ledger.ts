import type { TransactionStatus, TransactionType } from './transaction.ts';

/** How a transaction changes a balance, in whole cents. */
export interface LedgerEffect {
  /** Added to the total. */
  total: bigint;
  /** Added to the amount held until settled. */
  held: bigint;
}

/**
 * How a transaction changes a balance (product decision 5). Successful deposits add to the total,
 * other successful transactions subtract; pending withdrawals and fees are held; pending deposits
 * and failed transactions have no effect. Available is the total less what is held.
 */
export function ledgerEffect(type: TransactionType, status: TransactionStatus, cents: bigint): LedgerEffect {
  if (status === 'successful') return { total: type === 'deposit' ? cents : -cents, held: 0n };
  if (status === 'pending' && type !== 'deposit') return { total: 0n, held: cents };
  return { total: 0n, held: 0n };
}
