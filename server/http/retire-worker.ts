import type { FastifyInstance } from 'fastify';

/** A page that is at work answers sooner; one that is broken never. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * What a broken service worker is replaced with: it throws away what was cached, keeps nothing, answers nothing, and loads
 * every page anew, now from the network, but one that says in time that somebody is writing in it. It needs nothing of a page,
 * which may be of any earlier build. It stays registered: taken off the device, it would be put on again by the very page that
 * it loads anew.
 */
const RETIREMENT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    for (const name of await caches.keys()) await caches.delete(name);
    const busy = await Promise.all(pages.map(isBusy));
    pages.forEach((page, place) => busy[place] || page.navigate(page.url).catch(() => undefined));
  })());
});
function isBusy(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, ${ANSWER_WITHIN_MS}, false);
    page.postMessage({ type: 'retired' }, [port2]);
  });
}
`;

/** Answers the address of the service worker with its retirement, in place of the one that was built. */
export function retireServiceWorker(app: FastifyInstance): void {
  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETIREMENT),
  );
}
