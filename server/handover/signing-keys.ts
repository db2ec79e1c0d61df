/** Each year a new pair signs handover codes and receipts (receiver.md). */

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../base/database/client.ts';
import { signingKeys } from '../base/database/tables/receiver/signing-keys.ts';
import type { Marks } from '../base/marks/marks.ts';
import type { Secrets } from '../base/secrets/secrets.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROTATE_AFTER_MS = 365 * DAY_MS;
/** Each phone first needs a run that lists the key. */
const LISTED_FIRST_MS = 7 * DAY_MS;
/** ES256 as WebCrypto and JWS write it, not as DER. */
const FORMAT = { dsaEncoding: 'ieee-p1363' } as const;

export interface Signer {
  id: string;
  sign(bytes: Uint8Array): Buffer;
}

export interface KeySources {
  executor: Executor;
  secrets: Secrets;
  marks: Marks;
}

type SigningKeyRow = typeof signingKeys.$inferSelect;

/** Newest first. */
const listSigningKeys = (executor: Executor): Promise<SigningKeyRow[]> =>
  executor.select().from(signingKeys).orderBy(desc(signingKeys.generation));

/** Creates a pair if there is none. */
export async function getSigner(sources: KeySources, now = Date.now()): Promise<Signer> {
  const { executor, secrets } = sources;
  const known = await listSigningKeys(executor);
  const existing = signerIn(known, secrets, now);
  if (existing) return existing;
  await addKey(sources, known[0]);
  const first = signerIn(await listSigningKeys(executor), secrets, now);
  if (!first) throw new Error('The keys of receipts were not stored');
  return first;
}

function signerIn(keys: readonly SigningKeyRow[], secrets: Secrets, now: number): Signer | null {
  const usable = keys.filter(({ privateKey }) => privateKey && secrets.sealedBy(privateKey) !== 'unknown');
  const row = usable.find(({ createdAt }) => now - createdAt.getTime() >= LISTED_FIRST_MS) ?? usable.at(-1);
  if (!row?.privateKey) return null;
  const der = Buffer.from(secrets.decryptCode(row.privateKey), 'base64url');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { id: row.id, sign: (bytes) => sign('sha256', bytes, { key, ...FORMAT }) };
}

/** Nothing if another server was faster. */
async function insertSigningKey(executor: Executor, key: SigningKeyRow): Promise<void> {
  await executor.insert(signingKeys).values(key).onConflictDoNothing();
}

/** Another server that saw the same newest key adds the same generation, of which only one is kept. */
async function addKey({ executor, secrets, marks }: KeySources, newest: SigningKeyRow | undefined): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  const sealed = secrets.encryptCode(der);
  const key = {
    id: uuidv7(),
    generation: (newest?.generation ?? 0) + 1,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('base64url'),
    createdAt: new Date(),
  };
  const mark = { ...key, privateKey: sealed.toString('base64url'), createdAt: key.createdAt.toISOString() };
  await marks.keep('keys', key.id, mark);
  await insertSigningKey(executor, { ...key, privateKey: sealed });
}

async function forgetPrivateKey(executor: Executor, id: string): Promise<void> {
  await executor.update(signingKeys).set({ privateKey: null }).where(eq(signingKeys.id, id));
}

/** Old keys lose their private part. */
export async function rotateSigningKeys(sources: KeySources, now = Date.now()): Promise<void> {
  const { executor } = sources;
  const [newest] = await listSigningKeys(executor);
  if (!newest) return;
  if (now - newest.createdAt.getTime() > ROTATE_AFTER_MS) await addKey(sources, newest);
  const keys = await listSigningKeys(executor);
  const signer = keys.findIndex(({ createdAt }) => now - createdAt.getTime() >= LISTED_FIRST_MS);
  for (const { id, privateKey } of signer < 0 ? [] : keys.slice(signer + 1))
    if (privateKey) await forgetPrivateKey(executor, id);
}

export const listHandoverKeys = async (executor: Executor): Promise<string[]> =>
  (await listSigningKeys(executor)).slice(0, 2).map(({ publicKey }) => publicKey);

/** Phones go offline with these: a receiver may get the first code only then. */
export async function publishHandoverKeys(sources: KeySources): Promise<string[]> {
  await getSigner(sources);
  return listHandoverKeys(sources.executor);
}

/** A receipt is older than its key's last day. */
export async function listPublicKeys(executor: Executor): Promise<{ keys: JsonWebKey[] }> {
  const keys = await listSigningKeys(executor);
  return { keys: keys.map(({ id, publicKey }) => ({ ...pointOf(publicKey), kid: id, use: 'sig', alg: 'ES256' })) };
}

function pointOf(publicKey: string): JsonWebKey {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
}

export function isSignedBy(publicKeys: readonly string[], bytes: Uint8Array, signature: Uint8Array): boolean {
  const keyOf = (publicKey: string): KeyObject => createPublicKey({ key: pointOf(publicKey), format: 'jwk' });
  return publicKeys.some((one) => verify('sha256', bytes, { key: keyOf(one), ...FORMAT }, signature));
}
