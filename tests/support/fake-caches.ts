/** Cache Storage in memory, for the service worker's code outside of a browser. */
export function createFakeCaches(origin: string) {
  const all = new Map<string, ReturnType<typeof createFakeCache>>();
  return {
    open: async (name: string) => {
      const cache = all.get(name) ?? createFakeCache(origin);
      all.set(name, cache);
      return cache;
    },
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
}

function createFakeCache(origin: string) {
  const stored = new Map<string, Response>();
  const addressOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  return {
    match: async (request: string | { url: string }) => stored.get(addressOf(request))?.clone(),
    /** Like a browser's, it stores a body only once all of it is there. */
    async put(request: string | { url: string }, response: Response) {
      const body = await response.arrayBuffer();
      stored.set(addressOf(request), new Response(body, { status: response.status, headers: response.headers }));
    },
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    delete: async (request: string | { url: string }) => stored.delete(addressOf(request)),
  };
}
