import { bankAdminCalls } from '../../src/domain/calls/money.ts';
import { change, read } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { settleHeld } from '../restores/settle-held.ts';
import { assignEntry, listChoices } from './assign-entry.ts';
import { bookEntries, setAside } from './book-entries.ts';
import { listBankEntries } from './match-entries.ts';
import { createPayoutFile, discardFile, getPayouts } from './payout-files.ts';

export const bankAdminRouter = router({
  getEntries: roleProcedure(bankAdminCalls.getEntries).query(({ ctx: { services }, input }) =>
    listBankEntries(services.db, input, services.environment.CURRENCY),
  ),

  book: provedMutation(bankAdminCalls.book).mutation(change(bookEntries)),

  getChoices: roleProcedure(bankAdminCalls.getChoices).query(read(listChoices)),

  assign: provedMutation(bankAdminCalls.assign).mutation(change(assignEntry)),

  setAside: roleMutation(bankAdminCalls.setAside).mutation(change(setAside)),

  getPayouts: roleProcedure(bankAdminCalls.getPayouts).query(({ ctx: { services, signedIn } }) =>
    getPayouts(services.db, signedIn.user.id, services.environment),
  ),

  createPayoutFile: provedMutation(bankAdminCalls.createPayoutFile).mutation(({ ctx }) => createPayoutFile(ctx.unit)),

  settleHeld: provedMutation(bankAdminCalls.settleHeld).mutation(change(settleHeld)),

  discardPayoutFile: provedMutation(bankAdminCalls.discardPayoutFile).mutation(change(discardFile)),
});
