import * as v from 'valibot';
import { BalanceSchema } from '../../src/domain/balance.ts';
import {
  BankAccountSchema,
  CreateBankAccountSchema,
  SaveBankAccountSchema,
  UpdateBankAccountSchema,
} from '../../src/domain/bank-account.ts';
import { ByIdSchema, DoneSchema, done, ForUserSchema } from '../../src/domain/field-schemas.ts';
import {
  AddTransactionSchema,
  DeleteTransactionSchema,
  ManagedTransactionSchema,
  PendingWithdrawalsSchema,
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
import { forUser } from '../operations/money/require-user.ts';
import { updateTransaction } from '../operations/money/update-transaction.ts';
import { managerMutation, managerProcedure, router } from './gate/trpc.ts';

const CreatedIdSchema = v.object({ id: v.string() });

export const transactionAdminRouter = router({
  getFallbackBankAccount: managerProcedure
    .output(v.nullable(BankAccountSchema))
    .query(({ ctx }) => getFallbackBankAccount(ctx.services.db)),

  createFallbackBankAccount: managerMutation
    .meta({ proof: 'recent' })
    .input(SaveBankAccountSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await saveFallbackBankAccount(ctx.unit, input) })),

  getUserTransactions: managerProcedure
    .input(ForUserSchema)
    .output(v.array(ManagedTransactionSchema))
    .query(({ ctx, input }) => forUser(ctx.services.db, input.userId, listManagedTransactions)),

  getPendingWithdrawals: managerProcedure
    .output(PendingWithdrawalsSchema)
    .query(({ ctx }) => getPendingWithdrawals(ctx.services.db)),

  getUserBalance: managerProcedure
    .input(ForUserSchema)
    .output(BalanceSchema)
    .query(({ ctx, input }) => forUser(ctx.services.db, input.userId, getBalance)),

  getUserBankAccount: managerProcedure
    .input(ForUserSchema)
    .output(v.nullable(BankAccountSchema))
    .query(({ ctx, input }) => forUser(ctx.services.db, input.userId, getBankAccount)),

  addDeposit: managerMutation
    .meta({ proof: 'recent' })
    .input(AddTransactionSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await addTransaction(ctx.unit, 'deposit', input) })),

  chargeFee: managerMutation
    .meta({ proof: 'recent' })
    .input(AddTransactionSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await addTransaction(ctx.unit, 'fee', input) })),

  updateTransaction: managerMutation
    .meta({ proof: 'recent' })
    .input(UpdateTransactionSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await updateTransaction(ctx.unit, input);
      return done;
    }),

  deleteTransaction: managerMutation
    .meta({ proof: 'recent' })
    .input(DeleteTransactionSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteTransaction(ctx.unit, input);
      return done;
    }),

  createBankAccount: managerMutation
    .meta({ proof: 'recent' })
    .input(CreateBankAccountSchema)
    .output(CreatedIdSchema)
    .mutation(async ({ ctx, input }) => ({ id: await saveSpecialBankAccount(ctx.unit, input) })),

  updateBankAccount: managerMutation
    .meta({ proof: 'recent' })
    .input(UpdateBankAccountSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await updateBankAccount(ctx.unit, input);
      return done;
    }),

  deleteBankAccount: managerMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteBankAccount(ctx.unit, input);
      return done;
    }),
});
