import { billCalls } from '../../src/domain/calls/money.ts';
import { publicProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { sourcesOf, viewerOf } from '../gate/viewer.ts';
import { getOpenBills } from '../ledger/payment-instructions.ts';
import { listTrackedShipmentBills } from '../tracking/list-tracked-bills.ts';

export const billRouter = router({
  getBills: publicProcedure(billCalls.getBills)
    .meta({ limits: ['lookup'] })
    .query(({ ctx, input }) => {
      const sources = { ...sourcesOf(ctx), settings: ctx.services.environment };
      return listTrackedShipmentBills(sources, viewerOf(ctx), input.trackingId);
    }),

  getOpen: verifiedProcedure(billCalls.getOpen).query(({ ctx: { services, signedIn }, input }) =>
    getOpenBills({ executor: services.db, settings: services.environment }, signedIn.user.id, input),
  ),
});
