import * as v from 'valibot';
import { BalanceSchema } from '../../../src/domain/balance.ts';
import {
  BankAccountSchema,
  CreateBankAccountSchema,
  SaveBankAccountSchema,
  UpdateBankAccountSchema,
} from '../../../src/domain/bank-account.ts';
import { ByIdSchema, ForUserSchema, RowsOfUserSchema } from '../../../src/domain/field-schemas.ts';
import { GetOwingSchema, OwingSchema, RemindedSchema, RemindSchema } from '../../../src/domain/owing.ts';
import {
  AddedTransactionSchema,
  AddTransactionSchema,
  DecideSchema,
  DeleteTransactionSchema,
  ManagedTransactionSchema,
  PendingWithdrawalsSchema,
  UpdatedTransactionSchema,
  UpdateTransactionSchema,
} from '../../../src/domain/transaction.ts';
import { change, create, doneOutput, idOutput, read } from '../../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../../gate/trpc.ts';
import { decideWithNote } from '../../statements/credit-notes.ts';
import {
  getBalance,
  getBankAccount,
  getFallbackBankAccount,
  getPendingWithdrawals,
  listManagedTransactions,
} from '../get-account.ts';
import {
  deleteBankAccount,
  saveFallbackBankAccount,
  saveSpecialBankAccount,
  updateBankAccount,
} from '../manage-bank-accounts.ts';
import { getOwing, remind } from '../owing.ts';
import { forUser } from '../require-user.ts';
import { addTransaction } from './add-transaction.ts';
import { deleteTransaction } from './delete-transaction.ts';
import { updateTransaction } from './update-transaction.ts';

export const transactionAdminRouter = router({
  getFallbackBankAccount: roleProcedure.output(v.nullable(BankAccountSchema)).query(read(getFallbackBankAccount)),

  createFallbackBankAccount: provedMutation
    .input(SaveBankAccountSchema)
    .output(idOutput)
    .mutation(create(saveFallbackBankAccount)),

  getUserTransactions: roleProcedure
    .input(RowsOfUserSchema)
    .output(v.array(ManagedTransactionSchema))
    .query(({ ctx, input }) =>
      forUser(ctx.services.db, input.userId, (db) =>
        listManagedTransactions(db, { readerId: ctx.signedIn.user.id, services: ctx.services }, input),
      ),
    ),

  getPendingWithdrawals: roleProcedure.output(PendingWithdrawalsSchema).query(read(getPendingWithdrawals)),

  getOwing: roleProcedure
    .input(GetOwingSchema)
    .output(OwingSchema)
    .query(({ ctx, input }) => getOwing(ctx.services, input.page)),

  remind: roleMutation.input(RemindSchema).output(RemindedSchema).mutation(change(remind)),

  getUserBalance: roleProcedure
    .input(ForUserSchema)
    .output(BalanceSchema)
    .query(({ ctx, input }) => forUser(ctx.services.db, input.userId, getBalance)),

  getUserBankAccount: roleProcedure
    .input(ForUserSchema)
    .output(v.nullable(BankAccountSchema))
    .query(({ ctx, input }) => forUser(ctx.services.db, input.userId, getBankAccount)),

  addDeposit: provedMutation
    .input(AddTransactionSchema)
    .output(AddedTransactionSchema)
    .mutation(({ ctx, input }) => addTransaction(ctx.unit, 'deposit', input)),

  chargeFee: provedMutation
    .input(AddTransactionSchema)
    .output(AddedTransactionSchema)
    .mutation(({ ctx, input }) => addTransaction(ctx.unit, 'fee', input)),

  updateTransaction: provedMutation
    .input(UpdateTransactionSchema)
    .output(UpdatedTransactionSchema)
    .mutation(change(updateTransaction)),

  deleteTransaction: provedMutation
    .input(DeleteTransactionSchema)
    .output(doneOutput)
    .mutation(change(deleteTransaction)),

  decide: provedMutation.input(DecideSchema).output(doneOutput).mutation(change(decideWithNote)),

  createBankAccount: provedMutation
    .input(CreateBankAccountSchema)
    .output(idOutput)
    .mutation(create(saveSpecialBankAccount)),

  updateBankAccount: provedMutation
    .input(UpdateBankAccountSchema)
    .output(doneOutput)
    .mutation(change(updateBankAccount)),

  deleteBankAccount: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(deleteBankAccount)),
});
