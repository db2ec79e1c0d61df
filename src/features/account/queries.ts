import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** What the person has, in total and available. */
export const balanceQuery = defineQuery({
  name: 'balance',
  store: 'person',
  title: 'Your account',
  topic: 'own',
  ask: () => trpc.transaction.getBalance.query(),
});

/** The person's transactions, newest first. */
export const transactionsQuery = defineQuery({
  name: 'transactions',
  store: 'person',
  title: 'Your account',
  topic: 'own',
  ask: () => trpc.transaction.getTransactions.query(),
});

/** The bank account the person is shown, or null. */
export const bankAccountQuery = defineQuery({
  name: 'bank-account',
  store: 'person',
  title: 'Your account',
  ask: () => trpc.transaction.getBankAccount.query(),
});
