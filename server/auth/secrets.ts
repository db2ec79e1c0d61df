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
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';

export interface Secrets {
  encryptCode(code: string): Buffer;
  decryptCode(sealed: Buffer): string;
  /** `expiresAt` in milliseconds. Replacing the code revokes the grant. */
  signGrant(shipmentId: string, code: Buffer, expiresAt: number): string;
  isGrantFor(shipment: ShipmentWithCodes, grant: string, now: number): boolean;
  /** Keyed, so that nobody can test addresses. */
  hashAddress(email: string): Buffer;
  /** Keyed, so that a copy of the places lists no addresses. */
  hashPlace(kind: 'door' | 'street' | 'postcode', text: string): Buffer;
  signEvidence(digest: Buffer): Buffer;
  /** Ed25519, 32 bytes. */
  evidenceKey: Buffer;
}

/** Its codes are encrypted. */
export interface ShipmentWithCodes {
  id: string;
  senderCode: Buffer;
  receiverCode: Buffer;
}

const PRIVATE_CODE_LENGTH = 12;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** DER prefixes (RFC 8410). */
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
  const placeKey = derive('places');
  /** A random nonce makes each ciphertext unique to its code. */
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
    hashPlace: (kind, text) => createHmac('sha256', placeKey).update(`${kind}\n${text}`).digest(),
    signEvidence: (digest) => sign(null, digest, signer),
    evidenceKey: createPublicKey(signer).export({ format: 'der', type: 'spki' }).subarray(-32),
  };
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

/** SECRET_KEY, or one generated once into a private file. */
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
