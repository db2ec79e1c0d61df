/**
 * The files of this version, each with the digest of its bytes. A 200 proves nothing: a captive portal sends its own page from
 * every address, so a file counts only by what is in it (docs/decisions/0027).
 */
import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

type BuiltFile = PrecacheEntry & { integrity: string };

/** The scanner's script and its decoder come with the first scan (scanner-cache.ts), all else when a version is installed. */
const SCANNER = /^assets\/(?:scan-worker|zxing_reader)-[\w-]+\.(?:js|wasm)$/;

const builtFiles = self.__WB_MANIFEST as BuiltFile[];
export const scannerFiles = builtFiles.filter(({ url }) => SCANNER.test(url));
export const appFiles = builtFiles.filter((file) => !scannerFiles.includes(file));

/** Whether a response holds the bytes that were built; it can still be read afterwards. */
export async function isAsBuilt(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/**
 * Fetches a file. What the browser's HTTP cache has at its address may be a portal's page, kept for as long as the portal said.
 * @throws {TypeError} where no network gives these bytes.
 */
export function fetchBuiltFile(url: string, integrity: string): Promise<Response> {
  return fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }));
}
