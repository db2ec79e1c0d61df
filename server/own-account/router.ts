import { ownAccountCalls } from '../../src/domain/calls/people.ts';
import { changeOwn } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { keepAccount, requestDeletion } from './delete-account.ts';
import { getOwnAccount } from './get-own-account.ts';
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { requestExport } from './request-export.ts';

export const ownAccountRouter = router({
  get: verifiedProcedure(ownAccountCalls.get).query(({ ctx }) => getOwnAccount(ctx.services, ctx.signedIn.user)),

  requestEmailChange: verifiedProcedure(ownAccountCalls.requestEmailChange)
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .mutation(({ ctx, input }) => requestEmailChange(ctx.services, ctx.signedIn.user, input, ctx.requestId)),

  cancelEmailChange: verifiedMutation(ownAccountCalls.cancelEmailChange).mutation(changeOwn(cancelEmailChange)),

  requestExport: verifiedMutation(ownAccountCalls.requestExport)
    .meta({ limits: ['dataExport'], proof: 'recent' })
    .mutation(changeOwn(requestExport)),

  requestDeletion: verifiedProcedure(ownAccountCalls.requestDeletion)
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .mutation(({ ctx, input }) => requestDeletion(ctx.services, ctx.signedIn.user, input, ctx.requestId)),

  keep: verifiedMutation(ownAccountCalls.keep).mutation(changeOwn(keepAccount)),
});
