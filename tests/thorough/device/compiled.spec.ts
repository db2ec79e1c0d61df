import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { expect, test } from '../../journeys/support/journey.ts';
import { type BareBrowser, type BarePage, connectTo } from '../../support/bare-browser.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../support/chromium.ts';
import { until } from '../../support/until.ts';

interface Compilation {
  name: string;
  args: { fileName?: string; data?: { consumedCacheSize?: number } };
}

/** Opens a page until it has started. It stays open: V8 keeps what it compiled a little later. */
async function open(browser: BareBrowser, address: string): Promise<BarePage> {
  const page = await browser.open();
  await page.send('Page.enable');
  await page.send('Page.navigate', { url: address });
  const hasStarted = () =>
    page.evaluate(`Boolean(document.querySelector('[aria-label="Open menu"]:not([aria-disabled])'))`);
  await until('the page has started', hasStarted);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  return page;
}

/** Which scripts of these pages V8 did not have to compile. */
async function listCompiled(browser: BareBrowser, addresses: string[]): Promise<string[]> {
  const pages: BarePage[] = [];
  const events = await browser.trace(['v8', 'devtools.timeline'], async () => {
    for (const address of addresses) pages.push(await open(browser, address));
  });
  for (const page of pages) await page.close();
  const compilations = events as unknown as Compilation[];
  return compilations
    .filter(({ name, args }) => name === 'v8.compileModule' && args.data?.consumedCacheSize)
    .map(({ args }) => args.fileName?.replace(/^.*\/([a-z-]+?)-[\w-]{8}\.js$/, '$1') ?? '');
}

// Playwright is left out: its developer tools change how scripts are loaded.
test('pages of the installed app are compiled once', async ({ app }) => {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-compiled-'));
  const port = await findFreePort();
  const own = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, '--headless=new', 'about:blank'];
  const chromium = spawn(findChromium() ?? 'chromium', [...CHROMIUM_FLAGS, ...own], { stdio: 'ignore' });
  try {
    const address = `http://127.0.0.1:${port}`;
    await until('Chromium has started', () =>
      fetch(`${address}/json/version`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const browser = await connectTo(address);
    const addresses = ['/track', '/login'].map((path) => app.url + path);
    // The first visit has no worker yet, and the second one has nothing compiled.
    await open(browser, `${app.url}/track`);
    for (const address of addresses) await open(browser, address);
    await expect
      .poll(() => listCompiled(browser, addresses), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['index', 'track', 'forms']));
    await browser.close();
  } finally {
    if (chromium.exitCode === null) {
      chromium.kill();
      await once(chromium, 'exit');
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});
