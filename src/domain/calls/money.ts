import * as v from 'valibot';
import { BalanceSchema } from '../balance.ts';
import {
  BankAccountSchema,
  CreateBankAccountSchema,
  SaveBankAccountSchema,
  UpdateBankAccountSchema,
} from '../bank-account.ts';
import {
  AssignEntrySchema,
  AssignedSchema,
  BankEntriesSchema,
  BankEntrySchema,
  BookEntriesSchema,
  BookedEntriesSchema,
  EntryChoicesOutSchema,
  EntryChoicesSchema,
  PayoutFileMadeSchema,
  PayoutsSchema,
  SetAsideSchema,
  SettledHeldSchema,
  SettleHeldSchema,
} from '../banking.ts';
import {
  AddBillSchema,
  BillSchema,
  BillsOfShipmentSchema,
  ForShipmentSchema,
  ManagedBillSchema,
  OpenBillsSchema,
  SetBillPaidSchema,
} from '../bill.ts';
import { ByIdSchema, ForUserSchema, RowsOfUserSchema } from '../field-schemas.ts';
import { GetOwingSchema, OwingSchema, RemindedSchema, RemindSchema } from '../owing.ts';
import { BeforeSchema, paged } from '../paged.ts';
import { PaymentInstructionsSchema } from '../payment-instructions.ts';
import { BookExportSchema, CreateExportsSchema } from '../statements/book-export.ts';
import {
  CreditedSchema,
  CreditSchema,
  DuePayoutsSchema,
  PayOutSchema,
  SetPeriodSchema,
  ShopStatementsSchema,
  StatementSchema,
} from '../statements/statement.ts';
import {
  AddedTransactionSchema,
  AddTransactionSchema,
  DecideSchema,
  DeleteTransactionSchema,
  ManagedTransactionSchema,
  PendingWithdrawalsSchema,
  TransactionSchema,
  UpdatedTransactionSchema,
  UpdateTransactionSchema,
} from '../transaction.ts';
import { WithdrawSchema } from '../withdrawal.ts';
import { doneOutput, idOutput, mutation, NOTHING, query } from './call.ts';

export const statementCalls = {
  list: query(v.optional(BeforeSchema, {}), v.array(StatementSchema)),
  next: query(NOTHING, ShopStatementsSchema),
};

export const statementAdminCalls = {
  list: query(RowsOfUserSchema, v.array(StatementSchema)),
  get: query(ForUserSchema, ShopStatementsSchema),
  setPeriod: mutation(SetPeriodSchema, doneOutput),
  credit: mutation(CreditSchema, CreditedSchema),
  duePayouts: query(NOTHING, DuePayoutsSchema),
  payOut: mutation(PayOutSchema, doneOutput),
  exports: query(NOTHING, v.array(BookExportSchema)),
  createExports: mutation(CreateExportsSchema, doneOutput),
};

export const transactionAdminCalls = {
  getFallbackBankAccount: query(NOTHING, v.nullable(BankAccountSchema)),
  createFallbackBankAccount: mutation(SaveBankAccountSchema, idOutput),
  getUserTransactions: query(RowsOfUserSchema, v.array(ManagedTransactionSchema)),
  getPendingWithdrawals: query(NOTHING, PendingWithdrawalsSchema),
  getOwing: query(GetOwingSchema, OwingSchema),
  remind: mutation(RemindSchema, RemindedSchema),
  getUserBalance: query(ForUserSchema, BalanceSchema),
  getUserBankAccount: query(ForUserSchema, v.nullable(BankAccountSchema)),
  addDeposit: mutation(AddTransactionSchema, AddedTransactionSchema),
  chargeFee: mutation(AddTransactionSchema, AddedTransactionSchema),
  updateTransaction: mutation(UpdateTransactionSchema, UpdatedTransactionSchema),
  deleteTransaction: mutation(DeleteTransactionSchema, doneOutput),
  decide: mutation(DecideSchema, doneOutput),
  createBankAccount: mutation(CreateBankAccountSchema, idOutput),
  updateBankAccount: mutation(UpdateBankAccountSchema, doneOutput),
  deleteBankAccount: mutation(ByIdSchema, doneOutput),
};

export const transactionCalls = {
  getTransactions: query(v.optional(BeforeSchema, {}), v.array(TransactionSchema)),
  getBalance: query(NOTHING, BalanceSchema),
  getBankAccount: query(NOTHING, v.nullable(BankAccountSchema)),
  getPayment: query(NOTHING, PaymentInstructionsSchema),
  withdraw: mutation(WithdrawSchema, idOutput),
};

export const billAdminCalls = {
  getUserBills: query(RowsOfUserSchema, v.array(BillSchema)),
  getShipmentBills: query(ForShipmentSchema, v.array(ManagedBillSchema)),
  addBill: mutation(AddBillSchema, idOutput),
  setBillPaid: mutation(SetBillPaidSchema, doneOutput),
  deleteBill: mutation(ByIdSchema, doneOutput),
};

export const billCalls = {
  getBills: query(BillsOfShipmentSchema, v.array(BillSchema)),
  getOpen: query(v.optional(BeforeSchema, {}), OpenBillsSchema),
};

export const bankAdminCalls = {
  getEntries: query(BankEntriesSchema, paged(BankEntrySchema)),
  book: mutation(BookEntriesSchema, BookedEntriesSchema),
  getChoices: query(EntryChoicesSchema, EntryChoicesOutSchema),
  assign: mutation(AssignEntrySchema, AssignedSchema),
  setAside: mutation(SetAsideSchema, doneOutput),
  getPayouts: query(NOTHING, PayoutsSchema),
  createPayoutFile: mutation(NOTHING, PayoutFileMadeSchema),
  settleHeld: mutation(SettleHeldSchema, SettledHeldSchema),
  discardPayoutFile: mutation(ByIdSchema, UpdatedTransactionSchema),
};
