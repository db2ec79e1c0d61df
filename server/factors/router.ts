import {
  FactorCodeSchema,
  FactorsSchema,
  NewAuthenticatorSchema,
  RecoveryCodesSchema,
} from '../../src/domain/factor.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { NewPasskeySchema, PasskeyCreationSchema, RenamePasskeySchema } from '../../src/domain/passkey.ts';
import { changeOwn, doneOutput } from '../gate/endings.ts';
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
  getFactors: verifiedProcedure
    .meta({ isForSetUp: true })
    .output(FactorsSchema)
    .query(({ ctx }) => listFactors(ctx.services, ctx.signedIn.user)),

  startPasskey: verifiedProcedure
    .meta({ isForSetUp: true, proof: 'recent' })
    .output(PasskeyCreationSchema)
    .mutation(({ ctx }) => startPasskey(ctx.services, ctx.signedIn.user)),

  addPasskey: verifiedProcedure
    .meta({ isForSetUp: true, proof: 'recent' })
    .input(NewPasskeySchema)
    .output(RecoveryCodesSchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.services, ctx.signedIn, input, ctx)),

  renamePasskey: verifiedMutation.input(RenamePasskeySchema).output(doneOutput).mutation(changeOwn(renameOwnPasskey)),

  removePasskey: verifiedMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => removePasskey(ctx.unit, ctx.signedIn.user, input.id)),

  startAuthenticator: verifiedMutation
    .meta({ isForSetUp: true, proof: 'recent', isSecret: true })
    .output(NewAuthenticatorSchema)
    .mutation(({ ctx }) => startAuthenticator(ctx.unit, ctx.signedIn.user)),

  confirmAuthenticator: verifiedProcedure
    .meta({ isForSetUp: true, proof: 'recent' })
    .input(FactorCodeSchema)
    .output(RecoveryCodesSchema)
    .mutation(({ ctx, input }) => addAuthenticator(ctx.services, ctx.signedIn, input.code, ctx.requestId)),

  removeAuthenticator: verifiedMutation
    .meta({ proof: 'recent' })
    .output(doneOutput)
    .mutation(({ ctx }) => removeAuthenticator(ctx.unit, ctx.signedIn.user)),

  replaceRecoveryCodes: verifiedMutation
    .meta({ proof: 'recent', isSecret: true })
    .output(RecoveryCodesSchema)
    .mutation(({ ctx }) => replaceOwnRecoveryCodes(ctx.unit, ctx.signedIn.user)),

  cancelReset: verifiedMutation
    .output(doneOutput)
    .mutation(({ ctx }) => cancelFactorReset(ctx.unit, ctx.signedIn.user)),
});
