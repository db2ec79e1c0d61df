import type { FastifyInstance } from 'fastify';

/**
 * What a broken service worker is replaced with: it keeps nothing and answers nothing, throws away what was cached, takes
 * itself off the device and loads every page anew, now from the network. Written for every browser that may have kept an old
 * page, and needing nothing of that page.
 */
const RETIREMENT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
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
