import type { WorkboxPlugin } from 'workbox-core';

/** How many people this worker has forgotten since it started. */
let forgotten = 0;

/** From now on, responses to earlier requests are not stored. */
export function raiseFence(): void {
  forgotten += 1;
}

/** A response still in flight at sign-out must not be stored. */
export const signOutFencePlugin: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.forgotten = forgotten;
  },
  cacheWillUpdate: async ({ response, state }) => (state?.forgotten === forgotten ? response : null),
  /** The person signed out while it was being written. */
  async cacheDidUpdate({ cacheName, request, state }) {
    if (state?.forgotten !== forgotten) await (await caches.open(cacheName)).delete(request);
  },
};
