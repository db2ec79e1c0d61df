import * as v from 'valibot';
import { AddActivitySchema } from '../activity.ts';
import {
  BulkItemSchema,
  BulkItemsSchema,
  BulkPreviewSchema,
  BulkSchema,
  PreviewBulkSchema,
  SelectedSchema,
  SelectionSchema,
  StartBulkSchema,
} from '../bulk.ts';
import { ByIdSchema } from '../field-schemas.ts';
import { GetPrintableSchema, PrintableSchema, RecordPrintsSchema } from '../labels/printing.ts';
import { ManagedShipmentsSchema, OwnShipmentsSchema, paged } from '../paged.ts';
import { SignedReceiptSchema } from '../receipt.ts';
import { CollectReturnSchema, CreateReturnSchema, RequestedReturnSchema } from '../returns.ts';
import { SetProofSchema } from '../runs/proof-policy.ts';
import {
  ByTrackingIdSchema,
  ChangeAccountSchema,
  CorrectPartySchema,
  CreatedShipmentSchema,
  CreateShipmentSchema,
  FindShipmentSchema,
  GrantSchema,
  LabelSchema,
  LinkShipmentSchema,
  ManagedShipmentSchema,
  ManagedShipmentSummarySchema,
  SendCodeSchema,
  ShipmentChangesSchema,
  ShipmentChangesSinceSchema,
  ShipmentCodesSchema,
  ShipmentStatisticsSchema,
  ShipmentSummarySchema,
  TrackedShipmentSchema,
  UpdateParcelSchema,
  UpdateShipmentSchema,
  VerifyShipmentCodeSchema,
} from '../shipment.ts';
import { ImportRowSchema, ImportRowsSchema, ShipmentImportSchema, StartImportSchema } from '../shipment-import.ts';
import { ContactSchema, FindContactsSchema } from '../shops/contact.ts';
import { OwnShipmentCreatedSchema } from '../shops/own-shipment.ts';
import { doneOutput, mutation, NOTHING, query } from './call.ts';

export const shipmentAdminCalls = {
  getShipments: query(ManagedShipmentsSchema, paged(ManagedShipmentSummarySchema)),
  getSelection: query(SelectionSchema, SelectedSchema),
  getShipment: query(FindShipmentSchema, ManagedShipmentSchema),
  findContacts: query(FindContactsSchema, v.array(ContactSchema)),
  createReturn: mutation(CreateReturnSchema, OwnShipmentCreatedSchema),
  showCodes: mutation(ByIdSchema, ShipmentCodesSchema),
  sendCode: mutation(SendCodeSchema, doneOutput),
  changeAccount: mutation(ChangeAccountSchema, doneOutput),
  setProof: mutation(SetProofSchema, doneOutput),
  createShipment: mutation(CreateShipmentSchema, CreatedShipmentSchema),
  updateShipment: mutation(UpdateShipmentSchema, doneOutput),
  updateParcel: mutation(UpdateParcelSchema, doneOutput),
  correctParty: mutation(CorrectPartySchema, doneOutput),
  updateShipmentActivity: mutation(AddActivitySchema, doneOutput),
  deleteShipment: mutation(ByIdSchema, doneOutput),
};

export const shipmentCalls = {
  getShipmentsStats: query(NOTHING, ShipmentStatisticsSchema),
  getShipments: query(OwnShipmentsSchema, paged(ShipmentSummarySchema)),
  getChanges: query(ShipmentChangesSinceSchema, ShipmentChangesSchema),
  getLabel: query(ByIdSchema, LabelSchema),
  getPrintable: mutation(GetPrintableSchema, PrintableSchema),
  recordPrints: mutation(RecordPrintsSchema, doneOutput),
  linkShipment: mutation(LinkShipmentSchema, doneOutput),
  getShipmentByTrackingId: query(ByTrackingIdSchema, TrackedShipmentSchema),
  getReceipt: query(ByTrackingIdSchema, SignedReceiptSchema),
  requestReturn: mutation(CreateReturnSchema, RequestedReturnSchema),
  collectReturn: mutation(CollectReturnSchema, doneOutput),
  verifyShipmentCode: mutation(VerifyShipmentCodeSchema, GrantSchema),
};

export const shipmentImportCalls = {
  getImports: query(NOTHING, v.array(ShipmentImportSchema)),
  getImport: query(ByIdSchema, ShipmentImportSchema),
  getRows: query(ImportRowsSchema, paged(ImportRowSchema)),
  start: mutation(StartImportSchema, doneOutput),
  undo: mutation(ByIdSchema, doneOutput),
};

export const bulkCalls = {
  getAll: query(NOTHING, v.array(BulkSchema)),
  get: query(ByIdSchema, BulkSchema),
  getItems: query(BulkItemsSchema, paged(BulkItemSchema)),
  preview: mutation(PreviewBulkSchema, BulkPreviewSchema),
  start: mutation(StartBulkSchema, BulkSchema),
  retry: mutation(ByIdSchema, BulkSchema),
  undo: mutation(ByIdSchema, BulkSchema),
};
