import { transactionAdminCalls } from '../../../src/domain/calls/money.ts';
import { change, create, read } from '../../gate/endings.ts';
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
  getFallbackBankAccount: roleProcedure(transactionAdminCalls.getFallbackBankAccount).query(
    read(getFallbackBankAccount),
  ),

  createFallbackBankAccount: provedMutation(transactionAdminCalls.createFallbackBankAccount).mutation(
    create(saveFallbackBankAccount),
  ),

  getUserTransactions: roleProcedure(transactionAdminCalls.getUserTransactions).query(({ ctx, input }) =>
    forUser(ctx.services.db, input.userId, (db) =>
      listManagedTransactions(db, { readerId: ctx.signedIn.user.id, services: ctx.services }, input),
    ),
  ),

  getPendingWithdrawals: roleProcedure(transactionAdminCalls.getPendingWithdrawals).query(read(getPendingWithdrawals)),

  getOwing: roleProcedure(transactionAdminCalls.getOwing).query(({ ctx, input }) => getOwing(ctx.services, input.page)),

  remind: roleMutation(transactionAdminCalls.remind).mutation(change(remind)),

  getUserBalance: roleProcedure(transactionAdminCalls.getUserBalance).query(({ ctx, input }) =>
    forUser(ctx.services.db, input.userId, getBalance),
  ),

  getUserBankAccount: roleProcedure(transactionAdminCalls.getUserBankAccount).query(({ ctx, input }) =>
    forUser(ctx.services.db, input.userId, getBankAccount),
  ),

  addDeposit: provedMutation(transactionAdminCalls.addDeposit).mutation(({ ctx, input }) =>
    addTransaction(ctx.unit, 'deposit', input),
  ),

  chargeFee: provedMutation(transactionAdminCalls.chargeFee).mutation(({ ctx, input }) =>
    addTransaction(ctx.unit, 'fee', input),
  ),

  updateTransaction: provedMutation(transactionAdminCalls.updateTransaction).mutation(change(updateTransaction)),

  deleteTransaction: provedMutation(transactionAdminCalls.deleteTransaction).mutation(change(deleteTransaction)),

  decide: provedMutation(transactionAdminCalls.decide).mutation(change(decideWithNote)),

  createBankAccount: provedMutation(transactionAdminCalls.createBankAccount).mutation(create(saveSpecialBankAccount)),

  updateBankAccount: provedMutation(transactionAdminCalls.updateBankAccount).mutation(change(updateBankAccount)),

  deleteBankAccount: provedMutation(transactionAdminCalls.deleteBankAccount).mutation(change(deleteBankAccount)),
});
