import type { TransactionStatus, TransactionType } from './transaction.ts';

/** What a transaction does to a balance, in whole cents. */
export interface LedgerEffect {
  /** Added to the total. */
  total: bigint;
  /** Added to what is held back until it is settled. */
  held: bigint;
}

/**
 * What a transaction of a type and status does to a balance (product decision 5). Successful deposits add to the total,
 * other successful ones take from it; pending withdrawals and fees are held; pending deposits and whatever failed count
 * nowhere. The available balance is the total less what is held.
 */
export function ledgerEffect(type: TransactionType, status: TransactionStatus, cents: bigint): LedgerEffect {
  if (status === 'successful') return { total: type === 'deposit' ? cents : -cents, held: 0n };
  if (status === 'pending' && type !== 'deposit') return { total: 0n, held: cents };
  return { total: 0n, held: 0n };
}
