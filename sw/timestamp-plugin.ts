import type { WorkboxPlugin } from 'workbox-core';
import { FETCHED_AT_HEADER } from '../src/pwa/messages.ts';

/**
 * Stamps stored responses with the server's time. The owner is part of the key, never in `Vary`.
 */
export const timestampPlugin: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const headers = new Headers(response.headers);
    headers.set(FETCHED_AT_HEADER, new Date().toISOString());
    headers.delete('vary');
    return new Response(await response.blob(), { status: response.status, headers });
  },
};
