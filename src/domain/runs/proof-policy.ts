import * as v from 'valibot';
import {
  type CodeRule,
  type DeliveryMethod,
  PROOF_RULES,
  type ProofPolicy,
  ProofPolicySchema,
  type ProofRule,
} from '../delivery.ts';
import { IdSchema, strictInput } from '../field-schemas.ts';

export const DEFAULT_PROOF_POLICY: ProofPolicy = { photo: 'asked', signature: 'off', name: 'off' };

const RULE_LABELS: Record<ProofRule, string> = { required: 'Required', asked: 'Requested', off: 'Off' };
export const PROOF_RULE_OPTIONS = PROOF_RULES.map((rule) => ({ value: rule, label: RULE_LABELS[rule] }));

export const CODE_RULE_OPTIONS = [
  { value: 'required', label: 'Required' },
  { value: 'qr', label: 'Required, QR code only' },
  { value: 'off', label: 'Off' },
] as const;

/** A shipment’s own policy overrides the brand’s, but says nothing of what came after it. */
export const policyOf = (own: ProofPolicy | null, brand: ProofPolicy): ProofPolicy =>
  own ? { ...own, code: own.code ?? brand.code } : brand;

const STRICTEST_LAST: readonly CodeRule[] = ['off', 'required', 'qr'];

/** A shop can ask for more than the brand, never for less. Null: as the brand. */
export const policyWithCode = (code: CodeRule, brand: ProofPolicy): ProofPolicy | null =>
  STRICTEST_LAST.indexOf(code) > STRICTEST_LAST.indexOf(brand.code ?? 'off') ? { ...brand, code } : null;

/** It would prove less than the brand requires, or drop the code that its shop asks for. */
export function isWeaker(next: ProofPolicy, { current, brand }: { current: ProofPolicy; brand: ProofPolicy }): boolean {
  const rankOf = ({ code = 'off' }: ProofPolicy) => STRICTEST_LAST.indexOf(code);
  return (
    KEYS.some((key) => brand[key] === 'required' && next[key] !== 'required') ||
    rankOf(next) < Math.max(rankOf(brand), rankOf(current))
  );
}

/** Then the parcel goes into somebody’s hands. */
export const requiresCode = ({ code }: ProofPolicy): boolean => code === 'required' || code === 'qr';

/** The desk may have let it go without one. */
export const isCodeNeeded = (
  { proof, codeReleasedAt }: { proof: ProofPolicy | null; codeReleasedAt: Date | null },
  brand: ProofPolicy,
): boolean => codeReleasedAt === null && requiresCode(policyOf(proof, brand));

export const METHODS_WITH_CODE: readonly DeliveryMethod[] = ['recipient', 'other-person'];

const OwnPolicySchema = strictInput(ProofPolicySchema.entries);

/** Null applies the brand’s again. `base` is what the manager saw. */
export const SetProofSchema = strictInput({
  id: IdSchema,
  proof: v.nullable(OwnPolicySchema),
  base: v.optional(v.nullable(OwnPolicySchema)),
});
export type SetProof = v.InferOutput<typeof SetProofSchema>;

const KEYS = ['photo', 'signature', 'name'] as const satisfies readonly (keyof ProofPolicy)[];

/** `Photo required, signature requested`. */
export function formatProof(policy: ProofPolicy): string {
  const wanted = KEYS.filter((key) => policy[key] !== 'off').map(
    (key) => `${key} ${policy[key] === 'asked' ? 'requested' : 'required'}`,
  );
  if (requiresCode(policy)) wanted.push(policy.code === 'qr' ? 'QR code required' : 'code required');
  const words = wanted.join(', ') || 'none';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const requiresProof = (policy: ProofPolicy): boolean =>
  requiresCode(policy) || KEYS.some((key) => policy[key] === 'required');

export const isSameProof = (one: ProofPolicy, other: ProofPolicy): boolean =>
  KEYS.every((key) => one[key] === other[key]) && (one.code ?? 'off') === (other.code ?? 'off');

export function strictestProof(policies: readonly ProofPolicy[]): ProofPolicy {
  const strictest = (key: (typeof KEYS)[number]) =>
    PROOF_RULES.find((candidate) => policies.some((policy) => policy[key] === candidate)) ?? 'off';
  return { photo: strictest('photo'), signature: strictest('signature'), name: strictest('name') };
}

export interface GivenProof {
  photos: number;
  signatures: number;
  hasName: boolean;
  cameraFailed: boolean;
}

/** A broken camera replaces a photo. */
export function missingProof(policy: ProofPolicy, given: GivenProof): (typeof KEYS)[number][] {
  const has = {
    photo: given.photos > 0 || given.cameraFailed,
    signature: given.signatures > 0,
    name: given.hasName,
  };
  return KEYS.filter((key) => policy[key] === 'required' && !has[key]);
}
