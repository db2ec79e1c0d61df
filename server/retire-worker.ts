import type { FastifyInstance } from 'fastify';

/**
 * What a broken service worker is replaced with: it throws away what was cached, keeps nothing, answers nothing, and loads
 * every page anew, now from the network. It needs nothing of a page, which may be of any earlier build. It stays registered:
 * taken off the device, it would be put on again by the very page that it loads anew.
 */
const RETIREMENT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    for (const name of await caches.keys()) await caches.delete(name);
    for (const page of pages) page.navigate(page.url).catch(() => undefined);
  })());
});
`;

/** Answers the address of the service worker with its retirement, in place of the one that was built. */
export function retireServiceWorker(app: FastifyInstance): void {
  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETIREMENT),
  );
}
