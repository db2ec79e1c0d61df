/**
 * Every procedure of section 7 and those product.md adds, with the schemas of what goes in and what comes out.
 * FROZEN: a change here is a change of the wire and goes through docs/decisions. The routers take their schemas from
 * the nouns' modules; a test holds them against this table, and each procedure missing from either side fails it.
 */
import * as v from 'valibot';
import { AddActivitySchema } from './activity.ts';
import { AuditEntriesSchema, AuditEntrySchema, DeletedSchema, FindDeletedSchema } from './audit.ts';
import { BalanceSchema } from './balance.ts';
import {
  BankAccountFieldsSchema,
  BankAccountSchema,
  CreateBankAccountSchema,
  UpdateBankAccountSchema,
} from './bank-account.ts';
import { AddBillSchema, BillSchema, BillsOfShipmentSchema, ForShipmentSchema, ManagedBillSchema } from './bill.ts';
import { ByIdSchema, DoneSchema, ForUserSchema } from './field-schemas.ts';
import { FollowSchema, LiveStreamSchema } from './live.ts';
import { LoggedMailSchema, MailDetailsSchema, MailsSchema, SendMailSchema } from './mail.ts';
import { ManagedShipmentsSchema, ManagedUsersSchema, OwnShipmentsSchema, paged } from './paged.ts';
import {
  FollowByPushSchema,
  FollowOwnByPushSchema,
  MovePushSchema,
  NotificationPreferencesSchema,
  PushDeviceSchema,
  PushedSchema,
  PushKeySchema,
  StopPushSchema,
} from './push.ts';
import { RecordsCheckSchema } from './records.ts';
import {
  ForgotPasswordSchema,
  LinkSchema,
  LoginSchema,
  LogoutByHashSchema,
  ResetPasswordSchema,
  SessionSchema,
  SessionTokenSchema,
  VerificationRequestedSchema,
  VerifiedSchema,
  VerifySchema,
} from './session.ts';
import {
  ByTrackingIdSchema,
  ChangeAccountSchema,
  CreatedShipmentSchema,
  CreateShipmentSchema,
  FindShipmentSchema,
  GrantSchema,
  LinkShipmentSchema,
  ManagedShipmentSchema,
  ManagedShipmentSummarySchema,
  ShipmentChangesSchema,
  ShipmentChangesSinceSchema,
  ShipmentCodesSchema,
  ShipmentStatisticsSchema,
  ShipmentSummarySchema,
  TrackedShipmentSchema,
  UpdateShipmentSchema,
  VerifyShipmentCodeSchema,
} from './shipment.ts';
import { ImportRowSchema, ImportRowsSchema, ShipmentImportSchema, StartImportSchema } from './shipment-import.ts';
import {
  AddTransactionSchema,
  ManagedTransactionSchema,
  TransactionSchema,
  UpdateTransactionSchema,
} from './transaction.ts';
import {
  ManagedUserSchema,
  RegisterSchema,
  UpdatePasswordSchema,
  UpdateProfileSchema,
  UserSchema,
  UserSummarySchema,
} from './user.ts';
import { WithdrawSchema } from './withdrawal.ts';

interface ProcedureContract {
  kind: 'query' | 'mutation' | 'subscription';
  /** null: the procedure takes no input. */
  input: v.GenericSchema | null;
  output: v.GenericSchema;
}

const query = <I extends v.GenericSchema | null, O extends v.GenericSchema>(input: I, output: O) =>
  ({ kind: 'query', input, output }) as const;
const mutation = <I extends v.GenericSchema | null, O extends v.GenericSchema>(input: I, output: O) =>
  ({ kind: 'mutation', input, output }) as const;

const subscription = <I extends v.GenericSchema | null, O extends v.GenericSchema>(input: I, output: O) =>
  ({ kind: 'subscription', input, output }) as const;

export const contract = {
  'auth.register': mutation(RegisterSchema, DoneSchema),
  'auth.login': mutation(LoginSchema, SessionTokenSchema),
  'auth.logout': mutation(null, DoneSchema),
  'auth.logoutByHash': mutation(LogoutByHashSchema, DoneSchema),
  'auth.profile': query(null, UserSchema),
  'auth.requestVerification': mutation(null, VerificationRequestedSchema),
  'auth.verify': mutation(VerifySchema, VerifiedSchema),
  'auth.forgotPassword': mutation(ForgotPasswordSchema, DoneSchema),
  'auth.checkResetLink': mutation(LinkSchema, DoneSchema),
  'auth.resetPassword': mutation(ResetPasswordSchema, DoneSchema),

  'user.updateProfile': mutation(UpdateProfileSchema, DoneSchema),
  'user.updatePassword': mutation(UpdatePasswordSchema, DoneSchema),
  'user.getSessions': query(null, v.array(SessionSchema)),
  'user.endSession': mutation(ByIdSchema, DoneSchema),
  'user.getNotifications': query(null, NotificationPreferencesSchema),
  'user.updateNotifications': mutation(NotificationPreferencesSchema, DoneSchema),

  'shipment.getShipmentsStats': query(null, ShipmentStatisticsSchema),
  'shipment.getShipments': query(OwnShipmentsSchema, paged(ShipmentSummarySchema)),
  'shipment.getChanges': query(ShipmentChangesSinceSchema, ShipmentChangesSchema),
  'shipment.getShipmentByTrackingId': query(ByTrackingIdSchema, TrackedShipmentSchema),
  'shipment.verifyShipmentCode': mutation(VerifyShipmentCodeSchema, GrantSchema),
  'shipment.linkShipment': mutation(LinkShipmentSchema, DoneSchema),

  'live.follow': subscription(FollowSchema, LiveStreamSchema),

  'push.getKey': query(null, PushKeySchema),
  'push.getDevice': query(PushDeviceSchema, PushedSchema),
  'push.follow': mutation(FollowByPushSchema, DoneSchema),
  'push.followOwn': mutation(FollowOwnByPushSchema, DoneSchema),
  'push.move': mutation(MovePushSchema, DoneSchema),
  'push.stop': mutation(StopPushSchema, DoneSchema),

  'bill.getBills': query(BillsOfShipmentSchema, v.array(BillSchema)),

  'transaction.getTransactions': query(null, v.array(TransactionSchema)),
  'transaction.getBalance': query(null, BalanceSchema),
  'transaction.getBankAccount': query(null, v.nullable(BankAccountSchema)),
  'transaction.withdraw': mutation(WithdrawSchema, v.object({ id: v.string() })),

  'shipmentAdmin.getShipments': query(ManagedShipmentsSchema, paged(ManagedShipmentSummarySchema)),
  'shipmentAdmin.getShipment': query(FindShipmentSchema, ManagedShipmentSchema),
  'shipmentAdmin.showCodes': mutation(ByIdSchema, ShipmentCodesSchema),
  'shipmentAdmin.changeAccount': mutation(ChangeAccountSchema, DoneSchema),
  'shipmentAdmin.createShipment': mutation(CreateShipmentSchema, CreatedShipmentSchema),
  'shipmentAdmin.updateShipment': mutation(UpdateShipmentSchema, DoneSchema),
  'shipmentAdmin.updateShipmentActivity': mutation(AddActivitySchema, DoneSchema),
  'shipmentAdmin.deleteShipment': mutation(ByIdSchema, DoneSchema),

  'shipmentImport.getImports': query(null, v.array(ShipmentImportSchema)),
  'shipmentImport.getImport': query(ByIdSchema, ShipmentImportSchema),
  'shipmentImport.getRows': query(ImportRowsSchema, paged(ImportRowSchema)),
  'shipmentImport.start': mutation(StartImportSchema, DoneSchema),
  'shipmentImport.undo': mutation(ByIdSchema, DoneSchema),

  'userAdmin.getUsers': query(ManagedUsersSchema, paged(UserSummarySchema)),
  'userAdmin.getUser': query(ByIdSchema, ManagedUserSchema),
  'userAdmin.verifyUser': mutation(ByIdSchema, DoneSchema),
  'userAdmin.deleteUser': mutation(ByIdSchema, DoneSchema),
  'userAdmin.endSessions': mutation(ByIdSchema, DoneSchema),

  'auditAdmin.getEntries': query(AuditEntriesSchema, paged(AuditEntrySchema)),
  'auditAdmin.findDeleted': query(FindDeletedSchema, v.array(DeletedSchema)),
  'recordsAdmin.getCheck': query(null, v.nullable(RecordsCheckSchema)),

  'transactionAdmin.getFallbackBankAccount': query(null, v.nullable(BankAccountSchema)),
  'transactionAdmin.createFallbackBankAccount': mutation(BankAccountFieldsSchema, v.object({ id: v.string() })),
  'transactionAdmin.getUserTransactions': query(ForUserSchema, v.array(ManagedTransactionSchema)),
  'transactionAdmin.getUserBalance': query(ForUserSchema, BalanceSchema),
  'transactionAdmin.getUserBankAccount': query(ForUserSchema, v.nullable(BankAccountSchema)),
  'transactionAdmin.addDeposit': mutation(AddTransactionSchema, v.object({ id: v.string() })),
  'transactionAdmin.chargeFee': mutation(AddTransactionSchema, v.object({ id: v.string() })),
  'transactionAdmin.updateTransaction': mutation(UpdateTransactionSchema, DoneSchema),
  'transactionAdmin.deleteTransaction': mutation(ByIdSchema, DoneSchema),
  'transactionAdmin.createBankAccount': mutation(CreateBankAccountSchema, v.object({ id: v.string() })),
  'transactionAdmin.updateBankAccount': mutation(UpdateBankAccountSchema, DoneSchema),
  'transactionAdmin.deleteBankAccount': mutation(ByIdSchema, DoneSchema),

  'billAdmin.getUserBills': query(ForUserSchema, v.array(BillSchema)),
  'billAdmin.getShipmentBills': query(ForShipmentSchema, v.array(ManagedBillSchema)),
  'billAdmin.addBill': mutation(AddBillSchema, v.object({ id: v.string() })),
  'billAdmin.deleteBill': mutation(ByIdSchema, DoneSchema),

  'mail.send': mutation(SendMailSchema, DoneSchema),
  'mail.getMails': query(MailsSchema, paged(LoggedMailSchema)),
  'mail.getMail': query(ByIdSchema, MailDetailsSchema),
  'mail.resend': mutation(ByIdSchema, DoneSchema),
} as const satisfies Record<string, ProcedureContract>;

export type ProcedureName = keyof typeof contract;
