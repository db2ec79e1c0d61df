import type { WorkboxPlugin } from 'workbox-core';
import { AS_OF_HEADER } from '../src/domain/answer-age.ts';
import { FETCHED_AT_HEADER } from '../src/pwa/messages.ts';
import { serverDate } from './expiry.ts';

/** When a response was stored, by this device's clock (ISO). */
export const STORED_AT_HEADER = 'x-sw-stored-at';

/** The owner is part of the key, never in `Vary`. */
export const timestampPlugin: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const headers = new Headers(response.headers);
    const now = Date.now();
    const shownAt = headers.get(AS_OF_HEADER) ?? new Date(serverDate(response) ?? now).toISOString();
    headers.set(FETCHED_AT_HEADER, shownAt);
    headers.set(STORED_AT_HEADER, new Date(now).toISOString());
    headers.delete('vary');
    return new Response(await response.blob(), { status: response.status, headers });
  },
};
