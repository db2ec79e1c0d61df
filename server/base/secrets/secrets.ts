import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { crockford } from '../../../src/domain/tracking-id.ts';
import type { SecretKeys } from '../config/secret-keys.ts';

export interface Secrets {
  encryptCode(code: string): Buffer;
  /** @throws If no key fits. */
  decryptCode(sealed: Buffer): string;
  sealedBy(sealed: Buffer): 'first' | 'older' | 'unknown';
  /** `expiresAt` in milliseconds. Replacing the code revokes the grant. */
  signGrant(shipmentId: string, code: Buffer, expiresAt: number): string;
  isGrantFor(shipment: ShipmentWithCodes, grant: string, now: number): boolean;
  /** Keyed, so that nobody can test addresses. */
  hashAddress(email: string): Buffer;
  /** Keyed, so that a copy of the places lists no addresses. */
  hashPlace(kind: 'door' | 'street' | 'postcode', text: string): Buffer;
  signEvidence(digest: Buffer): Buffer;
  /** Ed25519, 32 bytes; of the first key. */
  evidenceKey: Buffer;
  isEvidenceKey(publicKey: Buffer): boolean;
  /** Proves that our doctor asks (doctor/check-address.ts). */
  signVisit(at: number): string;
  isVisit(visit: string, now: number): boolean;
  /** For links that open one thing without a login; `expiresAt` in milliseconds. */
  signLink(about: string, expiresAt: number): string;
  isLinkFor(about: string, link: { expiresAt: number; signature: string }, now: number): boolean;
  /** Six for each key; the first are shown, all count. */
  handoverDigits(about: string): string[];
  /** The sealed keys of hashAddress and hashPlace: what they hashed can't be hashed again. */
  hashKeys: string;
}

/** Its codes are encrypted. */
export interface ShipmentWithCodes {
  id: string;
  senderCode: Buffer | null;
  receiverCode: Buffer | null;
}

const PRIVATE_CODE_LENGTH = 12;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_SIGNATURES = 8;
/** Either way: a clock may be wrong. */
const VISIT_LIFE_MS = 60 * 60_000;
/** DER prefixes (RFC 8410). */
const ED25519_PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const ED25519_PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

interface Key {
  codes: Buffer;
  grants: Buffer;
  signer: KeyObject;
  evidenceKey: Buffer;
}

const derive = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'waybill', purpose, 32));

function deriveKey(secretKey: string): Key {
  const signer = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE_PREFIX, derive(secretKey, 'evidence')]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    codes: derive(secretKey, 'private codes'),
    grants: derive(secretKey, 'grants'),
    signer,
    evidenceKey: createPublicKey(signer).export({ format: 'der', type: 'spki' }).subarray(-32),
  };
}

export const nameKey = ([first]: SecretKeys): string => derive(first, 'name').toString('hex', 0, 4);

/** These serve until they are stored (secret-key/open-secrets.ts). */
const deriveHashKeys = (secretKeys: readonly string[]) =>
  Buffer.concat(['erased addresses', 'places'].map((purpose) => derive(secretKeys.at(-1) ?? '', purpose)));

/** The first key writes, all read. `hashKeys`: as stored. */
export function createSecrets(secretKeys: SecretKeys, hashKeys?: string): Secrets {
  const keys = secretKeys.map(deriveKey);
  const [first] = keys as [Key, ...Key[]];
  const hashing = hashKeys ? Buffer.from(hashKeys, 'base64url') : deriveHashKeys(secretKeys);
  const [addressKey, placeKey] = [hashing.subarray(0, 32), hashing.subarray(32)];

  /** A random nonce makes each ciphertext unique to its code. */
  const bindToCode = (claim: string, code: Buffer) => `${claim}.${code.toString('base64url')}`;
  const mac = ({ grants }: Key, text: string) => createHmac('sha256', grants).update(text).digest();
  function encryptCode(code: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', first.codes, nonce);
    return Buffer.concat([nonce, cipher.update(code, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }
  return {
    encryptCode,
    decryptCode(sealed) {
      for (const { codes } of keys) {
        const code = decrypt(codes, sealed);
        if (code !== null) return code;
      }
      throw new Error('SECRET_KEY does not open what is stored: it was encrypted with another key');
    },
    sealedBy(sealed) {
      const by = keys.findIndex(({ codes }) => decrypt(codes, sealed) !== null);
      return by === 0 ? 'first' : by > 0 ? 'older' : 'unknown';
    },
    signGrant(shipmentId, code, expiresAt) {
      const claim = `${shipmentId}.${expiresAt}`;
      return `${claim}.${mac(first, bindToCode(claim, code)).toString('base64url')}`;
    },
    isGrantFor({ id, senderCode, receiverCode }, grant, now) {
      const [grantedId, expiresAt, signature] = grant.split('.');
      if (grantedId !== id || !expiresAt || !signature || !(Number(expiresAt) > now)) return false;
      const given = Buffer.from(signature, 'base64url');
      return [senderCode, receiverCode]
        .filter((code) => code !== null)
        .map((code) => bindToCode(`${id}.${expiresAt}`, code))
        .some((text) => keys.some((key) => isSameBytes(given, mac(key, text))));
    },
    hashAddress: (email) => createHmac('sha256', addressKey).update(email.toLowerCase()).digest(),
    hashPlace: (kind, text) => createHmac('sha256', placeKey).update(`${kind}\n${text}`).digest(),
    signEvidence: (digest) => sign(null, digest, first.signer),
    evidenceKey: first.evidenceKey,
    isEvidenceKey: (publicKey) => keys.some(({ evidenceKey }) => evidenceKey.equals(publicKey)),
    signVisit: (at) => [at, ...keys.map((key) => mac(key, `visit.${at}`).toString('base64url'))].join('.'),
    isVisit(visit, now) {
      const [at = '', ...signatures] = visit.split('.', 1 + MAX_SIGNATURES);
      if (!(Math.abs(now - Number(at)) < VISIT_LIFE_MS)) return false;
      const given = signatures.map((signature) => Buffer.from(signature, 'base64url'));
      return keys.some((key) => given.some((one) => isSameBytes(one, mac(key, `visit.${at}`))));
    },
    signLink: (about, expiresAt) => mac(first, `link.${about}.${expiresAt}`).toString('base64url'),
    isLinkFor(about, { expiresAt, signature }, now) {
      if (!(expiresAt > now)) return false;
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => isSameBytes(given, mac(key, `link.${about}.${expiresAt}`)));
    },
    handoverDigits: (about) =>
      keys.map((key) => String(mac(key, `handover.${about}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')),
    hashKeys: hashing.toString('base64url'),
  };
}

function decrypt(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    return null;
  }
}

export function isEvidenceSignature(digest: Buffer, signature: Buffer, publicKey: Buffer): boolean {
  if (publicKey.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([ED25519_PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, digest, key, signature);
}

export function createPrivateCode(): string {
  return crockford(randomBytes(PRIVATE_CODE_LENGTH));
}

export const createRecoveryCode = (length: number): string => crockford(randomBytes(length));

/** Compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return isSameBytes(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}

function isSameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export const ticketKey = (ticket: string): string => hashToken(ticket).toString('base64url');
