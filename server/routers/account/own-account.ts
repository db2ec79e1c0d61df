import { OwnAccountSchema, RequestDeletionSchema, RequestEmailChangeSchema } from '../../../src/domain/own-account.ts';
import { keepAccount, requestDeletion } from '../../operations/own-account/delete-account.ts';
import { getOwnAccount } from '../../operations/own-account/get-own-account.ts';
import { cancelEmailChange, requestEmailChange } from '../../operations/own-account/request-email-change.ts';
import { requestExport } from '../../operations/own-account/request-export.ts';
import { changeOwn, doneOutput } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';

export const ownAccountRouter = router({
  get: verifiedProcedure.output(OwnAccountSchema).query(({ ctx }) => getOwnAccount(ctx.services, ctx.signedIn.user)),

  requestEmailChange: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .input(RequestEmailChangeSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx.services, ctx.signedIn.user, input, ctx.requestId)),

  cancelEmailChange: verifiedMutation.output(doneOutput).mutation(changeOwn(cancelEmailChange)),

  requestExport: verifiedMutation
    .meta({ limits: ['dataExport'], proof: 'recent' })
    .output(doneOutput)
    .mutation(changeOwn(requestExport)),

  requestDeletion: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .input(RequestDeletionSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => requestDeletion(ctx.services, ctx.signedIn.user, input, ctx.requestId)),

  keep: verifiedMutation.output(doneOutput).mutation(changeOwn(keepAccount)),
});
