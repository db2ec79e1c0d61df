/** All that the app can ask the server for, by group and name. The app imports only the types. */
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { choiceAdminCalls, choiceCalls } from './choices.ts';
import { auditAdminCalls, deskAdminCalls, recordsAdminCalls, reportsCalls, savedFilterCalls } from './desk.ts';
import { liveCalls, mailCalls, messageCalls, pushCalls } from './messages.ts';
import {
  bankAdminCalls,
  billAdminCalls,
  billCalls,
  statementAdminCalls,
  statementCalls,
  transactionAdminCalls,
  transactionCalls,
} from './money.ts';
import { authCalls, factorCalls, ownAccountCalls, userAdminCalls, userCalls } from './people.ts';
import { courierCalls, runAdminCalls } from './runs.ts';
import { settingsCalls } from './settings.ts';
import { bulkCalls, shipmentAdminCalls, shipmentCalls, shipmentImportCalls } from './shipments.ts';
import {
  apiKeyCalls,
  pickupAdminCalls,
  rateAdminCalls,
  recurringCalls,
  shipperCalls,
  shopConnectionCalls,
  webhookCalls,
} from './shop.ts';

export const CALLS = {
  auth: authCalls,
  user: userCalls,
  factor: factorCalls,
  ownAccount: ownAccountCalls,
  userAdmin: userAdminCalls,
  shipper: shipperCalls,
  recurring: recurringCalls,
  shopConnection: shopConnectionCalls,
  apiKey: apiKeyCalls,
  webhook: webhookCalls,
  rateAdmin: rateAdminCalls,
  pickupAdmin: pickupAdminCalls,
  shipment: shipmentCalls,
  shipmentAdmin: shipmentAdminCalls,
  shipmentImport: shipmentImportCalls,
  bulk: bulkCalls,
  choice: choiceCalls,
  choiceAdmin: choiceAdminCalls,
  courier: courierCalls,
  runAdmin: runAdminCalls,
  deskAdmin: deskAdminCalls,
  savedFilter: savedFilterCalls,
  settings: settingsCalls,
  auditAdmin: auditAdminCalls,
  recordsAdmin: recordsAdminCalls,
  reports: reportsCalls,
  bill: billCalls,
  billAdmin: billAdminCalls,
  transaction: transactionCalls,
  transactionAdmin: transactionAdminCalls,
  bankAdmin: bankAdminCalls,
  statement: statementCalls,
  statementAdmin: statementAdminCalls,
  mail: mailCalls,
  message: messageCalls,
  push: pushCalls,
  live: liveCalls,
};
export type Calls = typeof CALLS;

type InputOf<Declared> = Declared extends { input: infer Input extends GenericSchema } ? InferInput<Input> : never;
type OutputOf<Declared> = Declared extends { output: infer Output extends GenericSchema } ? InferOutput<Output> : never;
export type Inputs = { [Group in keyof Calls]: { [Name in keyof Calls[Group]]: InputOf<Calls[Group][Name]> } };
export type Outputs = { [Group in keyof Calls]: { [Name in keyof Calls[Group]]: OutputOf<Calls[Group][Name]> } };
