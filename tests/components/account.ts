import type { BankAccount } from '../../src/domain/bank-account.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { CUSTOMER } from './people.ts';

export const DEPOSIT: Transaction = {
  id: '0198c5f0-0000-7000-8000-0000000000d1',
  createdAt: '2026-11-16T10:15:00.000Z',
  amount: 120.5,
  type: 'deposit',
  status: 'successful',
  summary: 'Opening deposit',
  userId: CUSTOMER.id,
};

/** A withdrawal that moved no money. */
export const FAILED_WITHDRAWAL: Transaction = {
  ...DEPOSIT,
  id: '0198c5f0-0000-7000-8000-0000000000d2',
  amount: 7,
  type: 'withdrawal',
  status: 'failed',
  summary: 'Wrong IBAN',
};

export const BANK_ACCOUNT: BankAccount = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  accountName: 'Ada Lovelace',
  accountNumber: '5012 3344',
  bankName: 'Harbour Bank',
  routingNumber: '021000021',
  fallback: false,
  userId: CUSTOMER.id,
};
