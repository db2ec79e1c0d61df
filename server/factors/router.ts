import { factorCalls } from '../../src/domain/calls/people.ts';
import { changeOwn } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { listFactors } from './list-factors.ts';
import {
  addAuthenticator,
  removeAuthenticator,
  replaceOwnRecoveryCodes,
  startAuthenticator,
} from './manage-authenticator.ts';
import { addPasskey, removePasskey, renameOwnPasskey, startPasskey } from './manage-passkeys.ts';
import { cancelFactorReset } from './reset-factors.ts';

export const factorRouter = router({
  getFactors: verifiedProcedure(factorCalls.getFactors)
    .meta({ isForSetUp: true })
    .query(({ ctx }) => listFactors(ctx.services, ctx.signedIn.user)),

  startPasskey: verifiedProcedure(factorCalls.startPasskey)
    .meta({ isForSetUp: true, proof: 'recent' })
    .mutation(({ ctx }) => startPasskey(ctx.services, ctx.signedIn.user)),

  addPasskey: verifiedProcedure(factorCalls.addPasskey)
    .meta({ isForSetUp: true, proof: 'recent' })
    .mutation(({ ctx, input }) => addPasskey(ctx.services, ctx.signedIn, input, ctx)),

  renamePasskey: verifiedMutation(factorCalls.renamePasskey).mutation(changeOwn(renameOwnPasskey)),

  removePasskey: verifiedMutation(factorCalls.removePasskey)
    .meta({ proof: 'recent' })
    .mutation(({ ctx, input }) => removePasskey(ctx.unit, ctx.signedIn.user, input.id)),

  startAuthenticator: verifiedMutation(factorCalls.startAuthenticator)
    .meta({ isForSetUp: true, proof: 'recent', isSecret: true })
    .mutation(({ ctx }) => startAuthenticator(ctx.unit, ctx.signedIn.user)),

  confirmAuthenticator: verifiedProcedure(factorCalls.confirmAuthenticator)
    .meta({ isForSetUp: true, proof: 'recent' })
    .mutation(({ ctx, input }) => addAuthenticator(ctx.services, ctx.signedIn, input.code, ctx.requestId)),

  removeAuthenticator: verifiedMutation(factorCalls.removeAuthenticator)
    .meta({ proof: 'recent' })
    .mutation(({ ctx }) => removeAuthenticator(ctx.unit, ctx.signedIn.user)),

  replaceRecoveryCodes: verifiedMutation(factorCalls.replaceRecoveryCodes)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(({ ctx }) => replaceOwnRecoveryCodes(ctx.unit, ctx.signedIn.user)),

  cancelReset: verifiedMutation(factorCalls.cancelReset).mutation(({ ctx }) =>
    cancelFactorReset(ctx.unit, ctx.signedIn.user),
  ),
});
