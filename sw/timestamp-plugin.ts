import type { WorkboxPlugin } from 'workbox-core';
import { FETCHED_AT_HEADER } from '../src/pwa/messages.ts';

/** Stamps what is kept with the time at which the server gave it. Whose it is stands in its address, never in `Vary`. */
export const timestampPlugin: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const headers = new Headers(response.headers);
    headers.set(FETCHED_AT_HEADER, new Date().toISOString());
    headers.delete('vary');
    return new Response(await response.blob(), { status: response.status, headers });
  },
};
