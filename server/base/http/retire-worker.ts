import type { FastifyInstance } from 'fastify';

const ANSWER_TIMEOUT_MS = 2_000;
/** The old worker may still be storing responses. */
const LAST_ANSWERS_MS = 1_000;
const ASK_AGAIN_MS = 3_000;

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

export function retireServiceWorker(app: FastifyInstance): void {
  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETIRED_WORKER_SCRIPT),
  );
}
