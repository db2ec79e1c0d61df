import type { FastifyInstance } from 'fastify';

/** A working page responds within this time; a broken one never does. */
const ANSWER_TIMEOUT_MS = 2_000;
/** The old worker may still be storing responses. It has finished after this time. */
const LAST_ANSWERS_MS = 1_000;
/** By then, pages that were loading during the installation have loaded. */
const ASK_AGAIN_MS = 3_000;

/**
 * The script that replaces a broken service worker. It deletes every cache but the keys, without
 * which nobody can read what is saved on the device and not sent yet. It handles no requests, and
 * reloads every page from the network, except one that reports in time that it has unsaved input.
 * It relies on nothing in a page, which may be from any earlier build. It stays registered, since
 * the page it reloads would register it again.
 *
 * It asks twice to take over: Chromium stops the old worker for it, but gives up if a page makes a
 * request at that moment, which starts the old worker again.
 */
const RETIRED_WORKER_SCRIPT = `self.addEventListener('install', () => {
  self.skipWaiting();
  setTimeout(() => self.skipWaiting(), ${ASK_AGAIN_MS});
});
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    await clearCaches();
    const busy = await Promise.all(pages.map(isBusy));
    pages.forEach((page, place) => busy[place] || page.navigate(page.url).catch(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, ${LAST_ANSWERS_MS}));
    await clearCaches();
  })());
});
async function clearCaches() {
  for (const name of await caches.keys()) if (name !== 'keys') await caches.delete(name);
}
function isBusy(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, ${ANSWER_TIMEOUT_MS}, false);
    page.postMessage({ type: 'retired' }, [port2]);
  });
}
`;

/** Serves the retirement script in place of the built service worker. */
export function retireServiceWorker(app: FastifyInstance): void {
  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETIRED_WORKER_SCRIPT),
  );
}
