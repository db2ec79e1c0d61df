import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** What a user has, in total and available. */
export const balanceOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'balance-of-user',
    params: [userId],
    store: 'person',
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.transactionAdmin.getUserBalance.query({ userId }),
  });

/** The account a user is shown: their special one, the general one, or null. */
export const bankAccountOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'bank-account-of-user',
    params: [userId],
    store: 'person',
    title: 'User accounts',
    ask: () => trpc.transactionAdmin.getUserBankAccount.query({ userId }),
  });

/** A user's transactions, newest first, with where to pay a withdrawal. */
export const transactionsOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'transactions-of-user',
    params: [userId],
    store: 'person',
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.transactionAdmin.getUserTransactions.query({ userId }),
  });

/** How many withdrawals wait to be paid, with the oldest of them. */
export const pendingWithdrawalsQuery = defineQuery({
  name: 'pending-withdrawals',
  store: 'person',
  title: 'User accounts',
  topic: 'managed',
  ask: () => trpc.transactionAdmin.getPendingWithdrawals.query(),
});

/** A user's open bills, newest first. */
export const billsOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'bills-of-user',
    params: [userId],
    store: 'person',
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.billAdmin.getUserBills.query({ userId }),
  });

/** The open bills of a shipment, newest first, with who pays them. */
export const billsOfManagedShipmentQuery = (shipmentId: string) =>
  defineQuery({
    name: 'bills-of-managed-shipment',
    params: [shipmentId],
    store: 'person',
    title: 'Shipment bills',
    topic: 'managed',
    ask: () => trpc.billAdmin.getShipmentBills.query({ shipmentId }),
  });

/** The general bank account, or null. */
export const fallbackBankAccountQuery = defineQuery({
  name: 'fallback-bank-account',
  store: 'person',
  title: 'Settings',
  ask: () => trpc.transactionAdmin.getFallbackBankAccount.query(),
});
