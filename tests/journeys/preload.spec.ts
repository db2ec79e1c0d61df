import { expect, expectAccessible, openAs, test, untilQuiet, withoutWorker } from './support/journey.ts';

// A page that starts to follow its data fetches it once more. After some seconds a page saves the
// newest shipments for later, and then needs no data to open one.
test.beforeEach(async ({ reports, page }) => {
  reports.allow(/ERR_FAILED/);
  // Its cache would hide requests to the server.
  await withoutWorker(page);
  await page.route(/\/cache-shipments-/, (route) => route.abort());
  await page.route(/live\.follow/, (route) => route.abort());
});

test('pointing at a link loads its code once, a click nothing more', async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.shipment({ description: 'Loaded ahead' });
  const manager = await app.person({ email: 'ahead@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments');
  const link = page.getByRole('link', { name: 'Loaded ahead' });
  await expect(link).toBeVisible();
  await untilQuiet(page);
  let paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const scripts = () => paths.filter((path) => /^\/assets\/.*\.js$/.test(path));
  const isData = (path: string) => /[/,]shipmentAdmin\.getShipment(,|$)/.test(path);
  const point = async () => {
    const answer = page.waitForResponse((one) => isData(new URL(one.url()).pathname));
    await link.hover();
    await (await answer).finished();
    await untilQuiet(page);
  };

  await point();
  expect(scripts().some((path) => path.startsWith('/assets/manager-'))).toBe(true);
  expect(scripts()).toHaveLength(new Set(scripts()).size);
  paths = [];
  await page.mouse.move(5, 400);
  await point();
  expect(scripts()).toEqual([]);
  expect(paths.filter(isData)).toHaveLength(1);

  paths = [];
  // Without moving the pointer, which could count as pointing at it again.
  await link.dispatchEvent('click');
  await expect(page.getByText('Sender code')).toBeVisible();
  await untilQuiet(page);
  // Apart from the stream of news, which a page keeps trying to open, and what saves the newest shipments.
  const isAsked = (path: string) => /^\/(assets|api)\//.test(path) && !/live\.follow$|\/cache-shipments-/.test(path);
  expect(paths.filter(isAsked)).toEqual([]);
});

test('a missing chunk does not matter until its page is opened', async ({ context, page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/track');
  await untilQuiet(page);
  await page.evaluate(() => Object.assign(window, { isFirstVisit: true }));
  await page.route('**/assets/forms-*.js', (route) => route.abort());
  const link = page.getByRole('banner').getByRole('link', { name: 'Login or signup' });
  const failed = page.waitForEvent('requestfailed');
  await link.hover();
  await failed;
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  expect(await page.evaluate(() => 'isFirstVisit' in window)).toBe(true);

  // Going there reloads the app once; if that does not help, the error element says what to do.
  await link.click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This page couldn’t be shown');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // Without a network it says so, as every page does.
  await context.setOffline(true);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expectAccessible(page);
  // The pages that are there can still be opened.
  await page.getByRole('banner').getByRole('link', { name: 'Tracking' }).click();
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
});
