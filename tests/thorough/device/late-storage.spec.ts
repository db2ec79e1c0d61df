import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  button,
  letUndoPass,
  link,
  listFacts,
  preparePhone,
  releaseRun,
  saved,
  startRun,
} from '../../journeys/support/courier.ts';
import { waitUntilStored } from '../../journeys/support/device.ts';
import { expect, test } from '../../journeys/support/journey.ts';
import { switchOn } from '../../journeys/support/mortal-phone.ts';
import { delayStorage } from '../../support/delay-storage.ts';
import { startHostileProxy } from '../../support/hostile-proxy.ts';

const LATE_MS = [1_000, 3_000, 10_000, 30_000];

/** Notes whether the page ever gave up. */
function watchForNoResponse(): void {
  new MutationObserver(() => {
    if (document.body?.textContent.includes('No response')) document.documentElement.dataset.gaveUp = 'true';
  }).observe(document, { childList: true, subtree: true });
}

const waiting = (page: Page) => page.getByText('Waiting for this device’s storage.');

for (const network of ['good', 'silent', 'refused'] as const) {
  test(`a killed phone whose storage is late shows its run on a ${network} network`, async ({ app }) => {
    test.setTimeout(600_000); // it starts a browser seven times
    const proxy = await startHostileProxy(app.url);
    const run = await releaseRun(app, `late-${network}`, [1, 1]);
    const profile = await mkdtemp(join(tmpdir(), 'waybill-late-'));
    const start = (ms = 0) =>
      switchOn(profile, proxy.url, async (context) => {
        await context.addInitScript(watchForNoResponse);
        if (ms > 0) await context.addInitScript(delayStorage, ms);
      });
    try {
      const first = await start();
      await preparePhone(first.page, run.courier.email);
      await startRun(app, run);
      await first.page.goto('/courier');
      await waitUntilStored(first.page, 'courier-run', '"status":"active"');
      // Closed properly, it has written the login down.
      await first.context.close();

      if (network !== 'good') {
        proxy.behave('silent');
        const { page, kill } = await start();
        await page.goto('/courier');
        await link(page, 'Next stop: 1').click();
        await link(page, 'Problem').click();
        await button(page, 'Nobody home').click();
        await saved(page, 'Nobody home, Receiver 1');
        await kill();
      }
      if (network === 'refused') await proxy.stop();

      for (const ms of LATE_MS) {
        const { page, kill } = await start(ms);
        await page.goto('/courier', { waitUntil: 'commit' });
        if (ms > 1_000) await expect(waiting(page), String(ms)).toBeVisible();
        const stop = network === 'good' ? 'Next stop: 1' : 'Next stop: 2';
        await expect(link(page, stop), String(ms)).toBeVisible();
        await expect(waiting(page), String(ms)).toHaveCount(0);
        expect(await page.locator('html').getAttribute('data-gave-up'), String(ms)).toBeNull();
        await kill();
      }

      if (network !== 'silent') return;
      // Nothing that was read late was overwritten: the visit arrives, once.
      proxy.behave('honest');
      const { page, context } = await start(3_000);
      await page.goto('/courier');
      await expect(link(page, 'Next stop: 2')).toBeVisible();
      await letUndoPass(page);
      const kinds = async () => (await listFacts(app, run.courier.id)).map(({ kind }) => kind);
      await expect.poll(kinds).toEqual(['load', 'start', 'visit']);
      await context.close();
    } finally {
      if (network !== 'refused') await proxy.stop();
      await rm(profile, { recursive: true, force: true });
    }
  });
}
