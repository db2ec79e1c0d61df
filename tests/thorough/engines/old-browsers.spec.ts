import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import { waitUntilCached } from '../../journeys/support/device.ts';
import { expect, openAs, signOut, submitLogin, test, withoutWorker } from '../../journeys/support/journey.ts';
import { addLocation, listEntries, NETWORK } from '../../journeys/support/tablet.ts';

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

test('an address without https, where browsers hash and lock nothing, is enough to work on', async ({
  app,
  browser,
}) => {
  const proxy = createServer((asked, answer) => {
    const { pathname, search } = new URL(asked.url ?? '/', app.url);
    const passedOn = request(app.url + pathname + search, { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passedOn).on('error', () => answer.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const context = await browser.newContext({ baseURL: 'http://waybill.lan', proxy: { server } });
  try {
    const { email, id: userId } = await app.person({ email: 'on.the.lan@example.com', manager: true });
    const { id } = await app.shipment();
    const page = await context.newPage();
    await page.goto('/login');
    expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator, 'caches' in window])).toEqual([
      false,
      false,
      false,
    ]);
    await submitLogin(page, email);
    await expect(page.getByRole('heading', { name: /^(Welcome|Manager)/ })).toBeVisible();
    await page.goto(`/manager/shipments/${id}`);
    await addLocation(page, 'Hangar 4');
    await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'Hangar 4']);
    await page.goto(`/manager/users/${userId}/account?view=add-deposit`);
    await page.getByLabel('Amount').fill('10');
    await page.getByLabel('Summary').fill('Counter');
    await page.getByLabel('Summary').press('Enter');
    await expect(page.getByRole('cell', { name: '$10.00' })).toBeVisible();
    await page.goto('/profile/offline');
    await expect(page.getByText('so nothing is available offline.')).toBeVisible();
    await page.goto('/profile');
    await signOut(page);
    await expect(page).toHaveURL('/login');
    expect(await app.database.query('select from sessions where user_id = $1', [userId])).toHaveLength(0);
  } finally {
    await context.close();
    proxy.close();
  }
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
