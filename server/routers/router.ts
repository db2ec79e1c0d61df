import type { AnyProcedure } from '@trpc/server';
import type * as v from 'valibot';
import { apiKeyRouter } from './account/api-key.ts';
import { authRouter } from './account/auth.ts';
import { factorRouter } from './account/factor.ts';
import { ownAccountRouter } from './account/own-account.ts';
import { userRouter } from './account/user.ts';
import { userAdminRouter } from './account/user-admin.ts';
import { webhookRouter } from './account/webhook.ts';
import { auditAdminRouter, recordsAdminRouter } from './audit-admin.ts';
import { bankAdminRouter } from './bank-admin.ts';
import { billRouter } from './bill.ts';
import { billAdminRouter } from './bill-admin.ts';
import { bulkRouter } from './bulk.ts';
import { choiceAdminRouter, choiceRouter } from './choice.ts';
import { courierRouter } from './courier.ts';
import { deskAdminRouter, savedFilterRouter } from './desk-admin.ts';
import { inputSchemas, router } from './gate/trpc.ts';
import { liveRouter } from './live.ts';
import { mailRouter } from './mail.ts';
import { messageRouter } from './message.ts';
import { pushRouter } from './push.ts';
import { runAdminRouter } from './run-admin.ts';
import { shipmentRouter } from './shipment.ts';
import { shipmentAdminRouter } from './shipment-admin.ts';
import { shipmentImportRouter } from './shipment-import.ts';
import { pickupAdminRouter } from './shops/pickup-admin.ts';
import { rateAdminRouter } from './shops/rate-admin.ts';
import { reportsRouter } from './shops/reports.ts';
import { shipperRouter } from './shops/shipper.ts';
import { shopConnectionRouter } from './shops/shop-connection.ts';
import { statementAdminRouter, statementRouter } from './shops/statement.ts';
import { transactionRouter } from './transaction.ts';
import { transactionAdminRouter } from './transaction-admin.ts';

export const appRouter = router({
  auth: authRouter,
  user: userRouter,
  factor: factorRouter,
  ownAccount: ownAccountRouter,
  apiKey: apiKeyRouter,
  webhook: webhookRouter,
  shipment: shipmentRouter,
  live: liveRouter,
  push: pushRouter,
  bill: billRouter,
  transaction: transactionRouter,
  shipmentAdmin: shipmentAdminRouter,
  shipmentImport: shipmentImportRouter,
  bulk: bulkRouter,
  userAdmin: userAdminRouter,
  auditAdmin: auditAdminRouter,
  recordsAdmin: recordsAdminRouter,
  transactionAdmin: transactionAdminRouter,
  billAdmin: billAdminRouter,
  bankAdmin: bankAdminRouter,
  mail: mailRouter,
  message: messageRouter,
  choice: choiceRouter,
  choiceAdmin: choiceAdminRouter,
  courier: courierRouter,
  runAdmin: runAdminRouter,
  reports: reportsRouter,
  deskAdmin: deskAdminRouter,
  savedFilter: savedFilterRouter,
  shipper: shipperRouter,
  shopConnection: shopConnectionRouter,
  rateAdmin: rateAdminRouter,
  pickupAdmin: pickupAdminRouter,
  statement: statementRouter,
  statementAdmin: statementAdminRouter,
});

export type AppRouter = typeof appRouter;

const { procedures } = appRouter._def as unknown as { procedures: Record<string, AnyProcedure> };
for (const [name, { _def }] of Object.entries(procedures)) {
  const [input] = (_def as unknown as { inputs: v.GenericSchema[] }).inputs;
  if (input) inputSchemas.set(name, input);
}
