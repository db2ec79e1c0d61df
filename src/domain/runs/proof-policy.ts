/** What proves a delivery: a policy for the brand, which a shipment can replace with its own. */
import * as v from 'valibot';
import { PROOF_RULES, type ProofPolicy, ProofPolicySchema } from '../delivery.ts';
import { IdSchema, strictInput } from '../field-schemas.ts';

/** The brand's policy unless it sets another. */
export const DEFAULT_PROOF_POLICY: ProofPolicy = { photo: 'asked', signature: 'off', name: 'off' };

/** shipmentAdmin.setProof: this shipment's own policy; without one the brand's applies again. */
export const SetProofSchema = strictInput({ id: IdSchema, proof: v.optional(strictInput(ProofPolicySchema.entries)) });
export type SetProof = v.InferOutput<typeof SetProofSchema>;

/** The strictest of several policies, for parcels that are delivered together. */
export function strictestProof(policies: readonly ProofPolicy[]): ProofPolicy {
  const strictest = (key: keyof ProofPolicy) =>
    PROOF_RULES.find((candidate) => policies.some((policy) => policy[key] === candidate)) ?? 'off';
  return { photo: strictest('photo'), signature: strictest('signature'), name: strictest('name') };
}

/** What a delivery brings along. */
export interface GivenProof {
  photos: number;
  signatures: number;
  hasName: boolean;
  cameraFailed: boolean;
}

/** What a policy requires and a delivery lacks. A broken camera replaces a photo. */
export function missingProof(policy: ProofPolicy, given: GivenProof): (keyof ProofPolicy)[] {
  const has = {
    photo: given.photos > 0 || given.cameraFailed,
    signature: given.signatures > 0,
    name: given.hasName,
  };
  return (['photo', 'signature', 'name'] as const).filter((key) => policy[key] === 'required' && !has[key]);
}
