/**
 * Encrypts what is stored of a person. Browsers keep deleted bytes of IndexedDB in its files for long, where no page can reach
 * them; the key lies in a file of its own, which goes with the sign-out, and what is left cannot be read.
 */

/** Encrypted JSON. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** A key of AES-256-GCM for each name, and one for the names under which things are stored. */
interface Keys {
  content: CryptoKey;
  names: CryptoKey;
  /** By this device's clock; 0 where it is not known. */
  madeAt: number;
}

const CACHE = 'keys';
const MADE_AT = 'x-made-at';
/** Longer than systems hold back what a file has been given. */
const ON_DISK_MS = 60_000;
const AES = 'AES-GCM';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const known = new Map<string, Promise<Keys>>();
/** Whose keys are not made again: what is still under way after a sign-out must leave nothing. */
const forgotten = new Set<string>();

/** From now on there may be keys for this owner again; they are read, or made, already now. */
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

/** Two tabs that begin at once make the same: only one at a time may, and the other finds it made. */
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
  return { content, names, madeAt: Number(file.headers.get(MADE_AT)) };
}

/**
 * Whether the keys would be there after the device has lost its power. What must not be lost is sealed only then; asking makes
 * them where there are none.
 */
export async function areKeysOnDisk(owner: string): Promise<boolean> {
  const { madeAt } = await keysOf(owner);
  return Date.now() - madeAt > ON_DISK_MS;
}

/** Encrypts a value that JSON can express. */
export async function seal(owner: string, value: unknown): Promise<Sealed> {
  const { content } = await keysOf(owner);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(
    { name: AES, iv },
    content,
    new TextEncoder().encode(JSON.stringify(value)),
  );
  return { iv, bytes };
}

/** The value again. Throws where the key is gone. */
export async function unseal(owner: string, { iv, bytes }: Sealed): Promise<unknown> {
  const { content } = await keysOf(owner);
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: AES, iv }, content, bytes)));
}

/** The name under which something is stored, which says nothing without the key. */
export async function sealedName(owner: string, name: string): Promise<string> {
  const { names } = await keysOf(owner);
  const signature = await crypto.subtle.sign(HMAC, names, new TextEncoder().encode(name));
  return Array.from(new Uint8Array(signature).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes everything unreadable that was sealed for this owner. */
export async function forgetKeys(owner: string): Promise<void> {
  forgotten.add(owner);
  known.delete(owner);
  await caches
    .open(CACHE)
    .then((cache) => cache.delete(addressOf(owner)))
    .catch(() => undefined);
}
