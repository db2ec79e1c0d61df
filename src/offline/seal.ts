/**
 * Encrypts a person's stored data. Browsers keep deleted bytes of IndexedDB on the disk for long;
 * the key is in a separate file that sign-out deletes, so the rest cannot be read.
 */

/** Encrypted JSON. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** An AES-256-GCM key for each name, and one that hides the names of stored entries. */
interface Keys {
  content: CryptoKey;
  names: CryptoKey;
  /** What they were made from. */
  bytes: ArrayBuffer;
  /** By this device's clock; 0 if unknown. */
  madeAt: number;
}

/** The retired worker spares it by this name (server/http/retire-worker.ts). */
const CACHE = 'keys';
const MADE_AT = 'x-made-at';
/** Longer than browsers and systems delay writing a file to the disk, in milliseconds. */
export const ON_DISK_MS = 60_000;
const AES = 'AES-GCM';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const known = new Map<string, Promise<Keys>>();
/** Owners whose keys must not be created again: late writes after a sign-out leave nothing. */
const forgotten = new Set<string>();

/** Allows keys for this owner again, and loads or creates them now. */
export function expectKeys(owner: string): void {
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

/** Creates missing keys under a lock, because two tabs may start at once. */
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
 * Whether the keys would survive a reload and a power loss, creating them if missing. Data that must
 * not be lost is sealed only then. Their file is read each time: another window, or the browser, may
 * have deleted it. The clock may have been set since they were made, so being made in its future
 * counts like in its past. @throws DOMException if this owner has signed out here.
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

/** Encrypts a JSON value. */
export const seal = (owner: string, value: unknown): Promise<Sealed> =>
  sealBytes(owner, new TextEncoder().encode(JSON.stringify(value)));

/** Decrypts a value. @throws if the key is gone. */
export async function unseal(owner: string, sealed: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(owner, sealed)));
}

/** Encrypts bytes, such as a picture's. */
export async function sealBytes(owner: string, clear: BufferSource): Promise<Sealed> {
  const { content } = await keysOf(owner);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: AES, iv }, content, clear) };
}

/** Decrypts bytes. @throws if the key is gone. */
export async function unsealBytes(owner: string, { iv, bytes }: Sealed): Promise<ArrayBuffer> {
  const { content } = await keysOf(owner);
  return crypto.subtle.decrypt({ name: AES, iv }, content, bytes);
}

/** The name under which something is stored, unreadable without the key. */
export async function sealedName(owner: string, name: string): Promise<string> {
  const { names } = await keysOf(owner);
  const signature = await crypto.subtle.sign(HMAC, names, new TextEncoder().encode(name));
  return Array.from(new Uint8Array(signature).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes everything sealed for this owner unreadable. */
export async function forgetKeys(owner: string): Promise<void> {
  forgotten.add(owner);
  known.delete(owner);
  // Without a secure origin there are no caches, and so no keys.
  await globalThis.caches
    ?.open(CACHE)
    .then((cache) => cache.delete(addressOf(owner)))
    .catch(() => undefined);
}
