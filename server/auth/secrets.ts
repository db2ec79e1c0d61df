/**
 * Keys derived from SECRET_KEY: to encrypt private codes at rest, sign grants, sign evidence, and
 * hash the addresses of deleted users.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crockford } from '../../src/domain/tracking-id.ts';
import { OWNER_ONLY } from '../config/private-folder.ts';

export interface Secrets {
  encryptCode(code: string): Buffer;
  decryptCode(sealed: Buffer): string;
  /**
   * A token that opens one shipment's details until `expiresAt` (milliseconds since 1970), or until
   * the code it was given for (`code`, encrypted) is replaced.
   */
  signGrant(shipmentId: string, code: Buffer, expiresAt: number): string;
  /** Whether a token opens this shipment now. */
  isGrantFor(shipment: ShipmentWithCodes, grant: string, now: number): boolean;
  /**
   * A keyed hash of an email address, ignoring case: without the key nobody can test addresses
   * against it.
   */
  hashAddress(email: string): Buffer;
  /** Signs a digest of the evidence chain (Ed25519). */
  signEvidence(digest: Buffer): Buffer;
  /** The public half of that key (32 bytes): enough to check a signature, not to make one. */
  evidenceKey: Buffer;
}

/** A shipment with its private codes, encrypted. */
export interface ShipmentWithCodes {
  id: string;
  senderCode: Buffer;
  receiverCode: Buffer;
}

const PRIVATE_CODE_LENGTH = 12;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefixes of an Ed25519 key of 32 bytes in DER (RFC 8410). */
const ED25519_PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const ED25519_PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'waybill', purpose, 32));
  const codeKey = derive('private codes');
  const grantKey = derive('grants');
  const signer = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE_PREFIX, derive('evidence')]),
    format: 'der',
    type: 'pkcs8',
  });
  const addressKey = derive('erased addresses');
  /** Codes are encrypted once, with a random nonce, so the ciphertext identifies the code. */
  const bindToCode = (claim: string, code: Buffer) => `${claim}.${code.toString('base64url')}`;
  const mac = (text: string) => createHmac('sha256', grantKey).update(text).digest();
  return {
    encryptCode(code) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', codeKey, nonce);
      return Buffer.concat([nonce, cipher.update(code, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decryptCode(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', codeKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    signGrant(shipmentId, code, expiresAt) {
      const claim = `${shipmentId}.${expiresAt}`;
      return `${claim}.${mac(bindToCode(claim, code)).toString('base64url')}`;
    },
    isGrantFor({ id, senderCode, receiverCode }, grant, now) {
      const [grantedId, expiresAt, signature] = grant.split('.');
      if (grantedId !== id || !expiresAt || !signature || !(Number(expiresAt) > now)) return false;
      const given = Buffer.from(signature, 'base64url');
      return [senderCode, receiverCode].some((code) => isSameBytes(given, mac(bindToCode(`${id}.${expiresAt}`, code))));
    },
    hashAddress: (email) => createHmac('sha256', addressKey).update(email.toLowerCase()).digest(),
    signEvidence: (digest) => sign(null, digest, signer),
    evidenceKey: createPublicKey(signer).export({ format: 'der', type: 'spki' }).subarray(-32),
  };
}

/** Whether a digest of the evidence chain was signed with the private half of a public key. */
export function isEvidenceSignature(digest: Buffer, signature: Buffer, publicKey: Buffer): boolean {
  if (publicKey.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([ED25519_PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, digest, key, signature);
}

/** A private code: twelve Crockford characters, 60 bits. */
export function createPrivateCode(): string {
  return crockford(randomBytes(PRIVATE_CODE_LENGTH));
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return isSameBytes(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}

function isSameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A 256-bit token to hand out, and its hash to store. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What limits know a device's ticket by. */
export const ticketKey = (ticket: string): string => hashToken(ticket).toString('base64url');

/**
 * SECRET_KEY, or a key generated once and kept in a file in `dataDir` that only its owner can read.
 */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const file = join(dataDir, 'secret-key');
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: OWNER_ONLY.file, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
