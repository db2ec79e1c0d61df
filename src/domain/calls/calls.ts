/** All that the app can ask the server for, by group and name. */
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { choiceAdminCalls, choiceCalls } from './choices.ts';
import type { auditAdminCalls, deskAdminCalls, recordsAdminCalls, reportsCalls, savedFilterCalls } from './desk.ts';
import type { liveCalls, mailCalls, messageCalls, pushCalls } from './messages.ts';
import type {
  bankAdminCalls,
  billAdminCalls,
  billCalls,
  statementAdminCalls,
  statementCalls,
  transactionAdminCalls,
  transactionCalls,
} from './money.ts';
import type { authCalls, factorCalls, ownAccountCalls, userAdminCalls, userCalls } from './people.ts';
import type { courierCalls, runAdminCalls } from './runs.ts';
import type { bulkCalls, shipmentAdminCalls, shipmentCalls, shipmentImportCalls } from './shipments.ts';
import type {
  apiKeyCalls,
  pickupAdminCalls,
  rateAdminCalls,
  shipperCalls,
  shopConnectionCalls,
  webhookCalls,
} from './shop.ts';

export interface Calls {
  auth: typeof authCalls;
  user: typeof userCalls;
  factor: typeof factorCalls;
  ownAccount: typeof ownAccountCalls;
  userAdmin: typeof userAdminCalls;
  shipper: typeof shipperCalls;
  shopConnection: typeof shopConnectionCalls;
  apiKey: typeof apiKeyCalls;
  webhook: typeof webhookCalls;
  rateAdmin: typeof rateAdminCalls;
  pickupAdmin: typeof pickupAdminCalls;
  shipment: typeof shipmentCalls;
  shipmentAdmin: typeof shipmentAdminCalls;
  shipmentImport: typeof shipmentImportCalls;
  bulk: typeof bulkCalls;
  choice: typeof choiceCalls;
  choiceAdmin: typeof choiceAdminCalls;
  courier: typeof courierCalls;
  runAdmin: typeof runAdminCalls;
  deskAdmin: typeof deskAdminCalls;
  savedFilter: typeof savedFilterCalls;
  auditAdmin: typeof auditAdminCalls;
  recordsAdmin: typeof recordsAdminCalls;
  reports: typeof reportsCalls;
  bill: typeof billCalls;
  billAdmin: typeof billAdminCalls;
  transaction: typeof transactionCalls;
  transactionAdmin: typeof transactionAdminCalls;
  bankAdmin: typeof bankAdminCalls;
  statement: typeof statementCalls;
  statementAdmin: typeof statementAdminCalls;
  mail: typeof mailCalls;
  message: typeof messageCalls;
  push: typeof pushCalls;
  live: typeof liveCalls;
}

type InputOf<Declared> = Declared extends { input: infer Input extends GenericSchema } ? InferInput<Input> : never;
type OutputOf<Declared> = Declared extends { output: infer Output extends GenericSchema } ? InferOutput<Output> : never;
export type Inputs = { [Group in keyof Calls]: { [Name in keyof Calls[Group]]: InputOf<Calls[Group][Name]> } };
export type Outputs = { [Group in keyof Calls]: { [Name in keyof Calls[Group]]: OutputOf<Calls[Group][Name]> } };
