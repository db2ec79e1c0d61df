/** Pages that come piece by piece over a slow network: whatever is on the screen stays where it is. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  plantSession,
  type RunningApp,
  test,
  untilQuiet,
  withoutWorker,
} from '../../journeys/support/journey.ts';
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../support/chromium.ts';
import { settleOnce, testSweeps, type Visit } from './inhabited.ts';

// A machine without a camera says so instead of showing what it sees.
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { executablePath: findHeadlessShell(), args: [...CHROMIUM_FLAGS, ...CAMERA] } });

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
/** Google's limit for a good page is five times as high. */
const MAX_SHIFT = 0.02;
/** A poor mobile network. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 250_000, uploadThroughput: 100_000 };
/** Responses arrive one by one, in an order unrelated to the page. */
const APART_MS = 250;

interface Shift {
  value: number;
  /** What moved, from where to where. */
  moved: string[];
}

/** Counts every shift of each document, also of those after someone's touch: there is none. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const nameOf = (node: Node | null) =>
      node instanceof Element
        ? `<${node.localName} class="${node.className}"> ${node.textContent?.slice(0, 40)}`
        : `“${node?.nodeValue?.slice(0, 40)}”`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function throttle(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('Network.enable');
  await device.send('Network.emulateNetworkConditions', SLOW);
  await page.route('**/api/trpc/**', async (route) => {
    const procedure = new URL(route.request().url()).pathname;
    const place = [...procedure].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4;
    await wait(place * APART_MS);
    // Its page may be gone.
    await route.continue().catch(() => undefined);
  });
}

/** Opens an address as on a device that has seen nothing yet. */
async function openFirst(page: Page, app: RunningApp, address: string): Promise<void> {
  await page.goto('about:blank');
  const device = await page.context().newCDPSession(page);
  await device.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'indexeddb,cache_storage' });
  await device.detach();
  await page.goto(address);
  await untilQuiet(page);
  await expect(page.locator('main .skeleton, main [aria-busy="true"]'), address).toHaveCount(0);
}

async function sweep(app: RunningApp, page: Page, visits: Visit[]): Promise<void> {
  test.setTimeout(900_000);
  const { people, fill } = await settleOnce(app);
  await withoutWorker(page);
  await watchShifts(page);
  for (const { as, routes, views } of visits) {
    if (as) await plantSession(page, people[as].email);
    await throttle(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const path of [...routes.map(([, path]) => path), ...views]) {
        await openFirst(page, app, fill(path));
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        const moved = shifts.flatMap((shift) => [shift.value.toFixed(3), ...shift.moved]).join('\n');
        expect.soft(sum, `${path} at ${size.width}\n${moved}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

const nameOf = (who: string) => `no page of ${who.split(',')[0]} moves while it comes over a slow network`;

testSweeps(nameOf, sweep);
