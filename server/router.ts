import { authRouter } from './routers/auth.ts';
import { billRouter } from './routers/bill.ts';
import { shipmentRouter } from './routers/shipment.ts';
import { shipmentAdminRouter } from './routers/shipment-admin.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  shipment: shipmentRouter,
  bill: billRouter,
  shipmentAdmin: shipmentAdminRouter,
});

export type AppRouter = typeof appRouter;
