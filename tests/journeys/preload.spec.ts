import { expect, expectAccessible, test, untilQuiet, withoutWorker } from './support/journey.ts';

test('a missing chunk does not matter until its page is opened', async ({ context, page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
  // Its cache would hide requests to the server.
  await withoutWorker(page);
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
  // Like every page, it says so when there is no network.
  await context.setOffline(true);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expectAccessible(page);
  // The pages that are there can still be opened.
  await page.getByRole('banner').getByRole('link', { name: 'Tracking' }).click();
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
});
