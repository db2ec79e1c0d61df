import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import { callOnce, lookUps } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { CPU_SLOWDOWN, measureOpening } from '../slow-phone.ts';

const OPENINGS = 5;

/** What an installed app needs of a device: little storage, and a moment offline. */
export const offline: Figure = {
  name: 'offline',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { trackingId } = await workshop.parcels(10_000);
    const [request] = lookUps([trackingId]);
    if (!request) throw new Error('No parcel');
    const { description } = await callOnce<{ description: string }>(url, request);
    const address = url + paths.trackedShipment(trackingId);
    let precached = 0;
    const profile = await workshop.visitedProfile(async (context) => {
      const page = await context.newPage();
      await page.goto(address);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (navigator.serviceWorker.controller) return;
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      });
      // Now through the worker, which keeps what it sees.
      await page.goto(address, { waitUntil: 'networkidle' });
      precached = await bytesPrecached(page);
    });

    const phone = await workshop.phone(profile, { offline: true });
    const times: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1)
      times.push(await measureOpening(phone, address, description));
    await phone.close();
    const explain = async () => {
      const file = join(workshop.reports, 'offline-trace.json');
      const traced = await workshop.phone(profile, { offline: true });
      const events = await traced.trace(['devtools.timeline', 'v8', 'blink'], () =>
        measureOpening(traced, address, description),
      );
      await writeFile(file, JSON.stringify({ traceEvents: events }));
      await traced.close();
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
