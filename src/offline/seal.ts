/** Browsers leave deleted bytes on the disk, unreadable without the key, which sign-out deletes. */

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

interface Keys {
  content: CryptoKey;
  names: CryptoKey;
  bytes: ArrayBuffer;
  /** This device's clock; 0 if unknown. */
  madeAt: number;
}

/** server/base/http/retire-worker.ts keeps it by this name. */
const CACHE = 'keys';
const MADE_AT = 'x-made-at';
/** Longer than a browser delays writing to the disk. */
export const ON_DISK_MS = 60_000;
const AES = 'AES-GCM';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const known = new Map<string, Promise<Keys>>();
/** Late writes after a sign-out must not create their keys again. */
const forgotten = new Set<string>();

export function ensureKeys(owner: string): void {
  forgotten.delete(owner);
  keysOf(owner).catch(() => undefined);
}

const addressOf = (owner: string) => `/keys/${owner}`;

function keysOf(owner: string): Promise<Keys> {
  if (forgotten.has(owner)) return Promise.reject(new DOMException('This person has left', 'AbortError'));
  const keys = known.get(owner) ?? loadKeys(owner);
  known.set(owner, keys);
  keys.catch(() => known.delete(owner));
  return keys;
}

/** Two tabs may start at once, so there is a lock. */
async function loadKeys(owner: string): Promise<Keys> {
  const cache = await caches.open(CACHE);
  const stored = () => cache.match(addressOf(owner));
  const make = async () => {
    const made = new Response(crypto.getRandomValues(new Uint8Array(64)), {
      headers: { [MADE_AT]: String(Date.now()) },
    });
    await cache.put(addressOf(owner), made.clone());
    return made;
  };
  const file =
    (await stored()) ??
    (await navigator.locks.request(`keys of ${owner}`, async () => (await stored()) ?? (await make())));
  const bytes = await file.arrayBuffer();
  const [content, names] = await Promise.all([
    crypto.subtle.importKey('raw', bytes.slice(0, 32), AES, false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', bytes.slice(32), HMAC, false, ['sign']),
  ]);
  return { content, names, bytes, madeAt: Number(file.headers.get(MADE_AT)) };
}

/**
 * True if the keys would survive a power loss. @throws DOMException if this owner has signed out.
 */
export async function areKeysOnDisk(owner: string): Promise<boolean> {
  const { bytes, madeAt } = await keysOf(owner);
  const file = await caches.match(addressOf(owner), { cacheName: CACHE });
  return file !== undefined && areEqual(await file.arrayBuffer(), bytes) && Math.abs(Date.now() - madeAt) > ON_DISK_MS;
}

function areEqual(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}

export const seal = (owner: string, value: unknown): Promise<Sealed> =>
  sealBytes(owner, new TextEncoder().encode(JSON.stringify(value)));

/** @throws if the key is gone. */
export async function unseal(owner: string, sealed: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(owner, sealed)));
}

export async function sealBytes(owner: string, clear: BufferSource): Promise<Sealed> {
  const { content } = await keysOf(owner);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: AES, iv }, content, clear) };
}

export async function unsealBytes(owner: string, { iv, bytes }: Sealed): Promise<ArrayBuffer> {
  const { content } = await keysOf(owner);
  return crypto.subtle.decrypt({ name: AES, iv }, content, bytes);
}

export async function sealedName(owner: string, name: string): Promise<string> {
  const { names } = await keysOf(owner);
  const signature = await crypto.subtle.sign(HMAC, names, new TextEncoder().encode(name));
  return Array.from(new Uint8Array(signature).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function deleteKeys(owner: string): Promise<void> {
  forgotten.add(owner);
  known.delete(owner);
  await globalThis.caches
    ?.open(CACHE)
    .then((cache) => cache.delete(addressOf(owner)))
    .catch(() => undefined);
}
