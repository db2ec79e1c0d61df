/**
 * The files of this version, each with its digest. A 200 proves nothing: a captive portal returns
 * its own page for every address, so only the content counts (docs/decisions/0027).
 */
import type { PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

export type BuiltFile = PrecacheEntry & { integrity: string };

/** Fetched when they are needed (optional-files.ts): the scanner's script and decoder. */
const SCANNER = /^assets\/(?:scan-worker|zxing_reader)-[\w-]+\.(?:js|wasm)$/;

/** And the pages of couriers (src/config/chunks.ts). */
const COURIER = /^assets\/courier-[\w-]+\.js$/;

const builtFiles = self.__WB_MANIFEST as BuiltFile[];
export const scannerFiles = builtFiles.filter(({ url }) => SCANNER.test(url));
export const courierFiles = builtFiles.filter(({ url }) => COURIER.test(url));
export const appFiles = builtFiles.filter((file) => !scannerFiles.includes(file) && !courierFiles.includes(file));

/** Whether a response holds the bytes that were built; its body stays readable. */
export async function isAsBuilt(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Some networks accept a request and never respond. */
const RESPONSE_WITHIN_MS = 10_000;
/** The largest file on a slow network. Giving up costs little: what is stored is not fetched again. */
const FILE_WITHIN_MS = 120_000;

/**
 * Fetches a file, if need be past the HTTP cache, which may hold a portal's page.
 * @throws if the network does not return these bytes in time.
 */
export async function fetchBuiltFile(url: string, integrity: string): Promise<Response> {
  const controller = new AbortController();
  const giveUpIn = (ms: number) => setTimeout(() => controller.abort(), ms);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Without the `integrity` option, which holds the response back until all of it has arrived.
  const attempt = async (cache: RequestCache) => {
    clearTimeout(timer);
    timer = giveUpIn(RESPONSE_WITHIN_MS);
    const response = await fetch(url, { cache, signal: controller.signal });
    clearTimeout(timer);
    timer = giveUpIn(FILE_WITHIN_MS);
    if (!(await isAsBuilt(response, integrity))) throw new TypeError(`${url} is not as built`);
    return response;
  };
  try {
    return await attempt('default').catch(() => attempt('reload'));
  } finally {
    clearTimeout(timer);
  }
}
