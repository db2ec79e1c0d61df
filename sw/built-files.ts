/**
 * A 200 proves nothing: a captive portal returns its own page for every address
 * (docs/decisions/0027).
 */
import type { PrecacheEntry } from 'workbox-precaching';
import { OPTIONAL_CHUNKS, type OptionalCache } from '../src/pwa/messages.ts';

declare const self: ServiceWorkerGlobalScope;

export type BuiltFile = PrecacheEntry & { integrity: string };

const builtFiles = self.__WB_MANIFEST as BuiltFile[];

/** `assets/name-hash.js` */
const CHUNK = /^assets\/([\w-]+)-[\w-]{8}\.(?:js|wasm)$/;

export const optionalFiles = Object.fromEntries(
  Object.entries(OPTIONAL_CHUNKS).map(([cache, chunks]) => {
    const isOneOf = ({ url }: BuiltFile) => chunks.includes(CHUNK.exec(url)?.[1] ?? '');
    return [cache, builtFiles.filter(isOneOf)];
  }),
) as Record<OptionalCache, BuiltFile[]>;

const optional = new Set(Object.values(optionalFiles).flat());
export const appFiles = builtFiles.filter((file) => !optional.has(file));

export async function isAsBuilt(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Some networks accept a request and never respond. */
const RESPONSE_WITHIN_MS = 10_000;
const FILE_WITHIN_MS = 120_000;

/**
 * Fetches a file, if need be past the HTTP cache.
 * @throws If these bytes do not arrive in time.
 */
export async function fetchBuiltFile(url: string, integrity: string): Promise<Response> {
  const controller = new AbortController();
  const giveUpIn = (ms: number) => setTimeout(() => controller.abort(), ms);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The `integrity` option would hold the response back until it is complete.
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
