/** The managers' dashboard of component tests, with nothing on it. */
import type { Api } from './api.ts';
import { onePage } from './shipments.ts';

export const EMPTY_DASHBOARD = {
  shipmentAdmin: { getShipments: () => onePage([]) },
  userAdmin: { getUsers: () => onePage([]) },
  recordsAdmin: { getCheck: () => null },
  transactionAdmin: { getPendingWithdrawals: () => ({ total: 0, oldest: [] }) },
  mail: { getMails: () => onePage([]) },
  runAdmin: { exceptions: () => [] },
} satisfies Api;
