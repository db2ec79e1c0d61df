import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import { callOnce, lookUps } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';

const OPENINGS = 5;
export const CPU_SLOWDOWN = 4;

/** What an installed app needs of a device: little storage, and a moment offline. */
export const offline: Figure = {
  name: 'offline',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { trackingId } = await workshop.parcels(10_000);
    const [request] = lookUps([trackingId]);
    if (!request) throw new Error('No parcel');
    const { description } = await callOnce<{ description: string }>(url, request);
    const browser = await workshop.browser();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const address = url + paths.trackedShipment(trackingId);
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    // Now through the worker, which keeps what it sees.
    await page.goto(address, { waitUntil: 'networkidle' });
    const precached = await bytesPrecached(page);
    await page.close();

    await context.setOffline(true);
    const times: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1)
      times.push(await measureOpening(context, address, description));
    const explain = async () => {
      const file = join(workshop.reports, 'offline-trace.json');
      const cold = await context.newPage();
      await browser.startTracing(cold, { path: file });
      await cold.goto(address);
      await cold.getByText(description).first().waitFor();
      await writeFile(file, await browser.stopTracing());
      return file;
    };
    return [
      absoluteRow({
        what: `Warm opening of a seen shipment without network, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(times),
        unit: ' ms',
        limit: { atMost: 1_000 },
        explain,
      }),
      absoluteRow({ what: 'Precache, uncompressed', value: precached / 1024, unit: ' KiB', limit: { atMost: 1024 } }),
    ];
  },
};

/** The bodies of everything the worker keeps before anybody asks for it. */
function bytesPrecached(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let bytes = 0;
    for (const name of await caches.keys()) {
      if (!name.startsWith('workbox-precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
    }
    if (bytes === 0) throw new Error('Nothing is precached');
    return bytes;
  });
}

/** Milliseconds from the navigation until the text has been painted, on a slow device. */
export async function measureOpening(context: BrowserContext, address: string, text: string): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript((wanted) => {
    const shown = () => document.body?.textContent?.includes(wanted);
    new MutationObserver((_changes, observer) => {
      if (!shown()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  await page.goto(address, { waitUntil: 'commit' });
  const mark = await page.waitForFunction(() => performance.getEntriesByName('shown')[0]?.startTime);
  const time = (await mark.jsonValue()) ?? Number.NaN;
  await page.close();
  return time;
}
