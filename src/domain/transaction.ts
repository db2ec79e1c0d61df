import * as v from 'valibot';
import { amountOf, baseOf, DoneSchema, IdSchema, requiredText, strictInput, sumOf } from './field-schemas.ts';

export const TRANSACTION_TYPES = ['deposit', 'fee', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['pending', 'successful', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
/** What a deposit or fee is for, where the books tell it apart. */
export const TRANSACTION_PURPOSES = [
  ...['', 'shipping', 'tax', 'cod', 'cod-fee', 'credit'],
  // The first gives back a fee, the second takes back a deposit.
  ...['fee-correction', 'deposit-correction'],
] as const;
export type TransactionPurpose = (typeof TRANSACTION_PURPOSES)[number];
/** See section 4 of the specification. */
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

export const PayoutSchema = v.object({
  /** Banks compare it. Older withdrawals go to the person’s own account. */
  holder: v.optional(v.string()),
  accountNumber: v.string(),
  bankName: v.string(),
  routingNumber: v.string(),
  iban: v.string(),
  bankCode: v.string(),
});
export type Payout = v.InferOutput<typeof PayoutSchema>;

/** If this is true, nothing changes until a second person approves it. */
const waits = v.optional(v.boolean());
/** What transactionAdmin.addDeposit and chargeFee return. */
export const AddedTransactionSchema = v.object({ id: v.string(), waits });
export type AddedTransaction = v.InferOutput<typeof AddedTransactionSchema>;
/** What transactionAdmin.updateTransaction returns. */
export const UpdatedTransactionSchema = v.object({ ...DoneSchema.entries, waits });
export type UpdatedTransaction = v.InferOutput<typeof UpdatedTransactionSchema>;

export interface Proposal {
  by: string;
  /** In cents. */
  amount: number;
  status: TransactionStatus;
  summary: string;
  /** The transaction comes with the proposal, and fails without it. */
  isNew?: boolean;
  /** This person has agreed that the bank pays it. */
  agreedBy?: string;
  /** This bank entry opens again on refusal. */
  entryId?: string;
  /**
   * It says why a count doesn’t credit it. `by` is the courier; someone with money’s rights
   * decides.
   */
  why?: string;
  /** This person has agreed first, and a second one has to. */
  firstBy?: string;
  /** The bank paid it before a restore, so it is booked even without cover. */
  hasLeft?: boolean;
}

export const ManagedTransactionSchema = v.object({
  ...TransactionSchema.entries,
  payout: v.nullable(PayoutSchema),
  inFileSince: v.optional(v.string()),
  /**
   * `mayDecide`: the reader can be the second person. `why`: what a count of cash leaves to them.
   * `obstacle`: why nobody can approve it.
   */
  proposal: v.optional(
    v.object({
      amount: v.number(),
      status: v.picklist(TRANSACTION_STATUSES),
      mayDecide: v.boolean(),
      why: v.optional(v.string()),
      obstacle: v.optional(v.string()),
    }),
  ),
});
export type ManagedTransaction = v.InferOutput<typeof ManagedTransactionSchema>;

export const MAX_LISTED_WITHDRAWALS = 5;

export const PendingWithdrawalsSchema = v.object({
  total: v.number(),
  oldest: v.array(
    v.object({ id: v.string(), userId: v.string(), name: v.string(), amount: v.number(), createdAt: v.string() }),
  ),
});
export type PendingWithdrawals = v.InferOutput<typeof PendingWithdrawalsSchema>;

const status = v.picklist(TRANSACTION_STATUSES, 'Choose a status.');

/** It may have changed since. */
const seenEntries = { baseAmount: v.optional(sumOf('Base amount')), baseStatus: v.optional(status) };
export type SeenTransaction = v.InferOutput<v.ObjectSchema<typeof seenEntries, undefined>>;

/** transactionAdmin.addDeposit and chargeFee. */
export const AddTransactionSchema = strictInput({
  userId: IdSchema,
  amount: amountOf('Amount'),
  summary: requiredText('Summary', 300),
  status: v.optional(status, DEFAULT_TRANSACTION_STATUS),
  /** A deposit gives back a fee, or a fee takes back a deposit. */
  corrects: v.optional(v.boolean('Corrects must be true or false.')),
});
export type AddTransaction = v.InferOutput<typeof AddTransactionSchema>;

/** The new amount is one that people type; the present one may come from a bank. */
export const UpdateTransactionSchema = strictInput({
  id: IdSchema,
  amount: sumOf('Amount'),
  status,
  summary: v.optional(requiredText('Summary', 300)),
  /** The bank refused this one of its file, so it fails alone. */
  isRefused: v.optional(v.boolean('Is refused must be true or false.')),
  ...seenEntries,
});
export type UpdateTransaction = v.InferOutput<typeof UpdateTransactionSchema>;

export const TransactionFormSchema = strictInput({
  amount: sumOf('Amount'),
  status,
  summary: requiredText('Summary', 300),
  isRefused: v.optional(v.boolean('Is refused must be true or false.')),
  base: baseOf(['amount', 'status', 'summary']),
});

export const DecideSchema = strictInput({
  id: IdSchema,
  agrees: v.boolean('Agrees must be true or false.'),
  amount: sumOf('Amount'),
  status,
});
export type Decide = v.InferOutput<typeof DecideSchema>;

export const DeleteTransactionSchema = strictInput({ id: IdSchema, ...seenEntries });
export type DeleteTransaction = v.InferOutput<typeof DeleteTransactionSchema>;
