import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import {
  NewPasskeySchema,
  PasskeyCreationSchema,
  PasskeySchema,
  RenamePasskeySchema,
} from '../../../src/domain/passkey.ts';
import { listFactors } from '../../operations/factors/list-factors.ts';
import { addPasskey, removePasskey, renameOwnPasskey, startPasskey } from '../../operations/factors/manage-passkeys.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';

export const factorRouter = router({
  getFactors: verifiedProcedure
    .output(v.object({ passkeys: v.array(PasskeySchema) }))
    .query(({ ctx }) => listFactors(ctx.services.db, ctx.signedIn.user.id)),

  startPasskey: verifiedProcedure
    .output(PasskeyCreationSchema)
    .mutation(({ ctx }) => startPasskey(ctx.services, ctx.signedIn.user)),

  addPasskey: verifiedProcedure
    .input(NewPasskeySchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await addPasskey(ctx.services, ctx.signedIn.user, input, ctx);
      return done;
    }),

  renamePasskey: verifiedMutation
    .input(RenamePasskeySchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await renameOwnPasskey(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  removePasskey: verifiedMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),
});
