/** A manager's pages with something in every list, about one shipment and the account of its receiver. */
import type { ManagedBill } from '../../src/domain/bill.ts';
import type { LoggedMail } from '../../src/domain/mail.ts';
import type { ManagedTransaction } from '../../src/domain/transaction.ts';
import { DEPOSIT } from './account.ts';
import type { Api } from './api.ts';
import { PROFILE } from './home.ts';
import { CUSTOMER } from './people.ts';
import { MANAGED, onePage, TRACKING_ID } from './shipments.ts';

/** A bill that the receiver has not paid. */
export const BILL: ManagedBill = {
  id: '0198c5f0-0000-7000-8000-0000000000f1',
  createdAt: DEPOSIT.createdAt,
  amount: 5,
  summary: 'Storage',
  trackingId: TRACKING_ID,
  payer: { id: CUSTOMER.id, name: 'Ada Lovelace' },
};

/** A deposit of the receiver, as managers see it. */
export const MANAGED_DEPOSIT: ManagedTransaction = { ...DEPOSIT, payout: null };

/** An email to the receiver that was sent. */
export const MAIL: LoggedMail = {
  id: '0198c5f0-0000-7000-8000-0000000000f2',
  kind: 'shipment-created',
  receiver: CUSTOMER.email,
  subject: null,
  shipmentId: MANAGED.id,
  trackingId: TRACKING_ID,
  status: null,
  state: 'sent',
  attempts: 1,
  lastError: null,
  createdAt: DEPOSIT.createdAt,
  sentAt: DEPOSIT.createdAt,
  resentAt: null,
  resendable: true,
};

/** Where that account is managed, and where the shipment is. */
export const ACCOUNT_PATH = `/manager/users/${CUSTOMER.id}/account`;
export const SHIPMENT_PATH = `/manager/shipments/${MANAGED.id}`;

/** What these pages ask for. */
export const DESK: Api = {
  ...PROFILE,
  shipmentAdmin: { getShipment: () => ({ ...MANAGED, receiverId: CUSTOMER.id }), getShipments: () => onePage([]) },
  billAdmin: { getShipmentBills: () => [BILL], getUserBills: () => [BILL] },
  runAdmin: {
    exceptions: () => [],
    list: () => ({ day: '2026-11-16', runs: [] }),
    pool: () => onePage([]),
    couriers: () => [],
  },
  userAdmin: {
    getUser: () => ({ ...CUSTOMER, createdAt: DEPOSIT.createdAt, passwordChangedAt: null }),
    getUsers: () => onePage([]),
  },
  transactionAdmin: {
    getUserBalance: () => ({ total: 120.5, available: 120.5 }),
    getUserBankAccount: () => null,
    getUserTransactions: () => [MANAGED_DEPOSIT],
    getFallbackBankAccount: () => null,
  },
  auditAdmin: { getEntries: () => onePage([]) },
  mail: {
    getMails: () => onePage([MAIL]),
    getMail: () => ({
      ...MAIL,
      sent: { subject: 'Your shipment', text: 'It is here.' },
      next: { subject: 'Your shipment', text: 'It is here.' },
    }),
  },
  transaction: {
    getBalance: () => ({ total: 0, available: 0 }),
    getBankAccount: () => null,
    getTransactions: () => [],
  },
};
