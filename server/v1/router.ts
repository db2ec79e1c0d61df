import { apiKeyCalls } from '../../src/domain/calls/shop.ts';
import { changeOwn, readOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { createApiKey, listOwnKeys, revokeApiKey } from './manage-api-keys.ts';

export const apiKeyRouter = router({
  list: roleProcedure(apiKeyCalls.list).query(readOwn(listOwnKeys)),

  create: roleMutation(apiKeyCalls.create).meta({ proof: 'recent', isSecret: true }).mutation(changeOwn(createApiKey)),

  revoke: roleMutation(apiKeyCalls.revoke).mutation(({ ctx, input }) =>
    revokeApiKey(ctx.unit, ctx.signedIn.user.id, input.id),
  ),
});
