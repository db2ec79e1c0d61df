import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import {
  ChangeConnectionSchema,
  ConnectedSchema,
  ConnectionsSchema,
  ConnectShopSchema,
  ReplaceSecretSchema,
} from '../../src/domain/shops/connection.ts';
import { changeOwn, doneOutput } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import {
  changeConnection,
  connectShop,
  disconnectShop,
  getConnections,
  replaceConnectionSecret,
} from './manage-connections.ts';

export const shopConnectionRouter = router({
  list: roleProcedure
    .output(ConnectionsSchema)
    .query(async ({ ctx }) => ({ data: await getConnections(ctx.services, ctx.signedIn.user.id) })),

  connect: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ConnectShopSchema)
    .output(ConnectedSchema)
    .mutation(changeOwn(connectShop)),

  change: roleMutation.input(ChangeConnectionSchema).output(doneOutput).mutation(changeOwn(changeConnection)),

  replaceSecret: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ReplaceSecretSchema)
    .output(ConnectedSchema)
    .mutation(changeOwn(replaceConnectionSecret)),

  disconnect: roleMutation.input(ByIdSchema).output(doneOutput).mutation(changeOwn(disconnectShop)),
});
