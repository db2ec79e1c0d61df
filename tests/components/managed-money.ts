import type { BankAccount } from '../../src/domain/bank-account.ts';
import type { ManagedBill } from '../../src/domain/bill.ts';
import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';
import type { ManagedTransaction } from '../../src/domain/transaction.ts';
import { BANK_ACCOUNT, DEPOSIT as OWN_DEPOSIT } from './account.ts';
import { CUSTOMER } from './people.ts';
import { TRACKING_ID } from './shipments.ts';

export const DEPOSIT: ManagedTransaction = { ...OWN_DEPOSIT, payout: null };

export const FEE: ManagedTransaction = {
  ...DEPOSIT,
  id: '0198c5f0-0000-7000-8000-0000000000d2',
  amount: 20,
  type: 'fee',
  summary: 'Storage fee',
};

export const FAILED_FEE: ManagedTransaction = {
  ...FEE,
  id: '0198c5f0-0000-7000-8000-0000000000d3',
  amount: 7,
  status: 'failed',
  summary: 'Fee that failed',
};

/** Requested, and not paid out yet. */
export const WITHDRAWAL: ManagedTransaction = {
  ...DEPOSIT,
  id: '0198c5f0-0000-7000-8000-0000000000d4',
  amount: 60,
  type: 'withdrawal',
  status: 'pending',
  summary: 'To savings',
  payout: {
    accountNumber: '5012 3344',
    bankName: 'Harbour Bank',
    routingNumber: '021000021',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bankCode: 'HARBSESS',
  },
};

export const BILL: ManagedBill = {
  id: '0198c5f0-0000-7000-8000-0000000000d5',
  amount: 148.2,
  summary: 'Import duty and handling',
  trackingId: TRACKING_ID,
  createdAt: '2026-11-17T09:00:00.000Z',
  payer: { id: CUSTOMER.id, name: 'Ada Lovelace' },
};

/** What everyone without an account of their own sees. */
export const GENERAL_ACCOUNT: BankAccount = {
  ...BANK_ACCOUNT,
  id: '0198c5f0-0000-7000-8000-0000000000d6',
  accountName: 'Waybill General',
  fallback: true,
  userId: null,
};

export const SPECIAL_ACCOUNT: BankAccount = {
  ...GENERAL_ACCOUNT,
  id: '0198c5f0-0000-7000-8000-0000000000d7',
  accountName: 'Ada Special',
  fallback: false,
  userId: CUSTOMER.id,
};

export const PAYMENT: PaymentInstructions = {
  reference: 'RF18539007547034',
  amount: 148.2,
  link: 'https://pay.example/RF18539007547034?amount=148.20',
  account: {
    accountName: 'North Parcels',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    bankName: 'Harbour Bank',
    routingNumber: 'COBADEFFXXX',
  },
  isIban: true,
  qr: {
    kind: 'epc',
    text: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nNorth Parcels\nDE89370400440532013000\nEUR148.20\n\nRF18539007547034',
  } as const,
};
