/** What happened at a door: how a parcel was delivered or why not, and what proves it. */
import * as v from 'valibot';

/** How a parcel was delivered. */
export const DELIVERY_METHODS = ['recipient', 'other-person', 'mailbox', 'safe-place', 'neighbour'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

/** Why a parcel was not delivered; the words of Karrio's `TrackingIncidentReason`. */
export const FAILURE_REASONS = [
  'consignee_not_home',
  'consignee_business_closed',
  'consignee_access_restricted',
  'consignee_incorrect_address',
  'consignee_refused',
  'carrier_damaged_parcel',
  'carrier_parcel_lost',
  'carrier_sorting_error',
  'carrier_not_enough_time',
  'carrier_vehicle_issue',
  'weather_delay',
  'security_issue',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export const PROOF_KINDS = ['photo', 'signature'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** `erased`: received, then deleted because it had expired. */
export const PROOF_STATES = ['awaited', 'received', 'missing', 'erased'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

/**
 * A visit to the door as senders, receivers and managers see it. `occurredAt` is when it happened,
 * `createdAt` when the server received it; `earliestAt` as in activity. Recipient and note are
 * empty if there were none, or they have expired.
 */
export const DeliveryVisitSchema = v.object({
  id: v.string(),
  occurredAt: v.string(),
  earliestAt: v.optional(v.string()),
  createdAt: v.string(),
  result: v.picklist(['delivered', 'failed']),
  // Ones that a later version added are left out: the rest is still true.
  method: v.fallback(v.nullable(v.picklist(DELIVERY_METHODS)), null),
  reason: v.fallback(v.nullable(v.picklist(FAILURE_REASONS)), null),
  recipient: v.string(),
  note: v.string(),
  /** Whether the courier has corrected it since. */
  corrected: v.boolean(),
  proofs: v.array(v.object({ sha256: v.string(), kind: v.picklist(PROOF_KINDS), state: v.picklist(PROOF_STATES) })),
});
export type DeliveryVisit = v.InferOutput<typeof DeliveryVisitSchema>;

export const PROOF_RULES = ['required', 'asked', 'off'] as const;
export type ProofRule = (typeof PROOF_RULES)[number];

const rule = v.picklist(PROOF_RULES, 'Choose required, asked or off.');

/** Whether a photo, a signature and the recipient's name are required, asked for, or off. */
export const ProofPolicySchema = v.object({ photo: rule, signature: rule, name: rule });
export type ProofPolicy = v.InferOutput<typeof ProofPolicySchema>;
