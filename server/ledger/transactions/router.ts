import * as v from 'valibot';
import { BalanceSchema } from '../../../src/domain/balance.ts';
import { BankAccountSchema } from '../../../src/domain/bank-account.ts';
import { BeforeSchema } from '../../../src/domain/paged.ts';
import { PaymentInstructionsSchema } from '../../../src/domain/payment-instructions.ts';
import { TransactionSchema } from '../../../src/domain/transaction.ts';
import { WithdrawSchema } from '../../../src/domain/withdrawal.ts';
import { idOutput, readOwn } from '../../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../../gate/trpc.ts';
import { getBalance, getBankAccount, listOwnTransactions } from '../get-account.ts';
import { getAccountPayment } from '../payment-instructions.ts';
import { withdraw } from './withdraw.ts';

export const transactionRouter = router({
  getTransactions: verifiedProcedure
    .input(v.optional(BeforeSchema, {}))
    .output(v.array(TransactionSchema))
    .query(readOwn(listOwnTransactions)),

  getBalance: verifiedProcedure.output(BalanceSchema).query(readOwn(getBalance)),

  getBankAccount: verifiedProcedure.output(v.nullable(BankAccountSchema)).query(readOwn(getBankAccount)),

  getPayment: verifiedProcedure
    .output(PaymentInstructionsSchema)
    .query(({ ctx: { services, signedIn } }) =>
      getAccountPayment({ executor: services.db, settings: services.environment }, signedIn.user.id),
    ),

  withdraw: verifiedMutation
    .meta({ proof: 'recent' })
    .input(WithdrawSchema)
    .output(idOutput)
    .mutation(async ({ ctx, input }) => ({ id: await withdraw(ctx.unit, ctx.signedIn.user.id, input) })),
});
