/** A manager's pages with something in every list. */
import type { Api } from './api.ts';
import { PROFILE } from './home.ts';
import { CREATED_MAIL, NO_TEXTS } from './mails.ts';
import { BILL, DEPOSIT } from './managed-money.ts';
import { CUSTOMER } from './people.ts';
import { MANAGED, onePage } from './shipments.ts';

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
    windows: () => ({ share: null, checks: 0, isOn: true }),
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
    getUserTransactions: () => [DEPOSIT],
    getFallbackBankAccount: () => null,
  },
  auditAdmin: { getEntries: () => onePage([]) },
  mail: { getMails: () => onePage([CREATED_MAIL]), getMail: () => CREATED_MAIL, getSms: () => NO_TEXTS },
  transaction: {
    getBalance: () => ({ total: 0, available: 0 }),
    getBankAccount: () => null,
    getTransactions: () => [],
  },
};
