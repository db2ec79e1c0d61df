import * as v from 'valibot';
import {
  ApiKeySchema,
  CreateApiKeySchema,
  CreatedApiKeySchema,
  RevokeApiKeySchema,
} from '../../../src/domain/api-key.ts';
import { DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { createApiKey, listOwnKeys, revokeApiKey } from '../../operations/api/manage-keys.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const apiKeyRouter = router({
  list: roleProcedure
    .output(v.array(ApiKeySchema))
    .query(({ ctx }) => listOwnKeys(ctx.services.db, ctx.signedIn.user.id)),

  create: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(CreateApiKeySchema)
    .output(CreatedApiKeySchema)
    .mutation(({ ctx, input }) => createApiKey(ctx.unit, ctx.signedIn.user.id, input)),

  revoke: roleMutation
    .input(RevokeApiKeySchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await revokeApiKey(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),
});
