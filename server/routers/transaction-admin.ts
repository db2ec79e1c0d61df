import * as v from 'valibot';
import { BalanceSchema } from '../../src/domain/balance.ts';
import {
  BankAccountSchema,
  CreateBankAccountSchema,
  SaveBankAccountSchema,
  UpdateBankAccountSchema,
} from '../../src/domain/bank-account.ts';
import { ByIdSchema, ForUserSchema, RowsOfUserSchema } from '../../src/domain/field-schemas.ts';
import { GetOwingSchema, OwingSchema, RemindedSchema, RemindSchema } from '../../src/domain/owing.ts';
import {
  AddedTransactionSchema,
  AddTransactionSchema,
  DecideSchema,
  DeleteTransactionSchema,
  ManagedTransactionSchema,
  PendingWithdrawalsSchema,
  UpdatedTransactionSchema,
  UpdateTransactionSchema,
} from '../../src/domain/transaction.ts';
import { addTransaction } from '../operations/money/add-transaction.ts';
import { deleteTransaction } from '../operations/money/delete-transaction.ts';
import {
  getBalance,
  getBankAccount,
  getFallbackBankAccount,
  getPendingWithdrawals,
  listManagedTransactions,
} from '../operations/money/get-account.ts';
import {
  deleteBankAccount,
  saveFallbackBankAccount,
  saveSpecialBankAccount,
  updateBankAccount,
} from '../operations/money/manage-bank-accounts.ts';
import { getOwing, remind } from '../operations/money/owing.ts';
import { forUser } from '../operations/money/require-user.ts';
import { decide, updateTransaction } from '../operations/money/update-transaction.ts';
import { change, doneOutput, read } from './gate/endings.ts';
import { roleMutation, roleProcedure, router } from './gate/trpc.ts';

const CreatedIdSchema = v.object({ id: v.string() });

export const transactionAdminRouter = router({
  getFallbackBankAccount: roleProcedure.output(v.nullable(BankAccountSchema)).query(read(getFallbackBankAccount)),

  createFallbackBankAccount: roleMutation
    .meta({ proof: 'recent' })
    .input(SaveBankAccountSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await saveFallbackBankAccount(ctx.unit, input) })),

  getUserTransactions: roleProcedure
    .input(RowsOfUserSchema)
    .output(v.array(ManagedTransactionSchema))
    .query(({ ctx, input }) =>
      forUser(ctx.services.db, input.userId, (db) => listManagedTransactions(db, ctx.signedIn.user.id, input)),
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

  addDeposit: roleMutation
    .meta({ proof: 'recent' })
    .input(AddTransactionSchema)
    .output(AddedTransactionSchema)
    .mutation(({ ctx, input }) => addTransaction(ctx.unit, 'deposit', input)),

  chargeFee: roleMutation
    .meta({ proof: 'recent' })
    .input(AddTransactionSchema)
    .output(AddedTransactionSchema)
    .mutation(({ ctx, input }) => addTransaction(ctx.unit, 'fee', input)),

  updateTransaction: roleMutation
    .meta({ proof: 'recent' })
    .input(UpdateTransactionSchema)
    .output(UpdatedTransactionSchema)
    .mutation(change(updateTransaction)),

  deleteTransaction: roleMutation
    .meta({ proof: 'recent' })
    .input(DeleteTransactionSchema)
    .output(doneOutput)
    .mutation(change(deleteTransaction)),

  decide: roleMutation.meta({ proof: 'recent' }).input(DecideSchema).output(doneOutput).mutation(change(decide)),

  createBankAccount: roleMutation
    .meta({ proof: 'recent' })
    .input(CreateBankAccountSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await saveSpecialBankAccount(ctx.unit, input) })),

  updateBankAccount: roleMutation
    .meta({ proof: 'recent' })
    .input(UpdateBankAccountSchema)
    .output(doneOutput)
    .mutation(change(updateBankAccount)),

  deleteBankAccount: roleMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(change(deleteBankAccount)),
});
