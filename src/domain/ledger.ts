import type { TransactionStatus, TransactionType } from './transaction.ts';

/** In whole cents. */
export interface LedgerEffect {
  total: bigint;
  /** Reserved until it settles. */
  held: bigint;
}

/** Returns how a transaction changes a balance (product decision 5). */
export function ledgerEffect(type: TransactionType, status: TransactionStatus, cents: bigint): LedgerEffect {
  if (status === 'successful') return { total: type === 'deposit' ? cents : -cents, held: 0n };
  if (status === 'pending' && type !== 'deposit') return { total: 0n, held: cents };
  return { total: 0n, held: 0n };
}
