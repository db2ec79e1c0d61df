import * as v from 'valibot';
import { amountOf, baseOf, IdSchema, requiredText, strictInput } from './field-schemas.ts';

export const TRANSACTION_TYPES = ['deposit', 'fee', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['pending', 'successful', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
/** Deposits and fees start successful (specification section 4). */
export const DEFAULT_TRANSACTION_STATUS: TransactionStatus = 'successful';

export const TransactionSchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  amount: v.number(),
  type: v.picklist(TRANSACTION_TYPES),
  status: v.picklist(TRANSACTION_STATUSES),
  summary: v.string(),
  userId: v.string(),
});
export type Transaction = v.InferOutput<typeof TransactionSchema>;

/** Where to pay a withdrawal, as the person entered it. */
export const PayoutSchema = v.object({
  accountNumber: v.string(),
  bankName: v.string(),
  routingNumber: v.string(),
  iban: v.string(),
  bankCode: v.string(),
});
export type Payout = v.InferOutput<typeof PayoutSchema>;

/** A transaction as managers see it; withdrawals include the payout details. */
export const ManagedTransactionSchema = v.object({
  ...TransactionSchema.entries,
  payout: v.nullable(PayoutSchema),
});
export type ManagedTransaction = v.InferOutput<typeof ManagedTransactionSchema>;

/** How many withdrawals `transactionAdmin.getPendingWithdrawals` lists at most. */
export const MAX_LISTED_WITHDRAWALS = 5;

/** transactionAdmin.getPendingWithdrawals: how many wait to be paid, and the oldest. */
export const PendingWithdrawalsSchema = v.object({
  total: v.number(),
  oldest: v.array(
    v.object({ id: v.string(), userId: v.string(), name: v.string(), amount: v.number(), createdAt: v.string() }),
  ),
});
export type PendingWithdrawals = v.InferOutput<typeof PendingWithdrawalsSchema>;

const status = v.picklist(TRANSACTION_STATUSES, 'Choose a status.');

/** What the manager saw, since someone else may have changed it. */
const seenEntries = { baseAmount: v.optional(amountOf('Base amount')), baseStatus: v.optional(status) };
export type SeenTransaction = v.InferOutput<v.ObjectSchema<typeof seenEntries, undefined>>;

/** transactionAdmin.addDeposit and chargeFee. */
export const AddTransactionSchema = strictInput({
  userId: IdSchema,
  amount: amountOf('Amount'),
  summary: requiredText('Summary', 300),
  status: v.optional(status, DEFAULT_TRANSACTION_STATUS),
});
export type AddTransaction = v.InferOutput<typeof AddTransactionSchema>;
export type AddTransactionInput = v.InferInput<typeof AddTransactionSchema>;

/**
 * transactionAdmin.updateTransaction: amount, status and optionally the summary. `baseAmount` and
 * `baseStatus` are what the manager saw, since someone else may have changed it.
 */
export const UpdateTransactionSchema = strictInput({
  id: IdSchema,
  amount: amountOf('Amount'),
  status,
  summary: v.optional(requiredText('Summary', 300)),
  ...seenEntries,
});
export type UpdateTransaction = v.InferOutput<typeof UpdateTransactionSchema>;

/** What the form of a transaction holds. */
export const TransactionFormSchema = strictInput({
  amount: amountOf('Amount'),
  status,
  summary: requiredText('Summary', 300),
  base: baseOf(['amount', 'status', 'summary']),
});

/** transactionAdmin.deleteTransaction. */
export const DeleteTransactionSchema = strictInput({ id: IdSchema, ...seenEntries });
export type DeleteTransaction = v.InferOutput<typeof DeleteTransactionSchema>;
