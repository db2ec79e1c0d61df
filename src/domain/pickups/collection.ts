/** A courier takes parcels at a shop, or from a receiver who sends something back. */
import * as v from 'valibot';
import { ProofPolicySchema } from '../delivery.ts';
import { ClockWindowSchema } from '../time-window.ts';

export const COLLECTION_KINDS = ['pickup', 'return'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** `pending`: not planned yet. `arranged`: planned. `failed`: nothing was taken, or nobody came. */
export const COLLECTION_STATES = ['pending', 'arranged', 'declined', 'cancelled', 'done', 'failed'] as const;
export const COLLECTION_OUTCOMES = ['done', 'failed'] as const;
export type CollectionState = (typeof COLLECTION_STATES)[number];

/** Only one run has it open. `moved`: another run has it now. */
export const RUN_COLLECTION_STATUSES = ['open', 'collected', 'failed', 'moved', 'cancelled'] as const;
export type RunCollectionStatus = (typeof RUN_COLLECTION_STATUSES)[number];

/** It limits known and scanned parcels. */
export const MAX_COLLECTED = 500;

export const COLLECT_RESULTS = ['collected', 'failed'] as const;
export type CollectResult = (typeof COLLECT_RESULTS)[number];

export const COLLECT_FAILURES = ['closed', 'not_ready', 'nothing_there', 'too_much', 'refused', 'no_access'] as const;
export type CollectFailure = (typeof COLLECT_FAILURES)[number];

/** `missed`: the run ended without it. */
export const COLLECT_FAILURE_LABELS: Record<CollectFailure | 'missed', string> = {
  closed: 'Closed',
  not_ready: 'Not ready',
  nothing_there: 'Nothing there',
  too_much: 'Too much for the van',
  refused: 'Refused',
  no_access: 'No access to the door',
  missed: 'Nobody came',
};

export const LEFT_PARCEL_REASONS = ['not_there', 'not_ready', 'damaged', 'too_big', 'no_room'] as const;
export type LeftParcelReason = (typeof LEFT_PARCEL_REASONS)[number];

export const LEFT_PARCEL_LABELS: Record<LeftParcelReason, string> = {
  not_there: 'Not there',
  not_ready: 'Not ready',
  damaged: 'Damaged',
  too_big: 'Too big',
  no_room: 'No room in the van',
};

/** `numbers`: of its parcels, where the others were collected. */
const LeftParcelSchema = v.object({
  trackingId: v.string(),
  reason: v.picklist(LEFT_PARCEL_REASONS),
  numbers: v.optional(v.array(v.number())),
});

/** `id` is that of its place in the run. */
export const CourierCollectionSchema = v.object({
  id: v.string(),
  status: v.picklist(RUN_COLLECTION_STATUSES),
  kind: v.picklist(COLLECTION_KINDS),
  party: v.string(),
  window: v.nullable(ClockWindowSchema),
  expected: v.number(),
  note: v.string(),
  /** `numbers` lists the parcels that are there, of a shipment of several. */
  waiting: v.array(
    v.object({
      trackingId: v.string(),
      reference: v.optional(v.string()),
      parcels: v.optional(v.number()),
      numbers: v.optional(v.array(v.number())),
    }),
  ),
  proof: ProofPolicySchema,
  /** `handedIn` parcels are at the depot. `numbers`: of a shipment of several. */
  collected: v.array(
    v.object({
      trackingId: v.string(),
      at: v.string(),
      handedIn: v.optional(v.boolean()),
      numbers: v.optional(v.array(v.number())),
    }),
  ),
  unlabelled: v.number(),
  /** So many of them were handed in. */
  unlabelledIn: v.optional(v.number()),
  left: v.array(LeftParcelSchema),
  reason: v.nullable(v.picklist([...COLLECT_FAILURES, 'missed'])),
  occurredAt: v.nullable(v.string()),
  /** This already includes these facts. */
  facts: v.array(v.string()),
});
export type CourierCollection = v.InferOutput<typeof CourierCollectionSchema>;

/** Returns `W48207K159X1, parcels 2, 3` where the rest was collected. */
export function sayLeft(trackingId: string, numbers?: readonly number[]): string {
  if (!numbers || numbers.length === 0) return trackingId;
  return `${trackingId}, parcel${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}`;
}

/** Returns `5 of 8`, or only the count if nobody said how many, or there are more. */
export const ofExpected = (count: number, expected: number): string =>
  count > expected ? `${count}` : `${count} of ${expected}`;

/** What was taken counts wherever the collection went; a failure only while it is theirs. */
export function statusAfterCollect(status: RunCollectionStatus, result: CollectResult): RunCollectionStatus {
  if (result === 'collected') return 'collected';
  return status === 'open' ? 'failed' : status;
}

/** `isTheirs`: the reporting run had it open. */
export function stateAfterCollect(state: CollectionState, result: CollectResult, isTheirs: boolean): CollectionState {
  if (result === 'collected') return 'done';
  return isTheirs && state !== 'done' ? 'failed' : state;
}
