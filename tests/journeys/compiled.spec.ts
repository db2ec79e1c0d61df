import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/embedded-postgres/embedded-port.ts';
import { type BareBrowser, connectTo } from '../support/bare-browser.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts';
import { until } from '../support/until.ts';
import { expect, test } from './support/journey.ts';

interface Compilation {
  name: string;
  args: { fileName?: string; data?: { consumedCacheSize?: number } };
}

/** Opens a page until it has started. It stays open: V8 keeps what it compiled a little later. */
async function open(browser: BareBrowser, address: string): Promise<void> {
  const page = await browser.open();
  await page.send('Page.enable');
  await page.send('Page.navigate', { url: address });
  const hasStarted = () =>
    page.evaluate(`Boolean(document.querySelector('[aria-label="Open menu"]:not([aria-disabled])'))`);
  await until('the page has started', hasStarted);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
}

/** Which scripts of a page V8 did not have to compile. */
async function listCompiled(browser: BareBrowser, address: string): Promise<string[]> {
  const events = await browser.trace(['v8', 'devtools.timeline'], () => open(browser, address));
  const compilations = events as unknown as Compilation[];
  return compilations
    .filter(({ name, args }) => name === 'v8.compileModule' && args.data?.consumedCacheSize)
    .map(({ args }) => args.fileName?.replace(/^.*\/([a-z-]+?)-[\w-]{8}\.js$/, '$1') ?? '');
}

// Without Playwright, whose developer tools change how scripts are loaded.
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
    // The first visit has no worker yet.
    await open(browser, `${app.url}/track`);
    const again = (path: string) => expect.poll(() => listCompiled(browser, app.url + path), { timeout: 30_000 });
    await again('/track').toEqual(expect.arrayContaining(['index', 'track']));
    await again('/login').toEqual(expect.arrayContaining(['index', 'forms']));
    await browser.close();
  } finally {
    if (chromium.exitCode === null) {
      chromium.kill();
      await once(chromium, 'exit');
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});
