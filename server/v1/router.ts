import * as v from 'valibot';
import { ApiKeySchema, CreateApiKeySchema, CreatedApiKeySchema, RevokeApiKeySchema } from '../../src/domain/api-key.ts';
import { changeOwn, doneOutput, readOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { createApiKey, listOwnKeys, revokeApiKey } from './manage-api-keys.ts';

export const apiKeyRouter = router({
  list: roleProcedure.output(v.array(ApiKeySchema)).query(readOwn(listOwnKeys)),

  create: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(CreateApiKeySchema)
    .output(CreatedApiKeySchema)
    .mutation(changeOwn(createApiKey)),

  revoke: roleMutation
    .input(RevokeApiKeySchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.unit, ctx.signedIn.user.id, input.id)),
});
