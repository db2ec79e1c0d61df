import { shipmentCalls } from '../../src/domain/calls/shipments.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Context } from '../context/context.ts';
import { parseIdempotencyKey } from '../context/unit-of-work.ts';
import { changeOwn, readOwn } from '../gate/endings.ts';
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
  getShipmentsStats: verifiedProcedure(shipmentCalls.getShipmentsStats).query(readOwn(getShipmentStatistics)),

  getShipments: verifiedProcedure(shipmentCalls.getShipments).query(readOwn(listOwnShipments)),

  getChanges: verifiedProcedure(shipmentCalls.getChanges).query(readOwn(listChanges)),

  getLabel: verifiedProcedure(shipmentCalls.getLabel).query(({ ctx, input }) =>
    getLabel(ctx.services.db, ctx.signedIn.user, input.id),
  ),

  // Too long an input for an address.
  getPrintable: verifiedMutation(shipmentCalls.getPrintable).mutation(({ ctx, input }) =>
    getPrintable(ctx.services.db, ctx.signedIn.user, {
      ...input,
      brandProof: ctx.services.environment.PROOF_POLICY,
    }),
  ),

  recordPrints: verifiedMutation(shipmentCalls.recordPrints).mutation(({ ctx, input }) =>
    reportPrints(ctx.unit, ctx.signedIn.user, input),
  ),

  linkShipment: verifiedMutation(shipmentCalls.linkShipment)
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .mutation(changeOwn(linkShipment)),

  getShipmentByTrackingId: publicProcedure(shipmentCalls.getShipmentByTrackingId)
    .meta({ limits: ['lookup'] })
    .query(({ ctx, input }) => trackShipment(sourcesOf(ctx), viewerOf(ctx), input.trackingId)),

  getReceipt: publicProcedure(shipmentCalls.getReceipt)
    .meta({ limits: ['lookup'] })
    .query(({ ctx, input }) => {
      const sources = { ...sourcesOf(ctx), publicUrl: ctx.services.environment.PUBLIC_URL };
      return getReceipt(sources, viewerOf(ctx), input.trackingId);
    }),

  requestReturn: publicProcedure(shipmentCalls.requestReturn)
    .meta({ limits: ['returnOfShipment'] })
    .mutation(({ ctx, input }) =>
      requestReturn({ ...askerOf(ctx, isReceiver), idempotencyKey: parseIdempotencyKey(ctx) }, input),
    ),

  collectReturn: publicProcedure(shipmentCalls.collectReturn)
    .meta({ limits: ['returnOfShipment'] })
    .mutation(({ ctx, input }) => collectReturn(askerOf(ctx, isSender), input)),

  verifyShipmentCode: publicProcedure(shipmentCalls.verifyShipmentCode)
    .meta({ limits: ['codeAddress', 'codeFromNetwork', 'codeShipment'] })
    .mutation(({ ctx, input }) =>
      verifyShipmentCode({ executor: ctx.services.db, secrets: ctx.services.secrets }, input),
    ),
});
