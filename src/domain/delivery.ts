import * as v from 'valibot';

export const DELIVERY_METHODS = ['recipient', 'other-person', 'mailbox', 'safe-place', 'neighbour'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

/** Karrio's `TrackingIncidentReason`. */
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
  // Ours: they don't pay on delivery.
  'couldnt_pay',
  'refuses_to_pay',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** `released`: the desk let it go without one. */
export const CODE_RESULTS = ['qr', 'digits', 'released', 'wrong', 'missing'] as const;
export type CodeResult = (typeof CODE_RESULTS)[number];

export const PROOF_KINDS = ['photo', 'signature'] as const;

export const PROOF_STATES = ['awaited', 'received', 'missing', 'erased'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

const ProofsSchema = v.array(
  v.object({ sha256: v.string(), kind: v.picklist(PROOF_KINDS), state: v.picklist(PROOF_STATES) }),
);
/** Missing if a collection has no reports. */
export const ReportProofsSchema = v.optional(v.array(v.object({ id: v.string(), proofs: ProofsSchema })));

/** `recipient` and `note` are empty once expired. */
export const DeliveryVisitSchema = v.object({
  id: v.string(),
  occurredAt: v.string(),
  earliestAt: v.optional(v.string()),
  createdAt: v.string(),
  result: v.picklist(['delivered', 'failed']),
  // Null for a later version's values.
  method: v.fallback(v.nullable(v.picklist(DELIVERY_METHODS)), null),
  reason: v.fallback(v.nullable(v.picklist(FAILURE_REASONS)), null),
  recipient: v.string(),
  note: v.string(),
  corrected: v.boolean(),
  /** The receiver’s code came to this, where one was needed. */
  codeResult: v.optional(v.fallback(v.nullable(v.picklist(CODE_RESULTS)), null)),
  proofs: ProofsSchema,
});
export type DeliveryVisit = v.InferOutput<typeof DeliveryVisitSchema>;

export const PROOF_RULES = ['required', 'asked', 'off'] as const;
export type ProofRule = (typeof PROOF_RULES)[number];

const rule = v.picklist(PROOF_RULES, 'Choose required, asked or off.');

/** `qr`: the digits won’t do. */
export const CODE_RULES = ['required', 'qr', 'off'] as const;
export type CodeRule = (typeof CODE_RULES)[number];
export const codeRule = v.picklist(CODE_RULES, 'Choose required, qr or off.');

export const ProofPolicySchema = v.object({
  photo: rule,
  signature: rule,
  name: rule,
  /** Missing in what older versions have stored. */
  code: v.optional(codeRule),
});
export type ProofPolicy = v.InferOutput<typeof ProofPolicySchema>;
