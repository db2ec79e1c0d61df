import * as v from 'valibot';
import { BillSchema, BillsOfShipmentSchema } from '../../src/domain/bill.ts';
import { listTrackedShipmentBills } from '../operations/tracking/list-tracked-bills.ts';
import { publicProcedure, router } from './gate/trpc.ts';
import { sourcesOf, viewerOf } from './gate/viewer.ts';

export const billRouter = router({
  getBills: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(BillsOfShipmentSchema)
    .output(v.array(BillSchema))
    .query(({ ctx, input }) => {
      const sources = { ...sourcesOf(ctx), settings: ctx.services.environment };
      return listTrackedShipmentBills(sources, viewerOf(ctx), input.trackingId);
    }),
});
