import { trpc } from '../../api/calls/trpc.ts';
import { afterRow, defineQuery } from '../../api/define-query.ts';
import type { OwingSearch } from '../../domain/owing.ts';

export const balanceOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'balance-of-user',
    params: [userId],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.transactionAdmin.getUserBalance.query({ userId }),
  });

/** The user's special account, else the general one, else null. */
export const bankAccountOfUserQuery = (userId: string) =>
  defineQuery({
    name: 'bank-account-of-user',
    params: [userId],
    title: 'User accounts',
    ask: () => trpc.transactionAdmin.getUserBankAccount.query({ userId }),
  });

export const transactionsOfUserQuery = (userId: string, before?: string) =>
  defineQuery({
    name: 'transactions-of-user',
    params: [userId, ...afterRow(before)],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.transactionAdmin.getUserTransactions.query({ userId, before }),
  });

export const billsOfUserQuery = (userId: string, before?: string) =>
  defineQuery({
    name: 'bills-of-user',
    params: [userId, ...afterRow(before)],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.billAdmin.getUserBills.query({ userId, before }),
  });

export const billsOfManagedShipmentQuery = (shipmentId: string) =>
  defineQuery({
    name: 'bills-of-managed-shipment',
    params: [shipmentId],
    title: 'Shipment bills',
    topic: 'managed',
    ask: () => trpc.billAdmin.getShipmentBills.query({ shipmentId }),
  });

/** Null if there is none. */
export const fallbackBankAccountQuery = defineQuery({
  name: 'fallback-bank-account',
  title: 'Settings',
  ask: () => trpc.transactionAdmin.getFallbackBankAccount.query(),
});

export const owingQuery = (page: OwingSearch) =>
  defineQuery({
    name: 'owing',
    params: [page],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.transactionAdmin.getOwing.query({ page }),
  });
