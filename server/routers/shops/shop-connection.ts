import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import {
  ChangeConnectionSchema,
  ConnectedSchema,
  ConnectionsSchema,
  ConnectShopSchema,
  ReplaceSecretSchema,
} from '../../../src/domain/shop/connection.ts';
import {
  changeConnection,
  connectShop,
  disconnectShop,
  getConnections,
  replaceConnectionSecret,
} from '../../operations/shops/manage-connections.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const shopConnectionRouter = router({
  list: roleProcedure
    .output(ConnectionsSchema)
    .query(async ({ ctx }) => ({ data: await getConnections(ctx.services, ctx.signedIn.user.id) })),

  connect: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ConnectShopSchema)
    .output(ConnectedSchema)
    .mutation(({ ctx, input }) => connectShop(ctx.unit, ctx.signedIn.user.id, input)),

  change: roleMutation
    .input(ChangeConnectionSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await changeConnection(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  replaceSecret: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ReplaceSecretSchema)
    .output(ConnectedSchema)
    .mutation(({ ctx, input }) => replaceConnectionSecret(ctx.unit, ctx.signedIn.user.id, input)),

  disconnect: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await disconnectShop(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),
});
