import { trpc } from '../../api/calls/trpc.ts';
import { afterRow, defineQuery } from '../../api/define-query.ts';

export const balanceQuery = defineQuery({
  name: 'balance',
  title: 'Your account',
  topic: 'own',
  ask: () => trpc.transaction.getBalance.query(),
});

export const transactionsQuery = (before?: string) =>
  defineQuery({
    name: 'transactions',
    params: afterRow(before),
    title: 'Your account',
    topic: 'own',
    ask: () => trpc.transaction.getTransactions.query({ before }),
  });

/** Null if there is none. */
export const bankAccountQuery = defineQuery({
  name: 'bank-account',
  title: 'Your account',
  ask: () => trpc.transaction.getBankAccount.query(),
});

/** How to pay what is owed, or add to the balance. */
export const paymentQuery = defineQuery({
  name: 'payment',
  title: 'Your account',
  topic: 'own',
  ask: () => trpc.transaction.getPayment.query(),
});

export const openBillsQuery = (before?: string) =>
  defineQuery({
    name: 'open-bills',
    params: afterRow(before),
    title: 'Your account',
    topic: 'own',
    ask: () => trpc.bill.getOpen.query({ before }),
  });
