import { transactionCalls } from '../../../src/domain/calls/money.ts';
import { readOwn } from '../../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../../gate/trpc.ts';
import { getBalance, getBankAccount, listOwnTransactions } from '../get-account.ts';
import { getAccountPayment } from '../payment-instructions.ts';
import { withdraw } from './withdraw.ts';

export const transactionRouter = router({
  getTransactions: verifiedProcedure(transactionCalls.getTransactions).query(readOwn(listOwnTransactions)),

  getBalance: verifiedProcedure(transactionCalls.getBalance).query(readOwn(getBalance)),

  getBankAccount: verifiedProcedure(transactionCalls.getBankAccount).query(readOwn(getBankAccount)),

  getPayment: verifiedProcedure(transactionCalls.getPayment).query(({ ctx: { services, signedIn } }) =>
    getAccountPayment({ executor: services.db, settings: services.environment }, signedIn.user.id),
  ),

  withdraw: verifiedMutation(transactionCalls.withdraw)
    .meta({ proof: 'recent' })
    .mutation(async ({ ctx, input }) => ({ id: await withdraw(ctx.unit, ctx.signedIn.user.id, input) })),
});
