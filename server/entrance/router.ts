import type { AnyProcedure } from '@trpc/server';
import type * as v from 'valibot';
import { auditAdminRouter, recordsAdminRouter } from '../audit/admin-router.ts';
import { authRouter } from '../auth/router.ts';
import { bankAdminRouter } from '../banking/admin-router.ts';
import { billAdminRouter } from '../bills/admin-router.ts';
import { billRouter } from '../bills/router.ts';
import { bulkRouter } from '../bulk/router.ts';
import { choiceAdminRouter, choiceRouter } from '../choices/router.ts';
import { deskAdminRouter, savedFilterRouter } from '../desk/admin-router.ts';
import { factorRouter } from '../factors/router.ts';
import { inputSchemas, router } from '../gate/trpc.ts';
import { shipmentImportRouter } from '../imports/router.ts';
import { transactionAdminRouter } from '../ledger/transactions/admin-router.ts';
import { transactionRouter } from '../ledger/transactions/router.ts';
import { mailRouter } from '../mail/router.ts';
import { messageRouter } from '../messages/router.ts';
import { recurringRouter, shopConnectionRouter } from '../orders/router.ts';
import { ownAccountRouter } from '../own-account/router.ts';
import { userAdminRouter } from '../people/admin-router.ts';
import { userRouter } from '../people/router.ts';
import { pickupAdminRouter } from '../pickups/admin-router.ts';
import { rateAdminRouter } from '../prices/admin-router.ts';
import { liveRouter } from '../push/live-router.ts';
import { pushRouter } from '../push/router.ts';
import { reportsRouter } from '../reports/router.ts';
import { runAdminRouter } from '../runs/admin-router.ts';
import { courierRouter } from '../runs/courier-router.ts';
import { settingsRouter } from '../settings/router.ts';
import { shipmentAdminRouter } from '../shipments/admin-router.ts';
import { shipmentRouter } from '../shipments/router.ts';
import { shipperRouter } from '../shops/router.ts';
import { statementAdminRouter, statementRouter } from '../statements/router.ts';
import { apiKeyRouter } from '../v1/router.ts';
import { webhookRouter } from '../webhooks/router.ts';

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
  settings: settingsRouter,
  shipper: shipperRouter,
  recurring: recurringRouter,
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
