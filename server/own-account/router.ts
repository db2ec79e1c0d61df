import { OwnAccountSchema, RequestDeletionSchema, RequestEmailChangeSchema } from '../../src/domain/own-account.ts';
import { changeOwn, doneOutput } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { keepAccount, requestDeletion } from './delete-account.ts';
import { getOwnAccount } from './get-own-account.ts';
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { requestExport } from './request-export.ts';

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
