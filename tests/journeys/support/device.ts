import type { BrowserContext, Page } from '@playwright/test';
import type { PageMessage, PagesOf } from '../../../src/pwa/messages.ts';
import { PORTAL_PAGE } from '../../support/hostile-proxy.ts';
import { until } from '../../support/until.ts';
import { expect, untilQuiet } from './journey.ts';

/** What opens now is cached. */
export async function waitUntilCached(page: Page): Promise<void> {
  // A new version may reload the page.
  await expect(async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }).toPass();
  await untilQuiet(page);
  // A parcel’s page arrives with its data: once there is a worker, it fetches what to cache.
  const [, trackingId] = /\/track\/([0-9A-Z]{12})\b/.exec(page.url()) ?? [];
  if (trackingId) await expect.poll(() => isStored(page, trackingId)).toBe(true);
  // The pages of a role are cached once its person is known.
  for (const [link, of] of [['/manager', 'desk'] as const, ['/shipping/new', 'shop'] as const]) {
    if ((await page.locator(`a[href="${link}"]`).count()) === 0) continue;
    await expect.poll(() => page.evaluate((name) => caches.has(name), of)).toBe(true);
    await expect.poll(() => askForPages(page, of)).toBe(true);
  }
}

/** The worker fetches them if it must. */
export const askForPages = (page: Page, of: PagesOf) =>
  page.evaluate(
    (message) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.isComplete);
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      }),
    { type: 'cache-pages', of } satisfies PageMessage,
  );

/** A metered connection saves only opened pages. */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

const isStored = (page: Page, trackingId: string) =>
  page.evaluate(async (part) => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().some(({ url }) => url.includes(part));
  }, trackingId);

/** Returns its final state, undefined if there is none. */
export function checkForUpdate(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { installing } = await (await navigator.serviceWorker.ready).update();
    return new Promise<string | undefined>((resolve) => {
      if (!installing) resolve(undefined);
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
}

/** Browsers stop an idle worker. This clears the memory cache, too. */
export async function stopWorker(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const stopped = new Promise<void>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.length > 0 && versions.every(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

export const poison = (page: Page, pattern: string) =>
  page.evaluate(
    async ({ pattern, html }) => {
      const [name = ''] = (await caches.keys()).filter((one) => one.startsWith('workbox-precache'));
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new RegExp(pattern).test(request.url)) continue;
        await cache.put(request, new Response(html, { headers: { 'content-type': 'text/html' } }));
      }
    },
    { pattern, html: PORTAL_PAGE },
  );

/** A URL that was never stored proves it. */
export async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(async () => {
    const proof = await page.evaluate(() =>
      fetch(`/api/countries?proof=${Math.random()}`).then(
        () => 'answered',
        () => 'cut',
      ),
    );
    expect(proof).toBe('cut');
  }).toPass();
}

/** It is Playwright’s page, or a tab of another engine. */
export interface Runner {
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

export interface StoredRow {
  database: string;
  store: string;
  key: string | number;
  value: unknown;
}

/** The keys stored beside them decrypt them. */
export function readDatabases(page: Runner): Promise<StoredRow[]> {
  return page.evaluate(async () => {
    interface Sealed {
      sealed?: { iv: BufferSource; bytes: BufferSource };
      userId?: string;
    }
    const unseal = async (name: string, { sealed, ...rest }: Sealed) => {
      if (!sealed) return rest;
      const owner = rest.userId ? `outbox-${rest.userId}` : name.replace('waybill-', '');
      const stored = await (await caches.open('keys')).match(`/keys/${owner}`);
      const bytes = await stored?.arrayBuffer();
      if (!bytes) return null;
      const key = await crypto.subtle.importKey('raw', bytes.slice(0, 32), 'AES-GCM', false, ['decrypt']);
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes);
      return { ...rest, ...JSON.parse(new TextDecoder().decode(text)) };
    };
    const found: { database: string; store: string; key: string | number; value: unknown }[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const read = <Read>(request: IDBRequest<Read>) =>
          new Promise<Read>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const [keys, values] = await Promise.all([read(objects.getAllKeys()), read(objects.getAll())]);
        for (const [place, key] of keys.entries()) {
          const value: unknown = values[place];
          const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
          const clear = isObject && 'sealed' in value ? await unseal(name, value as Sealed) : value;
          found.push({ database: name, store, key: key as string | number, value: clear });
        }
      }
      database.close();
    }
    return found;
  });
}

/** Data that must survive a power cut is not sealed for a minute. */
export const ageKeys = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('keys');
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer();
      await cache.put(request, new Response(bytes, { headers: { 'x-made-at': String(Date.now() - 61_000) } }));
    }
  });

/** Its key or data has this text. */
export function waitUntilStored(page: Runner, name: string, text = ''): Promise<true> {
  return until(`“${name}” is stored with “${text}”`, async () => {
    const stored = (await readDatabases(page)).map(({ value }) => JSON.stringify(value));
    return stored.some((row) => row.includes(`"queryKey":["mine","${name}"`) && row.includes(text));
  });
}

/** It has both storages, every database and every cache. */
export async function readAllStorage(page: Runner): Promise<string> {
  const databases = await readDatabases(page);
  const others = await page.evaluate(async () => {
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const name of await caches.keys()) {
      if (name.startsWith('workbox-precache') || name === 'keys') continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        kept.push(name, request.url, [...request.headers], [...(answer?.headers ?? [])], await answer?.text());
      }
    }
    return JSON.stringify(kept);
  });
  return others + JSON.stringify(databases);
}
