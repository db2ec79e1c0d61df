import * as v from 'valibot';
import { sendProof } from '../api/files/proofs.ts';
import { done } from '../domain/field-schemas.ts';
import { COLLECT_FAILURES, COLLECT_RESULTS, LEFT_PARCEL_REASONS } from '../domain/pickups/collection.ts';
import { PositionSchema } from '../domain/places/learn-place.ts';
import { DeclaredProofSchema, VisitOutcomeSchema, VisitPaymentSchema } from '../domain/runs/facts.ts';
import { defineKind } from './define-kind.ts';

/** Inputs are strict: what a newer version reported beyond them must not be sent without it. */
const run = { runId: v.string(), runVersion: v.number() };
const ofParcels = v.strictObject({
  ...run,
  taskIds: v.array(v.string()),
  parcels: v.optional(v.array(v.number())),
});
const ofRun = v.strictObject(run);

/** The server has it, though another page may have prepared it differently. */
const doneIfKnown = (code: string | null) => (code === 'CONFLICT' ? 'done' : undefined);

/** A start must not overtake the scans before it. */
const inOrderOfRun = {
  orderingKey: ({ input }: { input: { runId: string } }) => input.runId,
  conflict: 'never',
  isFact: true,
  onRejection: doneIfKnown,
} as const;

/** One that fails holds up its own stop only. */
const inOrderOfStop = {
  orderingKey: ({ input }: { input: { stopId: string } }) => input.stopId,
  conflict: 'never',
  isFact: true,
  onRejection: doneIfKnown,
} as const;

/** Until then it can be undone (ISO, this device's clock). */
const sendAfter = v.optional(v.nullable(v.string()), null);

/**
 * All bytes arrived, and they are no picture. After any other failure, only this phone has them.
 */
const IS_NO_PICTURE = 'BAD_REQUEST';

export const COURIER_KINDS = {
  'courier.load': defineKind(
    { input: ofParcels },
    {
      ...inOrderOfRun,
      call: ({ courier }, { opId, input: { runId: _, ...input } }, time, options) =>
        courier.load.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.start': defineKind(
    { input: ofRun },
    {
      ...inOrderOfRun,
      call: ({ courier }, { opId, input }, time, options) =>
        courier.start.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.visit': defineKind(
    {
      input: v.strictObject({
        ...run,
        stopId: v.string(),
        outcomes: v.array(VisitOutcomeSchema),
        recipient: v.optional(v.string()),
        note: v.optional(v.string()),
        cameraFailed: v.optional(v.boolean()),
        at: v.optional(PositionSchema),
        proofs: v.array(DeclaredProofSchema),
        payments: v.optional(v.array(VisitPaymentSchema)),
      }),
      sendAfter,
    },
    {
      ...inOrderOfStop,
      call: ({ courier }, { opId, input: { runId: _, ...input } }, time, options) =>
        courier.visit.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.collect': defineKind(
    {
      input: v.strictObject({
        ...run,
        stopId: v.string(),
        collectionId: v.string(),
        result: v.picklist(COLLECT_RESULTS),
        reason: v.optional(v.picklist(COLLECT_FAILURES)),
        parcels: v.array(
          v.strictObject({
            trackingId: v.string(),
            pieces: v.optional(v.array(v.number())),
            at: v.string(),
            by: v.picklist(['scan', 'typed']),
          }),
        ),
        unlabelled: v.number(),
        left: v.array(v.strictObject({ trackingId: v.string(), reason: v.picklist(LEFT_PARCEL_REASONS) })),
        givenBy: v.optional(v.string()),
        note: v.optional(v.string()),
        cameraFailed: v.optional(v.boolean()),
        proofs: v.array(v.omit(DeclaredProofSchema, ['taskIds'])),
      }),
      sendAfter,
    },
    {
      ...inOrderOfStop,
      call: ({ courier }, { opId, input: { runId: _, ...input } }, time, options) =>
        courier.collect.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.handIn': defineKind(
    {
      input: v.strictObject({
        ...run,
        trackingIds: v.optional(v.array(v.string())),
        unlabelled: v.optional(v.number()),
      }),
    },
    {
      ...inOrderOfRun,
      call: ({ courier }, { opId, input }, time, options) =>
        courier.handIn.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.return': defineKind(
    { input: ofParcels },
    {
      ...inOrderOfRun,
      call: ({ courier }, { opId, input: { runId: _, ...input } }, time, options) =>
        courier.return.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.close': defineKind(
    { input: v.strictObject({ ...run, cash: v.optional(v.number()) }) },
    {
      ...inOrderOfRun,
      call: ({ courier }, { opId, input }, time, options) =>
        courier.close.mutate({ id: opId, ...input, ...time }, options),
    },
  ),
  'courier.proof': defineKind(
    { input: v.strictObject({ visitId: v.string(), stopId: v.string(), sha256: v.string(), type: v.string() }) },
    {
      orderingKey: ({ input }) => input.stopId,
      conflict: 'never',
      isFact: true,
      isBulk: true,
      onRejection: (code) => (code === IS_NO_PICTURE ? 'done' : 'held'),
      async call(_api, { input }, _time, { readBytes }) {
        const bytes = await readBytes();
        if (bytes) await sendProof(input, bytes);
        return done;
      },
    },
  ),
};
