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
} from '../../src/domain/banking.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { paged } from '../../src/domain/paged.ts';
import { UpdatedTransactionSchema } from '../../src/domain/transaction.ts';
import { change, doneOutput, read } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { settleHeld } from '../restores/settle-held.ts';
import { assignEntry, listChoices } from './assign-entry.ts';
import { bookEntries, setAside } from './book-entries.ts';
import { listBankEntries } from './match-entries.ts';
import { createPayoutFile, discardFile, getPayouts } from './payout-files.ts';

export const bankAdminRouter = router({
  getEntries: roleProcedure
    .input(BankEntriesSchema)
    .output(paged(BankEntrySchema))
    .query(({ ctx: { services }, input }) => listBankEntries(services.db, input, services.environment.CURRENCY)),

  book: provedMutation.input(BookEntriesSchema).output(BookedEntriesSchema).mutation(change(bookEntries)),

  getChoices: roleProcedure.input(EntryChoicesSchema).output(EntryChoicesOutSchema).query(read(listChoices)),

  assign: provedMutation.input(AssignEntrySchema).output(AssignedSchema).mutation(change(assignEntry)),

  setAside: roleMutation.input(SetAsideSchema).output(doneOutput).mutation(change(setAside)),

  getPayouts: roleProcedure
    .output(PayoutsSchema)
    .query(({ ctx: { services, signedIn } }) => getPayouts(services.db, signedIn.user.id, services.environment)),

  createPayoutFile: provedMutation.output(PayoutFileMadeSchema).mutation(({ ctx }) => createPayoutFile(ctx.unit)),

  settleHeld: provedMutation.input(SettleHeldSchema).output(SettledHeldSchema).mutation(change(settleHeld)),

  discardPayoutFile: provedMutation.input(ByIdSchema).output(UpdatedTransactionSchema).mutation(change(discardFile)),
});
