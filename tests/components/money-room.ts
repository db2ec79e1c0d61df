import type { Api } from './api.ts';
import { onePage } from './shipments.ts';

/** What the page *Money* asks for, with nothing owed and nothing to pay. */
export const MONEY_ROOM: Api = {
  runAdmin: { openCash: () => [] },
  bankAdmin: {
    getEntries: () => onePage([]),
    getPayouts: () => ({
      problem: null,
      count: 0,
      total: 0,
      others: { count: 0, first: [] },
      waiting: { count: 0, first: [] },
      files: [],
    }),
  },
  statementAdmin: { duePayouts: () => ({ total: 0, payouts: [] }), exports: () => [] },
  transactionAdmin: { getOwing: () => ({ ...onePage([]), sums: { owed: 0, overdue: 0 } }) },
};
