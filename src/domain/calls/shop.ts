import * as v from 'valibot';
import { ApiKeySchema, CreateApiKeySchema, CreatedApiKeySchema, RevokeApiKeySchema } from '../api-key.ts';
import { AskedAddressesSchema } from '../choices.ts';
import { CodLimitSchema, SetCodSchema } from '../cod.ts';
import { ByIdSchema, ForUserSchema } from '../field-schemas.ts';
import { UndecidedSchema } from '../next-step.ts';
import { BeforeSchema, paged } from '../paged.ts';
import { PlanCollectionSchema } from '../pickups/manage.ts';
import {
  ChangePickupSchema,
  CreatePickupSchema,
  DeclinePickupSchema,
  ListPickupsSchema,
  MakePickupSchema,
  ManagedPickupsSchema,
  OwnPickupsSchema,
  PickupDaysSchema,
  PickupSchema,
} from '../pickups/pickup.ts';
import { CreateReturnSchema, DecideReturnSchema, ReturnRulesSchema, ReturnsSchema } from '../returns.ts';
import {
  ChangeConnectionSchema,
  ConnectedSchema,
  ConnectionsSchema,
  ConnectShopSchema,
  ReplaceSecretSchema,
} from '../shops/connection.ts';
import { ContactSchema, FindReceiversSchema } from '../shops/contact.ts';
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
} from '../shops/draft.ts';
import { SaveMappingSchema } from '../shops/draft-file.ts';
import {
  CreateOwnShipmentSchema,
  GetQuoteSchema,
  OwnShipmentCreatedSchema,
  QuoteSchema,
} from '../shops/own-shipment.ts';
import { ListRatesSchema, RateSchema, SaveRateSchema, ShopSchema } from '../shops/rate.ts';
import { RecurringSchema, RepeatSchema } from '../shops/recurring.ts';
import {
  ChangeOwnWebhookSchema,
  CreatedWebhookSchema,
  CreateOwnWebhookSchema,
  QueuedSchema,
  ReplayOwnWebhookSchema,
  ResendOwnMessageSchema,
  RotatedSecretSchema,
  WebhookDeliveriesSchema,
  WebhooksSchema,
} from '../webhook.ts';
import { doneOutput, idOutput, mutation, NOTHING, query } from './call.ts';

export const webhookCalls = {
  list: query(NOTHING, WebhooksSchema),
  create: mutation(CreateOwnWebhookSchema, CreatedWebhookSchema),
  change: mutation(ChangeOwnWebhookSchema, doneOutput),
  remove: mutation(ByIdSchema, doneOutput),
  test: mutation(ByIdSchema, doneOutput),
  replay: mutation(ReplayOwnWebhookSchema, QueuedSchema),
  resend: mutation(ResendOwnMessageSchema, QueuedSchema),
  rotateSecret: mutation(ByIdSchema, RotatedSecretSchema),
  deliveries: query(ByIdSchema, WebhookDeliveriesSchema),
};

export const apiKeyCalls = {
  list: query(NOTHING, v.array(ApiKeySchema)),
  create: mutation(CreateApiKeySchema, CreatedApiKeySchema),
  revoke: mutation(RevokeApiKeySchema, doneOutput),
};

export const shipperCalls = {
  getQuote: query(GetQuoteSchema, QuoteSchema),
  getPrices: query(NOTHING, v.array(RateSchema)),
  createShipment: mutation(CreateOwnShipmentSchema, OwnShipmentCreatedSchema),
  cancelShipment: mutation(ByIdSchema, doneOutput),
  findReceivers: query(FindReceiversSchema, v.array(ContactSchema)),
  getSender: query(NOTHING, SenderSchema),
  saveSender: mutation(SaveSenderSchema, doneOutput),
  getDrafts: query(GetDraftsSchema, v.object({ ...paged(DraftSchema).entries, counts: DraftCountsSchema })),
  getDraft: query(ByIdSchema, DraftSchema),
  saveDraft: mutation(SaveDraftSchema, SavedDraftSchema),
  deleteDrafts: mutation(DraftIdsSchema, doneOutput),
  takeDrafts: mutation(DraftIdsSchema, doneOutput),
  confirmDrafts: mutation(ConfirmDraftsSchema, ConfirmedDraftsSchema),
  getChangedOrders: query(NOTHING, ChangedOrdersSchema),
  answerChange: mutation(AnswerChangeSchema, doneOutput),
  getUnprinted: query(GetUnprintedSchema, paged(UnprintedSchema)),
  saveMapping: mutation(SaveMappingSchema, doneOutput),
  createReturn: mutation(CreateReturnSchema, OwnShipmentCreatedSchema),
  getAskedAddresses: query(NOTHING, AskedAddressesSchema),
  getUndecided: query(NOTHING, UndecidedSchema),
  getReturns: query(NOTHING, ReturnsSchema),
  saveReturns: mutation(ReturnRulesSchema, doneOutput),
  decideReturn: mutation(DecideReturnSchema, doneOutput),
  getPickups: query(v.optional(BeforeSchema, {}), OwnPickupsSchema),
  createPickup: mutation(CreatePickupSchema, PickupSchema),
  changePickup: mutation(ChangePickupSchema, PickupSchema),
  savePickupDays: mutation(PickupDaysSchema, doneOutput),
  cancelPickup: mutation(ByIdSchema, doneOutput),
};

export const rateAdminCalls = {
  list: query(ListRatesSchema, v.array(RateSchema)),
  shops: query(NOTHING, v.array(ShopSchema)),
  save: mutation(SaveRateSchema, idOutput),
  delete: mutation(ByIdSchema, doneOutput),
  getCod: query(ForUserSchema, CodLimitSchema),
  setCod: mutation(SetCodSchema, doneOutput),
};

export const pickupAdminCalls = {
  list: query(ListPickupsSchema, ManagedPickupsSchema),
  arrange: mutation(ByIdSchema, doneOutput),
  create: mutation(MakePickupSchema, idOutput),
  plan: mutation(PlanCollectionSchema, doneOutput),
  decline: mutation(DeclinePickupSchema, doneOutput),
};

export const recurringCalls = {
  list: query(NOTHING, v.array(RecurringSchema)),
  repeat: mutation(RepeatSchema, doneOutput),
};

export const shopConnectionCalls = {
  list: query(NOTHING, ConnectionsSchema),
  connect: mutation(ConnectShopSchema, ConnectedSchema),
  change: mutation(ChangeConnectionSchema, doneOutput),
  replaceSecret: mutation(ReplaceSecretSchema, ConnectedSchema),
  disconnect: mutation(ByIdSchema, doneOutput),
};
