/** What the service worker's code finds in a browser, for its unit tests. */
import { vi } from 'vitest';

export const ORIGIN = 'https://waybill.test';

interface FakeWorker {
  /** The built files and their digests. */
  manifest: readonly { url: string; revision: null; integrity: string }[];
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** More of the worker's own scope. */
  scope?: object;
}

/** A file's digest as the build writes it. */
export async function integrityOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** Stubs the globals of a worker; returns its caches, and how to dispatch an event to it. */
export function stubWorker({ manifest, fetch, scope = {} }: FakeWorker) {
  const listeners: [type: string, listener: (event: object) => void][] = [];
  const caches = createFakeCaches();
  vi.stubGlobal('self', {
    __WB_MANIFEST: manifest,
    caches,
    addEventListener: (...added: (typeof listeners)[number]) => listeners.push(added),
    ...scope,
  });
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', fetch);
  vi.resetModules();
  return {
    caches,
    /** Resolves once all the work that extends the event is done. */
    async dispatch(type: string, event: object = {}) {
      const work: Promise<unknown>[] = [];
      const waitUntil = (extending: Promise<unknown>) => void work.push(extending);
      for (const [name, listener] of listeners) if (name === type) listener({ waitUntil, ...event });
      await Promise.all(work);
    },
  };
}

/** Cache Storage in memory. */
function createFakeCaches() {
  const all = new Map<string, ReturnType<typeof createFakeCache>>();
  return {
    open: async (name: string) => {
      const cache = all.get(name) ?? createFakeCache();
      all.set(name, cache);
      return cache;
    },
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
}

function createFakeCache() {
  const stored = new Map<string, Response>();
  const addressOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
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
