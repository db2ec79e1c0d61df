/** Scripts that do not come, or fail at a bad moment. */
import { expect, test, untilQuiet, withoutWorker } from '../../journeys/support/journey.ts';

test.use({ viewport: { width: 1280, height: 800 } });
test.beforeEach(({ page }) => withoutWorker(page));

test('a part that fails while the page is left calls nobody back', async ({ page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
  await page.goto('/track');
  await untilQuiet(page);
  // Firefox ends what the page is loading once the browser has begun to leave it; here that is done by hand.
  const hasLeft = Promise.withResolvers<void>();
  const hasFailed = Promise.withResolvers<void>();
  await page.route('**/assets/forms-*.js', async (route) => {
    await hasLeft.promise;
    await route.abort();
  });
  await page.route(/track\?error=/, async (route) => {
    hasLeft.resolve();
    await hasFailed.promise;
    await route.continue();
  });
  const failed = page.waitForEvent('requestfailed');
  const reported = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.getByRole('banner').getByRole('link', { name: 'Login or signup' }).click();
  const left = page.goto('/track?error=Elsewhere');
  await failed;
  await reported;
  hasFailed.resolve();
  await left;
  await expect(page).toHaveURL('/track?error=Elsewhere');
});

test('a first page whose scripts do not come tries again by itself', async ({ page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|Failed to fetch/);
  await page.clock.install();
  let isAway = true;
  await page.route('**/assets/index-*.js', (route) => (isAway ? route.abort() : route.continue()));
  const failed = page.waitForEvent('pageerror');
  await page.goto('/login');
  await failed;
  isAway = false;
  await page.clock.runFor(61_000);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});
