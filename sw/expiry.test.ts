import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ORIGIN, stubWorker } from '../tests/support/fake-worker.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const sentAt = (time: number) => new Response('a parcel', { headers: { date: new Date(time).toUTCString() } });

let browser: ReturnType<typeof stubWorker>;
/** Stores a response and does what follows. */
let update: (newResponse: Response) => Promise<void>;

beforeEach(async () => {
  browser = stubWorker({ manifest: [], fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  const { expireAfter } = await import('./expiry.ts');
  const plugins = expireAfter({ entries: 50, days: 30 });
  const cache = await browser.caches.open('tracking');
  for (const days of [0, 7, 29, 31]) await cache.put(`${ORIGIN}/${days}-days-old`, sentAt(NOW - days * DAY));
  await cache.put(`${ORIGIN}/of-unknown-age`, new Response('a parcel'));
  update = async (newResponse) => {
    // The limit on the number of entries has no time in it, and needs a database.
    const [, byAge] = plugins;
    await byAge?.cacheDidUpdate?.({ cacheName: 'tracking', newResponse } as never);
  };
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listStored = async () =>
  (await (await browser.caches.open('tracking')).keys()).map(({ url }) => new URL(url).pathname);

const ALL = ['/0-days-old', '/7-days-old', '/29-days-old', '/31-days-old', '/of-unknown-age'];

test.each([
  ['right', 0],
  ['eight days ahead', 8 * DAY],
  ['eight days behind', -8 * DAY],
  ['in 2015', Date.parse('2015-01-01T12:00:00.000Z') - NOW],
])('with a clock that is %s, only the server’s time makes entries expire', async (_, shift) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + shift });
  await update(new Response('of a server that does not say its time'));
  expect(await listStored()).toEqual(ALL);
  await update(sentAt(NOW));
  expect(await listStored()).toEqual(ALL.filter((path) => path !== '/31-days-old'));
});
