import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import {
  CreateOwnShipmentSchema,
  GetQuoteSchema,
  OwnShipmentCreatedSchema,
  QuoteSchema,
} from '../../../src/domain/shop/own-shipment.ts';
import { cancelOwnShipment } from '../../operations/shops/cancel-own-shipment.ts';
import { createOwnShipment } from '../../operations/shops/create-own-shipment.ts';
import { getQuote } from '../../operations/shops/quote.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const shipperRouter = router({
  getQuote: roleProcedure
    .input(GetQuoteSchema)
    .output(QuoteSchema)
    .query(({ ctx, input }) => getQuote(ctx.services, ctx.signedIn.user.id, input)),

  createShipment: roleMutation
    .input(CreateOwnShipmentSchema)
    .output(OwnShipmentCreatedSchema)
    .mutation(({ ctx, input }) => createOwnShipment(ctx.unit, ctx.signedIn.user.id, input)),

  cancelShipment: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelOwnShipment(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),
});
