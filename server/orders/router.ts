import { shopConnectionCalls } from '../../src/domain/calls/shop.ts';
import { changeOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import {
  changeConnection,
  connectShop,
  disconnectShop,
  getConnections,
  replaceConnectionSecret,
} from './manage-connections.ts';

export const shopConnectionRouter = router({
  list: roleProcedure(shopConnectionCalls.list).query(async ({ ctx }) => ({
    data: await getConnections(ctx.services, ctx.signedIn.user.id),
  })),

  connect: roleMutation(shopConnectionCalls.connect)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(changeOwn(connectShop)),

  change: roleMutation(shopConnectionCalls.change).mutation(changeOwn(changeConnection)),

  replaceSecret: roleMutation(shopConnectionCalls.replaceSecret)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(changeOwn(replaceConnectionSecret)),

  disconnect: roleMutation(shopConnectionCalls.disconnect).mutation(changeOwn(disconnectShop)),
});
