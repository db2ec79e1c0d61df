import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import { type Figure, ratioRow } from '../figure.ts';

interface Script {
  file: string;
  bytes: number;
}

/**
 * The sizes of a page's scripts over the wire, without the service worker's. Those after the `load` event count as
 * well: starting the app after the first paint gains nothing here.
 */
async function scriptsOf(browser: Browser, url: string): Promise<Script[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: Promise<Script>[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' || request.serviceWorker()) return;
    const file = new URL(request.url()).pathname;
    const measure = async () => {
      const response = await request.response();
      await response?.finished();
      const { responseBodySize } = await request.sizes();
      const coding = await response?.headerValue('content-encoding');
      // Files too small to benefit stay as they are.
      if (coding !== 'br' && responseBodySize > 512) throw new Error(`${file} came as ${coding}, not as brotli`);
      return { file, bytes: responseBodySize };
    };
    asked.push(measure());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(asked);
  await context.close();
  return scripts;
}

const pagesOf = (trackingId: string) => [
  { name: '/track', path: paths.track(), atMost: 1.12 },
  { name: '/track/{id}', path: paths.trackedShipment(trackingId), atMost: 1.5 },
  { name: '/login', path: paths.login(), atMost: 1.4 },
];

export const scripts: Figure = {
  name: 'scripts',
  async measure(workshop) {
    const browser = await workshop.browser();
    const app = await workshop.app();
    const { trackingId } = await workshop.parcels(10_000);
    const hello = await scriptsOf(browser, (await workshop.helloWorld()).url);
    const sizeOf = (list: Script[]) => list.reduce((sum, { bytes }) => sum + bytes, 0);
    const said = (list: Script[]) => `${(sizeOf(list) / 1000).toFixed(1)} kB`;
    const rows = [];
    for (const { name, path, atMost } of pagesOf(trackingId)) {
      const ours = await scriptsOf(browser, app.url + path);
      const explain = async () => {
        const file = join(workshop.reports, `scripts${name.replaceAll(/\W+/g, '-')}.json`);
        await writeFile(file, JSON.stringify({ ours, hello }, null, 2));
        return file;
      };
      rows.push(
        ratioRow({
          what: `Scripts of ${name}, brotli`,
          ours: said(ours),
          comparedWith: `${said(hello)} hello-world`,
          ratio: sizeOf(ours) / sizeOf(hello),
          limit: { atMost },
          explain,
        }),
      );
    }
    await browser.close();
    return rows;
  },
};
