import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { GetPrintableSchema, PrintableSchema, RecordPrintsSchema } from '../../src/domain/labels/printing.ts';
import { OwnShipmentsSchema, paged } from '../../src/domain/paged.ts';
import { SignedReceiptSchema } from '../../src/domain/receipt.ts';
import { CollectReturnSchema, CreateReturnSchema, RequestedReturnSchema } from '../../src/domain/returns.ts';
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
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Context } from '../context/context.ts';
import { parseIdempotencyKey } from '../context/unit-of-work.ts';
import { changeOwn, doneOutput, readOwn } from '../gate/endings.ts';
import { publicProcedure, router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { sourcesOf, viewerOf } from '../gate/viewer.ts';
import { getLabel } from '../labels/get-label.ts';
import { getPrintable } from '../labels/get-printable.ts';
import { reportPrints } from '../labels/record-prints.ts';
import { requestReturn } from '../returns/ask-return.ts';
import { collectReturn } from '../returns/collect-return.ts';
import { getReceipt } from '../tracking/get-receipt.ts';
import { linkShipment } from '../tracking/link-shipment.ts';
import { isReceiver, isSender, trackShipment } from '../tracking/track-shipment.ts';
import { verifyShipmentCode } from '../tracking/verify-shipment-code.ts';
import { listChanges } from './list-changes.ts';
import { getShipmentStatistics, listOwnShipments } from './list-shipments.ts';
import type { ShipmentRow } from './store/shipments.ts';

const askerOf = (ctx: Context & { signedIn: SignedIn | null }, is: typeof isReceiver) => {
  const { services, requestId } = ctx;
  const viewer = viewerOf(ctx);
  const isTheirs = (shipment: ShipmentRow) => is(shipment, viewer, services.secrets);
  return { services, requestId, userId: viewer.userId, isTheirs };
};

export const shipmentRouter = router({
  getShipmentsStats: verifiedProcedure.output(ShipmentStatisticsSchema).query(readOwn(getShipmentStatistics)),

  getShipments: verifiedProcedure
    .input(OwnShipmentsSchema)
    .output(paged(ShipmentSummarySchema))
    .query(readOwn(listOwnShipments)),

  getChanges: verifiedProcedure
    .input(ShipmentChangesSinceSchema)
    .output(ShipmentChangesSchema)
    .query(readOwn(listChanges)),

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
    .output(doneOutput)
    .mutation(({ ctx, input }) => reportPrints(ctx.unit, ctx.signedIn.user, input)),

  linkShipment: verifiedMutation
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .input(LinkShipmentSchema)
    .output(doneOutput)
    .mutation(changeOwn(linkShipment)),

  getShipmentByTrackingId: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(ByTrackingIdSchema)
    .output(TrackedShipmentSchema)
    .query(({ ctx, input }) => trackShipment(sourcesOf(ctx), viewerOf(ctx), input.trackingId)),

  getReceipt: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(ByTrackingIdSchema)
    .output(SignedReceiptSchema)
    .query(({ ctx, input }) => {
      const sources = { ...sourcesOf(ctx), publicUrl: ctx.services.environment.PUBLIC_URL };
      return getReceipt(sources, viewerOf(ctx), input.trackingId);
    }),

  requestReturn: publicProcedure
    .meta({ limits: ['returnOfShipment'] })
    .input(CreateReturnSchema)
    .output(RequestedReturnSchema)
    .mutation(({ ctx, input }) =>
      requestReturn({ ...askerOf(ctx, isReceiver), idempotencyKey: parseIdempotencyKey(ctx) }, input),
    ),

  collectReturn: publicProcedure
    .meta({ limits: ['returnOfShipment'] })
    .input(CollectReturnSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => collectReturn(askerOf(ctx, isSender), input)),

  verifyShipmentCode: publicProcedure
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .input(VerifyShipmentCodeSchema)
    .output(GrantSchema)
    .mutation(({ ctx, input }) =>
      verifyShipmentCode({ executor: ctx.services.db, secrets: ctx.services.secrets }, input),
    ),
});
