import { DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { OwnAccountSchema, RequestDeletionSchema, RequestEmailChangeSchema } from '../../../src/domain/own-account.ts';
import { keepAccount, requestDeletion } from '../../operations/own-account/delete-account.ts';
import { getOwnAccount } from '../../operations/own-account/get-own-account.ts';
import { cancelEmailChange, requestEmailChange } from '../../operations/own-account/request-email-change.ts';
import { requestExport } from '../../operations/own-account/request-export.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';

export const ownAccountRouter = router({
  get: verifiedProcedure.output(OwnAccountSchema).query(({ ctx }) => getOwnAccount(ctx.services, ctx.signedIn.user)),

  requestEmailChange: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .input(RequestEmailChangeSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await requestEmailChange(ctx.services, ctx.signedIn.user, input, ctx.requestId);
      return done;
    }),

  cancelEmailChange: verifiedMutation.output(DoneSchema).mutation(async ({ ctx }) => {
    await cancelEmailChange(ctx.unit, ctx.signedIn.user.id);
    return done;
  }),

  requestExport: verifiedMutation
    .meta({ limits: ['dataExport'], proof: 'recent' })
    .output(DoneSchema)
    .mutation(async ({ ctx }) => {
      await requestExport(ctx.unit, ctx.signedIn.user.id);
      return done;
    }),

  requestDeletion: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .input(RequestDeletionSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await requestDeletion(ctx.services, ctx.signedIn.user, input, ctx.requestId);
      return done;
    }),

  keep: verifiedMutation.output(DoneSchema).mutation(async ({ ctx }) => {
    await keepAccount(ctx.unit, ctx.signedIn.user.id);
    return done;
  }),
});
