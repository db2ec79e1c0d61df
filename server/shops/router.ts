import * as v from 'valibot';
import { AskedAddressesSchema } from '../../src/domain/choices.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { UndecidedSchema } from '../../src/domain/next-step.ts';
import { BeforeSchema, paged } from '../../src/domain/paged.ts';
import {
  ChangePickupSchema,
  CreatePickupSchema,
  OwnPickupsSchema,
  PickupDaysSchema,
  PickupSchema,
} from '../../src/domain/pickups/pickup.ts';
import { CreateReturnSchema, DecideReturnSchema, ReturnRulesSchema, ReturnsSchema } from '../../src/domain/returns.ts';
import {
  AnswerChangeSchema,
  ChangedOrdersSchema,
  ConfirmDraftsSchema,
  ConfirmedDraftsSchema,
  DraftCountsSchema,
  DraftIdsSchema,
  DraftSchema,
  GetDraftsSchema,
  GetUnprintedSchema,
  SaveDraftSchema,
  SavedDraftSchema,
  SaveSenderSchema,
  SenderSchema,
  UnprintedSchema,
} from '../../src/domain/shops/draft.ts';
import { SaveMappingSchema } from '../../src/domain/shops/draft-file.ts';
import {
  CreateOwnShipmentSchema,
  GetQuoteSchema,
  OwnShipmentCreatedSchema,
  QuoteSchema,
} from '../../src/domain/shops/own-shipment.ts';
import { RateSchema } from '../../src/domain/shops/rate.ts';
import { getAskedAddresses } from '../choices/asked-addresses.ts';
import { changeOwn, doneOutput, readOwn, readOwnWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getChangedOrders } from '../orders/changed-orders.ts';
import { confirmDrafts } from '../orders/confirm-drafts.ts';
import { getDraft, getDrafts, getUnprinted, removeDrafts, saveDraft, sendAnyway } from '../orders/manage-drafts.ts';
import { getOwnPickups } from '../pickups/list-pickups.ts';
import { cancelPickup, changePickup, createPickup } from '../pickups/manage-pickups.ts';
import { savePickupDays } from '../pickups/regular-days.ts';
import { getPrices, getQuote } from '../prices/quote.ts';
import { decideReturn, getReturns, saveReturns } from '../returns/ask-return.ts';
import { createOwnReturn } from '../returns/create-return.ts';
import { getUndecided } from '../tracking/read-next-step.ts';
import { answerChange } from '../v1/answer-change.ts';
import { cancelOwnShipment } from './cancel-own-shipment.ts';
import { createOwnShipment, getSender } from './create-own-shipment.ts';
import { saveMapping, saveSender } from './settings.ts';

export const shipperRouter = router({
  getQuote: roleProcedure.input(GetQuoteSchema).output(QuoteSchema).query(readOwnWith(getQuote)),

  getPrices: roleProcedure.output(v.array(RateSchema)).query(readOwn(getPrices)),

  createShipment: roleMutation
    .input(CreateOwnShipmentSchema)
    .output(OwnShipmentCreatedSchema)
    .mutation(changeOwn(createOwnShipment)),

  cancelShipment: roleMutation.input(ByIdSchema).output(doneOutput).mutation(changeOwn(cancelOwnShipment)),

  getSender: roleProcedure.output(SenderSchema).query(readOwn(getSender)),

  saveSender: roleMutation.input(SaveSenderSchema).output(doneOutput).mutation(changeOwn(saveSender)),

  getDrafts: roleProcedure
    .input(GetDraftsSchema)
    .output(v.object({ ...paged(DraftSchema).entries, counts: DraftCountsSchema }))
    .query(readOwnWith(getDrafts)),

  getDraft: roleProcedure.input(ByIdSchema).output(DraftSchema).query(readOwnWith(getDraft)),

  saveDraft: roleMutation.input(SaveDraftSchema).output(SavedDraftSchema).mutation(changeOwn(saveDraft)),

  deleteDrafts: roleMutation.input(DraftIdsSchema).output(doneOutput).mutation(changeOwn(removeDrafts)),

  takeDrafts: roleMutation.input(DraftIdsSchema).output(doneOutput).mutation(changeOwn(sendAnyway)),

  confirmDrafts: roleMutation
    .input(ConfirmDraftsSchema)
    .output(ConfirmedDraftsSchema)
    .mutation(changeOwn(confirmDrafts)),

  getChangedOrders: roleProcedure
    .output(ChangedOrdersSchema)
    .query(async ({ ctx }) => ({ data: await getChangedOrders(ctx.services.db, ctx.signedIn.user.id) })),

  answerChange: roleMutation.input(AnswerChangeSchema).output(doneOutput).mutation(changeOwn(answerChange)),

  getUnprinted: roleProcedure.input(GetUnprintedSchema).output(paged(UnprintedSchema)).query(readOwn(getUnprinted)),

  saveMapping: roleMutation.input(SaveMappingSchema).output(doneOutput).mutation(changeOwn(saveMapping)),

  createReturn: roleMutation
    .input(CreateReturnSchema)
    .output(OwnShipmentCreatedSchema)
    .mutation(changeOwn(createOwnReturn)),

  getAskedAddresses: roleProcedure
    .output(AskedAddressesSchema)
    .query(({ ctx }) => getAskedAddresses(ctx.services, ctx.signedIn.user.id)),

  getUndecided: roleProcedure
    .output(UndecidedSchema)
    .query(({ ctx }) => getUndecided(ctx.services, ctx.signedIn.user.id)),

  getReturns: roleProcedure.output(ReturnsSchema).query(readOwn(getReturns)),

  saveReturns: roleMutation.input(ReturnRulesSchema).output(doneOutput).mutation(changeOwn(saveReturns)),

  decideReturn: roleMutation.input(DecideReturnSchema).output(doneOutput).mutation(changeOwn(decideReturn)),

  getPickups: roleProcedure
    .input(v.optional(BeforeSchema, {}))
    .output(OwnPickupsSchema)
    .query(readOwnWith(getOwnPickups)),

  createPickup: roleMutation.input(CreatePickupSchema).output(PickupSchema).mutation(changeOwn(createPickup)),

  changePickup: roleMutation.input(ChangePickupSchema).output(PickupSchema).mutation(changeOwn(changePickup)),

  savePickupDays: roleMutation.input(PickupDaysSchema).output(doneOutput).mutation(changeOwn(savePickupDays)),

  cancelPickup: roleMutation.input(ByIdSchema).output(doneOutput).mutation(changeOwn(cancelPickup)),
});
