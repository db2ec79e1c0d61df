import * as v from 'valibot';
import { BillSchema, BillsOfShipmentSchema, OpenBillsSchema } from '../../src/domain/bill.ts';
import { BeforeSchema } from '../../src/domain/paged.ts';
import { publicProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { sourcesOf, viewerOf } from '../gate/viewer.ts';
import { getOpenBills } from '../ledger/payment-instructions.ts';
import { listTrackedShipmentBills } from '../tracking/list-tracked-bills.ts';

export const billRouter = router({
  getBills: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(BillsOfShipmentSchema)
    .output(v.array(BillSchema))
    .query(({ ctx, input }) => {
      const sources = { ...sourcesOf(ctx), settings: ctx.services.environment };
      return listTrackedShipmentBills(sources, viewerOf(ctx), input.trackingId);
    }),

  getOpen: verifiedProcedure
    .input(v.optional(BeforeSchema, {}))
    .output(OpenBillsSchema)
    .query(({ ctx: { services, signedIn }, input }) =>
      getOpenBills({ executor: services.db, settings: services.environment }, signedIn.user.id, input),
    ),
});
