import { recurringCalls, shopConnectionCalls } from '../../src/domain/calls/shop.ts';
import { changeOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import {
  changeConnection,
  connectShop,
  disconnectShop,
  getConnections,
  replaceConnectionSecret,
} from './manage-connections.ts';
import { listRecurring, repeatShipment } from './recurring-orders.ts';

export const recurringRouter = router({
  list: roleProcedure(recurringCalls.list).query(({ ctx }) => listRecurring(ctx.services, ctx.signedIn.user)),

  repeat: roleMutation(recurringCalls.repeat).mutation(({ ctx, input }) =>
    repeatShipment(ctx.unit, ctx.signedIn.user, input),
  ),
});

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
