import { ByIdSchema, DoneSchema, done } from '../../src/domain/field-schemas.ts';
import { GetPrintableSchema, PrintableSchema, RecordPrintsSchema } from '../../src/domain/label/printing.ts';
import { OwnShipmentsSchema, paged } from '../../src/domain/paged.ts';
import {
  ByTrackingIdSchema,
  GrantSchema,
  LabelSchema,
  LinkShipmentSchema,
  ShipmentChangesSchema,
  ShipmentChangesSinceSchema,
  ShipmentStatisticsSchema,
  ShipmentSummarySchema,
  TrackedShipmentSchema,
  VerifyShipmentCodeSchema,
} from '../../src/domain/shipment.ts';
import { getPrintable } from '../operations/labels/get-printable.ts';
import { reportPrints } from '../operations/labels/record-prints.ts';
import { getLabel } from '../operations/shipments/get-label.ts';
import { listChanges } from '../operations/shipments/list-changes.ts';
import { getShipmentStatistics, listOwnShipments } from '../operations/shipments/list-shipments.ts';
import { linkShipment } from '../operations/tracking/link-shipment.ts';
import { trackShipment } from '../operations/tracking/track-shipment.ts';
import { verifyShipmentCode } from '../operations/tracking/verify-shipment-code.ts';
import { publicProcedure, router, verifiedMutation, verifiedProcedure } from './gate/trpc.ts';
import { sourcesOf, viewerOf } from './gate/viewer.ts';

export const shipmentRouter = router({
  getShipmentsStats: verifiedProcedure
    .output(ShipmentStatisticsSchema)
    .query(({ ctx }) => getShipmentStatistics(ctx.services.db, ctx.signedIn.user.id)),

  getShipments: verifiedProcedure
    .input(OwnShipmentsSchema)
    .output(paged(ShipmentSummarySchema))
    .query(({ ctx, input }) => listOwnShipments(ctx.services.db, ctx.signedIn.user.id, input)),

  getChanges: verifiedProcedure
    .input(ShipmentChangesSinceSchema)
    .output(ShipmentChangesSchema)
    .query(({ ctx, input }) => listChanges(ctx.services.db, ctx.signedIn.user.id, input)),

  getLabel: verifiedProcedure
    .input(ByIdSchema)
    .output(LabelSchema)
    .query(({ ctx, input }) => getLabel(ctx.services.db, ctx.signedIn.user, input.id)),

  // Too long an input for an address.
  getPrintable: verifiedMutation
    .input(GetPrintableSchema)
    .output(PrintableSchema)
    .mutation(({ ctx, input }) =>
      getPrintable(ctx.services.db, ctx.signedIn.user, {
        ...input,
        brandProof: ctx.services.environment.PROOF_POLICY,
      }),
    ),

  recordPrints: verifiedMutation
    .input(RecordPrintsSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportPrints(ctx.unit, ctx.signedIn.user, input);
      return done;
    }),

  linkShipment: verifiedMutation
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .input(LinkShipmentSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await linkShipment(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  getShipmentByTrackingId: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(ByTrackingIdSchema)
    .output(TrackedShipmentSchema)
    .query(({ ctx, input }) => trackShipment(sourcesOf(ctx), viewerOf(ctx), input.trackingId)),

  verifyShipmentCode: publicProcedure
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .input(VerifyShipmentCodeSchema)
    .output(GrantSchema)
    .mutation(({ ctx, input }) =>
      verifyShipmentCode({ executor: ctx.services.db, secrets: ctx.services.secrets }, input),
    ),
});
