import * as v from 'valibot';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';
import { TRACKING_ID_LENGTH } from './tracking-id.ts';

/**
 * `token` is what the QR code holds; without `digits`, only that will do. `isAtDepot`: its receiver
 * collects it there.
 */
export const HandoverSchema = v.object({
  token: v.string(),
  digits: v.optional(v.string()),
  isAtDepot: v.optional(v.boolean()),
});
export type Handover = v.InferOutput<typeof HandoverSchema>;

/** A token may have two spaces together, so it is no line of text. */
export const handoverCode = v.pipe(
  v.string('Code is required.'),
  v.trim(),
  v.nonEmpty('Code is required.'),
  v.maxLength(200, 'Code can have at most 200 characters.'),
  v.check((text) => !/\p{Cc}/u.test(text), 'Code contains characters that can’t be used.'),
  v.title('Code'),
);

/** courier.checkCode: digits; `id` is the task's. */
export const CheckCodeSchema = strictInput({ id: IdSchema, code: requiredText('Code', 50) });
export type CheckCode = v.InferOutput<typeof CheckCodeSchema>;

/** runAdmin.releaseCode: `id` is the task's. */
export const ReleaseCodeSchema = strictInput({ id: IdSchema, reason: requiredText('Reason', 200) });
export type ReleaseCode = v.InferOutput<typeof ReleaseCodeSchema>;

export interface HandoverClaim {
  trackingId: string;
  runId: string;
  /** In seconds since 1970: whole days. */
  expiresAt: number;
  /** It is the receiver’s number (claims.ts). */
  claim: number;
}

const DAY_S = 24 * 60 * 60;

/** It replaces the run where somebody collects at the depot. */
export const DEPOT = '00000000-0000-0000-0000-000000000000';

const VERSION = 1;
const RUN_BYTES = 16;
const CLAIM_BYTES = 1 + TRACKING_ID_LENGTH + RUN_BYTES + 4;
/** An ES256 signature of WebCrypto has this length. */
export const SIGNATURE_BYTES = 64;

/**
 * The claim is in the seconds past the end of the last day, so that older apps can read the 33
 * bytes.
 */
export function encodeClaim({ trackingId, runId, expiresAt, claim }: HandoverClaim): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(CLAIM_BYTES);
  bytes[0] = VERSION;
  for (let at = 0; at < TRACKING_ID_LENGTH; at += 1) bytes[1 + at] = trackingId.charCodeAt(at);
  const run = runId.replaceAll('-', '');
  for (let at = 0; at < RUN_BYTES; at += 1)
    bytes[1 + TRACKING_ID_LENGTH + at] = Number.parseInt(run.slice(2 * at, 2 * at + 2), 16);
  new DataView(bytes.buffer).setUint32(CLAIM_BYTES - 4, expiresAt - (expiresAt % DAY_S) + (claim % DAY_S));
  return bytes;
}

export const encodeToken = (claim: Uint8Array, signature: Uint8Array): string =>
  encodeBase45(Uint8Array.of(...claim, ...signature));

export interface ParsedToken extends HandoverClaim {
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** The caller has to verify its signature. */
export function parseToken(text: string): ParsedToken | null {
  const bytes = text.length === TOKEN_LENGTH ? decodeBase45(text) : null;
  if (!bytes || bytes[0] !== VERSION) return null;
  const signed = bytes.slice(0, CLAIM_BYTES);
  const last = new DataView(signed.buffer).getUint32(CLAIM_BYTES - 4);
  const hex = Array.from(signed.subarray(1 + TRACKING_ID_LENGTH, -4), (byte) => byte.toString(16).padStart(2, '0'));
  return {
    trackingId: String.fromCharCode(...signed.subarray(1, 1 + TRACKING_ID_LENGTH)),
    runId: hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    expiresAt: last - (last % DAY_S),
    // Older servers’ codes have no claim: they were for the first.
    claim: last % DAY_S || 1,
    signed,
    signature: bytes.slice(CLAIM_BYTES),
  };
}

/** See RFC 9285. A QR code holds 5.5 bits for each of these characters. */
const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** The number of bytes is odd: the last has two characters. */
export const TOKEN_LENGTH = ((CLAIM_BYTES + SIGNATURE_BYTES - 1) / 2) * 3 + 2;

function encodeBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const isLast = at + 1 === bytes.length;
    let rest = isLast ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    for (let digits = isLast ? 2 : 3; digits > 0; digits -= 1) {
      text += BASE45[rest % 45];
      rest = Math.floor(rest / 45);
    }
  }
  return text;
}

function decodeBase45(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (character) => BASE45.indexOf(character));
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    const isLast = digits.length === 2;
    if (digits.includes(-1) || value > (isLast ? 0xff : 0xffff)) return null;
    bytes.push(...(isLast ? [value] : [value >> 8, value & 0xff]));
  }
  return Uint8Array.from(bytes);
}

/** Damm’s algorithm finds every wrong digit, and every two that changed places. */
const DAMM = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';

const dammOf = (digits: string): number =>
  Array.from(digits).reduce((interim, digit) => Number(DAMM[interim * 10 + Number(digit)]), 0);

/** @param six digits */
export const withCheckDigit = (six: string): string => six + dammOf(six);

/** The seven digits have to fit each other, as `4821 937`. */
export function readDigits(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{7}$/.test(digits) && dammOf(digits) === 0 ? digits : null;
}

export const formatDigits = (digits: string): string => `${digits.slice(0, 4)} ${digits.slice(4)}`;
