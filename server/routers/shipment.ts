import {
  ByTrackingIdSchema,
  GrantSchema,
  TrackedShipmentSchema,
  VerifyShipmentCodeSchema,
} from '../../src/domain/shipment.ts';
import { trackShipment, verifyShipmentCode } from '../operations/track-shipment.ts';
import { publicProcedure, router } from '../trpc.ts';
import { sourcesOf, viewerOf } from '../viewer.ts';

export const shipmentRouter = router({
  getShipmentByTrackingId: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(ByTrackingIdSchema)
    .output(TrackedShipmentSchema)
    .query(({ ctx, input }) => trackShipment(sourcesOf(ctx), viewerOf(ctx), input.trackingId)),

  verifyShipmentCode: publicProcedure
    .meta({ limits: ['code'] })
    .input(VerifyShipmentCodeSchema)
    .output(GrantSchema)
    .mutation(({ ctx, input }) =>
      verifyShipmentCode({ executor: ctx.services.db, secrets: ctx.services.secrets }, input),
    ),
});
