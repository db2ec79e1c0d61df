import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { paged } from '../../../src/domain/paged.ts';
import {
  ConfirmDraftsSchema,
  ConfirmedDraftsSchema,
  DeleteDraftsSchema,
  DraftCountsSchema,
  DraftSchema,
  GetDraftsSchema,
  GetUnprintedSchema,
  SaveDraftSchema,
  SavedDraftSchema,
  SaveSenderSchema,
  SenderSchema,
  TakeDraftsSchema,
  UnprintedSchema,
} from '../../../src/domain/shop/draft.ts';
import { SaveMappingSchema } from '../../../src/domain/shop/draft-file.ts';
import {
  CreateOwnShipmentSchema,
  GetQuoteSchema,
  OwnShipmentCreatedSchema,
  QuoteSchema,
} from '../../../src/domain/shop/own-shipment.ts';
import { CreatePickupSchema, OwnPickupsSchema, PickupSchema } from '../../../src/domain/shop/pickup.ts';
import { cancelOwnShipment } from '../../operations/shops/cancel-own-shipment.ts';
import { confirmDrafts } from '../../operations/shops/confirm-drafts.ts';
import { createOwnShipment, getSender } from '../../operations/shops/create-own-shipment.ts';
import {
  getDraft,
  getDrafts,
  getUnprinted,
  removeDrafts,
  saveDraft,
  sendAnyway,
} from '../../operations/shops/manage-drafts.ts';
import { cancelPickup, createPickup, getOwnPickups } from '../../operations/shops/manage-pickups.ts';
import { getQuote } from '../../operations/shops/quote.ts';
import { saveMapping, saveSender } from '../../operations/shops/settings.ts';
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

  getSender: roleProcedure.output(SenderSchema).query(({ ctx }) => getSender(ctx.services.db, ctx.signedIn.user.id)),

  saveSender: roleMutation
    .input(SaveSenderSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await saveSender(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  getDrafts: roleProcedure
    .input(GetDraftsSchema)
    .output(v.object({ ...paged(DraftSchema).entries, counts: DraftCountsSchema }))
    .query(({ ctx, input }) => getDrafts(ctx.services, ctx.signedIn.user.id, input)),

  getDraft: roleProcedure
    .input(ByIdSchema)
    .output(DraftSchema)
    .query(({ ctx, input }) => getDraft(ctx.services, ctx.signedIn.user.id, input)),

  saveDraft: roleMutation
    .input(SaveDraftSchema)
    .output(SavedDraftSchema)
    .mutation(({ ctx, input }) => saveDraft(ctx.unit, ctx.signedIn.user.id, input)),

  deleteDrafts: roleMutation
    .input(DeleteDraftsSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeDrafts(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  takeDrafts: roleMutation
    .input(TakeDraftsSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await sendAnyway(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  confirmDrafts: roleMutation
    .input(ConfirmDraftsSchema)
    .output(ConfirmedDraftsSchema)
    .mutation(({ ctx, input }) => confirmDrafts(ctx.unit, ctx.signedIn.user.id, input)),

  getUnprinted: roleProcedure
    .input(GetUnprintedSchema)
    .output(paged(UnprintedSchema))
    .query(({ ctx, input }) => getUnprinted(ctx.services.db, ctx.signedIn.user.id, input)),

  saveMapping: roleMutation
    .input(SaveMappingSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await saveMapping(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  getPickups: roleProcedure
    .output(OwnPickupsSchema)
    .query(({ ctx }) => getOwnPickups(ctx.services, ctx.signedIn.user.id)),

  createPickup: roleMutation
    .input(CreatePickupSchema)
    .output(PickupSchema)
    .mutation(({ ctx, input }) => createPickup(ctx.unit, ctx.signedIn.user.id, input)),

  cancelPickup: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelPickup(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),
});
