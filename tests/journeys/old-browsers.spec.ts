import type { BrowserContext } from '@playwright/test';
import { waitUntilCached } from './support/device.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
import { addLocation, listEntries, NETWORK } from './support/tablet.ts';

const TOO_OLD = 'This browser is too old for this site.';

/** A browser without the features missing in the oldest ones that the README names. */
const asTheOldest = (context: BrowserContext) =>
  context.addInitScript(() => {
    Reflect.deleteProperty(Promise, 'withResolvers');
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
    Reflect.deleteProperty(URL, 'canParse');
  });

test('a browser that is too old sees on every page which browsers work', async ({ page, context, reports }) => {
  reports.allow(/status of 404/);
  await context.addInitScript(() => Reflect.deleteProperty(String.prototype, 'toWellFormed'));
  for (const path of ['/track', '/track/W0000000000A', '/login']) {
    await page.goto(path);
    const notice = page.getByRole('alert');
    await expect(notice, path).toContainText(TOO_OLD);
    await expect(notice, path).toContainText('Firefox 121, Safari 16.4');
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration()), path).toBeUndefined();
  }
});

test('a browser without module support gets the same notice', async ({ app, page }) => {
  await withoutWorker(page);
  const html = await (await fetch(`${app.url}/login`)).text();
  expect(html).toContain('<script nomodule src="/too-old.js"></script>');
  await page.goto('/login');
  await expect(page.getByText(TOO_OLD)).toHaveCount(0);
  await page.evaluate(`import('/too-old.js')`);
  await expect(page.getByRole('alert')).toContainText(TOO_OLD);
});

test('the oldest browsers sign in, show messages and send from the outbox', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await asTheOldest(context);
  const { email } = await app.person({ email: 'old.phone@example.com', manager: true });
  const { id } = await app.shipment();
  await openAs(page, email, `/manager/shipments/${id}`);
  await waitUntilCached(page);
  await context.setOffline(true);
  await addLocation(page, 'From an old phone');
  // This browser hides what it takes for a popover; those that know none do not.
  await expect(page.locator('.toasts')).toContainText('Waiting to send');
  await context.setOffline(false);
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'From an old phone']);
});

test('the worker calls nothing that the oldest browsers lack', async ({ app }) => {
  const worker = await (await fetch(`${app.url}/service-worker.js`)).text();
  expect(worker).toContain('pages-before-sign-out');
  for (const name of ['Response.json', 'Promise.withResolvers']) expect(worker).not.toContain(name);
});

test('the stylesheet uses no colors that the oldest browsers lack', async ({ app }) => {
  const html = await (await fetch(`${app.url}/login`)).text();
  const [, path = ''] = /href="([^"]+\.css)"/.exec(html) ?? [];
  const style = await (await fetch(app.url + path)).text();
  expect(style).toContain('--paper:');
  expect(style).not.toContain('light-dark(');
});
