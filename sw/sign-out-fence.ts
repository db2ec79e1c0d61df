import type { WorkboxPlugin } from 'workbox-core';

/** How many people this worker has been told to forget since it started. */
let forgotten = 0;

/** From now on nothing is kept that was asked for before. */
export function raiseFence(): void {
  forgotten += 1;
}

/** An answer that is still under way when its person signs out must not be kept after all. */
export const signOutFencePlugin: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.forgotten = forgotten;
  },
  cacheWillUpdate: async ({ response, state }) => (state?.forgotten === forgotten ? response : null),
  /** Forgotten while it was being written. */
  async cacheDidUpdate({ cacheName, request, state }) {
    if (state?.forgotten !== forgotten) await (await caches.open(cacheName)).delete(request);
  },
};
