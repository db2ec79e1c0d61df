/** The brand’s public keys prove it to anyone: a JWS (RFC 7515, ES256). */
import * as v from 'valibot';
import { CODE_RESULTS, DELIVERY_METHODS, PROOF_KINDS } from './delivery.ts';

/** Twenty pictures need 4 kB. */
export const MAX_RECEIPT_BYTES = 16 * 1024;
const MAX_KEYS = 500;

export const ReceiptSchema = v.object({
  /** The address of who signed it. */
  iss: v.string(),
  trackingId: v.string(),
  outcome: v.literal('delivered'),
  deliveredAt: v.string(),
  /** When the server got to know it. */
  reportedAt: v.string(),
  method: v.fallback(v.nullable(v.picklist(DELIVERY_METHODS)), null),
  code: v.fallback(v.nullable(v.picklist(CODE_RESULTS)), null),
  /** `sha256` is what the phone sent, `stored` the picture as the page shows it. */
  proofs: v.array(v.object({ kind: v.picklist(PROOF_KINDS), sha256: v.string(), stored: v.optional(v.string()) })),
});
export type Receipt = v.InferOutput<typeof ReceiptSchema>;

/** shipment.getReceipt */
export const SignedReceiptSchema = v.object({ jws: v.string() });

const PublicKeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
});

/** `/.well-known/waybill-keys.json` (RFC 7517). */
export const PublicKeysSchema = v.object({ keys: v.pipe(v.array(PublicKeySchema), v.maxLength(MAX_KEYS)) });
