import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** What the person has, in total and available. */
export const balanceQuery = queryOptions({
  queryKey: queryKeys.balance,
  queryFn: () => trpc.transaction.getBalance.query(),
});

/** The person's transactions, newest first. */
export const transactionsQuery = queryOptions({
  queryKey: queryKeys.transactions,
  queryFn: () => trpc.transaction.getTransactions.query(),
});

/** The bank account the person is shown, or null. */
export const bankAccountQuery = queryOptions({
  queryKey: queryKeys.bankAccount,
  queryFn: () => trpc.transaction.getBankAccount.query(),
});
