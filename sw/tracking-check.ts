import * as v from 'valibot';
import type { WorkboxPlugin } from 'workbox-core';
import { TrackedShipmentSchema } from '../src/domain/shipment.ts';
import {
  FALLBACK_REASON_HEADER,
  type FallbackReason,
  PUBLIC_VIEW,
  PUBLIC_VIEW_HEADER,
  TRACKING_CACHE,
} from '../src/pwa/messages.ts';
import { readJson } from './content-checks.ts';

const FoundSchema = v.object({ result: v.object({ data: TrackedShipmentSchema }) });
const RejectedSchema = v.object({ error: v.object({ message: v.string(), data: v.object({ code: v.string() }) }) });

const isFound = async (response: Response) => v.is(FoundSchema, await readJson(response));

/** Null if the server decided, even 'Shipment not found'. */
async function faultOf(response: Response): Promise<FallbackReason | null> {
  const { status } = response;
  if (status === 200) return (await isFound(response)) ? null : 'unreadable';
  const isDecided = status < 500 && status !== 408 && status !== 429;
  return isDecided && v.is(RejectedSchema, await readJson(response)) ? null : `status-${status}`;
}

/** Null without a readable copy. */
async function labelled(stored: Response | undefined, labels: Record<string, string>): Promise<Response | null> {
  if (!stored || !(await isFound(stored.clone()))) return null;
  const headers = new Headers(stored.headers);
  for (const [name, value] of Object.entries(labels)) headers.set(name, value);
  return new Response(stored.body, { status: stored.status, headers });
}

/** Makes sure that no copy comes back offline. */
async function forgetCopies(lookUp: string): Promise<void> {
  const cache = await caches.open(TRACKING_CACHE);
  const copies = (await cache.keys()).filter(({ url }) => url.startsWith(`${lookUp}&`));
  await Promise.all(copies.map((copy) => cache.delete(copy)));
}

/**
 * Accepts a shipment only from the server itself; otherwise the page gets the stored copy with the
 * reason.
 */
export const serverOnlyPlugin: WorkboxPlugin = {
  async fetchDidSucceed({ request, response, state }) {
    const reason = await faultOf(response.clone());
    if (reason === null && response.status === 404) await forgetCopies(request.url).catch(() => undefined);
    if (reason === null) return response;
    Object.assign(state ?? {}, { reason, refused: response });
    throw new Error(reason);
  },
  async fetchDidFail({ state }) {
    if (state) state.reason ??= 'network';
  },
  cachedResponseWillBeUsed: ({ cachedResponse, state }) =>
    labelled(cachedResponse, { [FALLBACK_REASON_HEADER]: state?.reason ?? 'timeout' }),
  // People without their own copy get the public view.
  async handlerDidError({ request, state }) {
    const cache = await caches.open(TRACKING_CACHE);
    const forEveryone = await cache.match(`${request.url}&${PUBLIC_VIEW}`);
    const labels = { [FALLBACK_REASON_HEADER]: state?.reason ?? 'network', [PUBLIC_VIEW_HEADER]: 'yes' };
    return (await labelled(forEveryone, labels)) ?? state?.refused;
  },
};
