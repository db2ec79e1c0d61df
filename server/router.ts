import { auditAdminRouter } from './routers/audit-admin.ts';
import { authRouter } from './routers/auth.ts';
import { billRouter } from './routers/bill.ts';
import { billAdminRouter } from './routers/bill-admin.ts';
import { liveRouter } from './routers/live.ts';
import { mailRouter } from './routers/mail.ts';
import { pushRouter } from './routers/push.ts';
import { recordsAdminRouter } from './routers/records-admin.ts';
import { shipmentRouter } from './routers/shipment.ts';
import { shipmentAdminRouter } from './routers/shipment-admin.ts';
import { shipmentImportRouter } from './routers/shipment-import.ts';
import { transactionRouter } from './routers/transaction.ts';
import { transactionAdminRouter } from './routers/transaction-admin.ts';
import { userRouter } from './routers/user.ts';
import { userAdminRouter } from './routers/user-admin.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  user: userRouter,
  shipment: shipmentRouter,
  live: liveRouter,
  push: pushRouter,
  bill: billRouter,
  transaction: transactionRouter,
  shipmentAdmin: shipmentAdminRouter,
  shipmentImport: shipmentImportRouter,
  userAdmin: userAdminRouter,
  auditAdmin: auditAdminRouter,
  recordsAdmin: recordsAdminRouter,
  transactionAdmin: transactionAdminRouter,
  billAdmin: billAdminRouter,
  mail: mailRouter,
});

export type AppRouter = typeof appRouter;
