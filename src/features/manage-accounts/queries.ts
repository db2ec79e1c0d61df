import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** What a user has, in total and available. */
export const balanceOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.balanceOfUser(userId),
    queryFn: () => trpc.transactionAdmin.getUserBalance.query({ userId }),
  });

/** The account a user is shown: their special one, the general one, or null. */
export const bankAccountOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.bankAccountOfUser(userId),
    queryFn: () => trpc.transactionAdmin.getUserBankAccount.query({ userId }),
  });

/** A user's transactions, newest first, with where to pay a withdrawal. */
export const transactionsOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.transactionsOfUser(userId),
    queryFn: () => trpc.transactionAdmin.getUserTransactions.query({ userId }),
  });

/** A user's open bills, newest first. */
export const billsOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.billsOfUser(userId),
    queryFn: () => trpc.billAdmin.getUserBills.query({ userId }),
  });

/** The open bills of a shipment, newest first, with who pays them. */
export const billsOfManagedShipmentQuery = (shipmentId: string) =>
  queryOptions({
    queryKey: queryKeys.billsOfManagedShipment(shipmentId),
    queryFn: () => trpc.billAdmin.getShipmentBills.query({ shipmentId }),
  });

/** The general bank account, or null. */
export const fallbackBankAccountQuery = queryOptions({
  queryKey: queryKeys.fallbackBankAccount,
  queryFn: () => trpc.transactionAdmin.getFallbackBankAccount.query(),
});
