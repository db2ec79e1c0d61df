/**
 * Installs, updates and repairs the app, and signs in a courier, on every bad network. Real browsers do so on
 * those that do not take minutes, in tests/journeys/hostile-network.spec.ts.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { integrityOf, ORIGIN, stubWorker } from '../tests/support/fake-worker.ts';

const APP = ['app.html', 'assets/main-12345678.js', 'track.html'];
const COURIER = 'assets/courier-12345678.js';
const COURIERS = [COURIER, 'assets/scan-worker-12345678.js'];
const DESKS = ['assets/desk-12345678.js', 'assets/desk-lists-12345678.js', 'assets/office-12345678.js'];
const FILES = [...APP, ...COURIERS, ...DESKS];

const PORTAL_PAGE = '<!doctype html><title>Welcome to the train</title>';
const portal = (status = 200) => new Response(PORTAL_PAGE, { status, headers: { 'content-type': 'text/html' } });

const pathOf = (url: string) => new URL(url, ORIGIN).pathname.slice(1);
const bytesOf = (path: string) => new TextEncoder().encode(`what was built as ${path}`);

/** Settles only when the worker gives up. */
const silence = ({ signal }: RequestInit) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** The first half of a file, and then what `pull` does. */
function half(path: string, pull: () => Promise<void>): Response {
  const bytes = bytesOf(path);
  return new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes.subarray(0, 9)), pull }));
}

/** What browsers keep at an address until a reload. */
const httpCache = new Map<string, () => Response>();

const BEHAVIOURS: Record<string, (path: string, init: RequestInit) => Response | Promise<Response>> = {
  portal: () => portal(),
  'cacheable portal'(path) {
    httpCache.set(path, portal);
    return portal();
  },
  redirect: () => Object.defineProperty(portal(), 'redirected', { value: true }),
  'foreign redirect': () => Promise.reject(new TypeError('Failed to fetch')),
  silent: (_path, init) => silence(init),
  cut: (path) => half(path, () => Promise.reject(new TypeError('network error'))),
  drip: (path, init) => half(path, () => silence(init)),
  429: () => portal(429),
  500: () => portal(500),
  502: () => portal(502),
  503: () => portal(503),
};

let network: { behaviour?: string; isHarmed(path: string): boolean };
const behave = (behaviour?: string, isHarmed = (_path: string) => true) => {
  network = { ...(behaviour && { behaviour }), isHarmed };
};

async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  init.signal?.throwIfAborted();
  const path = pathOf(url);
  const stored = httpCache.get(path);
  if (stored && init.cache !== 'reload') return stored();
  httpCache.delete(path);
  const harm = network.isHarmed(path) && BEHAVIOURS[network.behaviour ?? ''];
  return harm ? harm(path, init) : new Response(bytesOf(path));
}

const skipWaiting = vi.fn(async () => undefined);
let browser: ReturnType<typeof stubWorker>;
let worker: typeof import('./app-shell.ts') & typeof import('./optional-files.ts');

beforeAll(async () => {
  const manifest = FILES.map(async (url) => ({ url, revision: null, integrity: await integrityOf(bytesOf(url)) }));
  browser = stubWorker({ manifest: await Promise.all(manifest), fetch: fetchFile, scope: { skipWaiting } });
  worker = { ...(await import('./app-shell.ts')), ...(await import('./optional-files.ts')) };
  worker.cacheAppShell();
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** How many digests are being computed, which takes real time. */
let digesting = 0;

beforeEach(async () => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...parameters) => {
    digesting += 1;
    return digest(...parameters).finally(() => {
      digesting -= 1;
    });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  httpCache.clear();
  skipWaiting.mockClear();
  for (const name of await browser.caches.keys()) await browser.caches.delete(name);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** Runs this to its end, however long the network takes; `minutes` by the worker's clock. */
async function run<Result>(work: Promise<Result>): Promise<{ result?: Result; error?: unknown; minutes: number }> {
  const over: { result?: Result; error?: unknown } = {};
  let seconds = 0;
  let isOver = false;
  void work
    .then(
      (result) => Object.assign(over, { result }),
      (error: unknown) => Object.assign(over, { error }),
    )
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    for (let turn = 0; (turn < 20 || digesting > 0) && !isOver; turn += 1) await vi.advanceTimersByTimeAsync(0);
    if (!isOver) await vi.advanceTimersByTimeAsync(1_000);
    if (!isOver) seconds += 1;
  }
  return { ...over, minutes: seconds / 60 };
}

const install = () => run(browser.dispatch('install'));

/** The paths of all stored files; a wrong one is marked. */
async function listStored(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await browser.caches.keys()) {
    const cache = await browser.caches.open(name);
    for (const { url } of await cache.keys()) {
      const stored = await (await cache.match(url))?.text();
      const isGood = stored === new TextDecoder().decode(bytesOf(pathOf(url)));
      found.push(isGood ? pathOf(url) : `${pathOf(url)} is wrong`);
    }
  }
  return found.sort();
}

const cacheName = async () => (await browser.caches.keys()).find((name) => name.startsWith('workbox-precache')) ?? '';

describe.each(Object.keys(BEHAVIOURS))('with %s', (behaviour) => {
  test('an installation fails within minutes, stores nothing wrong, and the next one succeeds', async () => {
    behave(behaviour, (path) => path === APP[1]);
    const failed = await install();
    expect(failed.error).toBeInstanceOf(Error);
    expect(failed.minutes).toBeLessThanOrEqual(2.1);
    expect(await listStored()).toEqual([APP[0]]);
    behave();
    expect(await install()).not.toHaveProperty('error');
    expect(await listStored()).toEqual(APP.toSorted());
    expect(skipWaiting).not.toHaveBeenCalled();
  });

  test('an update fails while one of the courier’s files does not come, and keeps the earlier one', async () => {
    behave();
    const earlier = await browser.caches.open('courier');
    await earlier.put(`${ORIGIN}/assets/courier-00000000.js`, new Response(bytesOf('assets/courier-00000000.js')));
    behave(behaviour, (path) => path === COURIER);
    expect((await install()).error).toBeInstanceOf(Error);
    expect(await listStored()).toEqual([...APP, 'assets/courier-00000000.js', COURIERS[1]].toSorted());
    behave();
    expect(await install()).not.toHaveProperty('error');
    expect(await listStored()).toEqual([...APP, ...COURIERS, 'assets/courier-00000000.js'].toSorted());
  });

  test('a repair replaces what it can, and the rest later', async () => {
    behave();
    await install();
    const cache = await browser.caches.open(await cacheName());
    for (const { url } of await cache.keys()) await cache.put(url, portal());
    behave(behaviour, (path) => path === APP[1]);
    expect((await run(worker.repairFiles())).result).toEqual({ repaired: 2, broken: 1 });
    expect(await listStored()).toEqual([APP[0], APP[2], `${APP[1]} is wrong`].toSorted());
    behave();
    expect((await run(worker.repairFiles())).result).toEqual({ repaired: 1, broken: 0 });
    expect(await listStored()).toEqual(APP.toSorted());
  });

  test('a courier’s pages are stored only as built, and fetched again afterwards', async () => {
    behave(behaviour);
    expect((await run(worker.cachePagesOf('courier'))).result).toBe(false);
    expect(await listStored()).toEqual([]);
    behave();
    expect((await run(worker.cachePagesOf('courier'))).result).toBe(true);
    expect(await listStored()).toEqual(COURIERS.toSorted());
    // An earlier version may have stored them like this.
    const cache = await browser.caches.open('courier');
    await cache.put(`${ORIGIN}/${COURIER}`, portal());
    expect((await run(worker.cachePagesOf('courier'))).result).toBe(true);
    expect(await listStored()).toEqual(COURIERS.toSorted());
  });
});

test('the pages of a role are cached for those who have it, and updated', async () => {
  behave();
  await install();
  expect(await listStored()).toEqual(APP.toSorted());
  expect((await run(worker.cachePagesOf('desk'))).result).toBe(true);
  expect(await listStored()).toEqual([...APP, ...DESKS].toSorted());
  await (await browser.caches.open('desk')).delete(`${ORIGIN}/${DESKS[0]}`);
  await install();
  expect(await listStored()).toEqual([...APP, ...DESKS].toSorted());
});
