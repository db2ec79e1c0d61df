import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, waitUntilHydrated, withoutWorker } from './support/journey.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';
import { manifestOf } from './support/opened-at.ts';

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share tracking link' });
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Web Share, which no headless browser has: records what it gets and ends as the test says. */
async function giveShare(page: Page, ...ends: (string | null)[]): Promise<void> {
  await page.addInitScript((left) => {
    const given: ShareData[] = [];
    Object.assign(window, { given });
    Object.assign(navigator, {
      canShare: (data: ShareData) => URL.canParse(data.url ?? ''),
      async share(data: ShareData) {
        given.push(data);
        const end = left.shift();
        if (end) throw new DOMException('no', end);
      },
    });
  }, ends);
}

test('a tracking link is shared with another app; cancelling shows nothing', async ({ app, page, context }) => {
  await withoutWorker(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await giveShare(page, null, 'AbortError', 'NotAllowedError');
  const { trackingId } = await app.shipment();
  await page.goto(`/track/${trackingId}?detailed=true`);
  await page.evaluate(() => navigator.clipboard.writeText('as before'));
  await shareButton(page).click();
  const given = () => page.evaluate(() => (window as unknown as { given: ShareData[] }).given);
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  expect(await given()).toEqual([{ title: `Shipment ${groups}`, url: `${app.url}/track/${trackingId}` }]);

  await shareButton(page).click();
  expect(await given()).toHaveLength(2);
  expect(await readClipboard(page)).toBe('as before');
  await expect(page.getByText('Tracking link copied')).toHaveCount(0);

  // A browser that has it and does not let us use it copies instead.
  await shareButton(page).click();
  await expect(page.getByText('Tracking link copied')).toBeVisible();
  expect(await readClipboard(page)).toBe(`${app.url}/track/${trackingId}`);
});

test('without sharing the link is copied, and the page says if that is not allowed either', async ({
  app,
  page,
  context,
}) => {
  await withoutWorker(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { trackingId } = await app.shipment();
  await page.goto(`/track/${trackingId}`);
  await waitUntilHydrated(page);
  await shareButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tracking link copied')).toBeVisible();
  expect(await readClipboard(page)).toBe(`${app.url}/track/${trackingId}`);
  await expectAccessible(page);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await shareButton(page).click();
  await expect(page.getByText('Tracking link not copied')).toBeVisible();
  await expect(page.getByText('Copy it from the address bar.')).toBeVisible();
});

test('text shared by other apps opens the shipment it names, and without a tracking ID it is put in the form, with a message', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  await withoutLookupPause(page);
  let { trackingId } = await app.shipment();
  // In small letters a word has to have a digit to be taken for an ID: one in sixty has none.
  while (!/\d/.test(trackingId)) ({ trackingId } = await app.shipment());
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  const { whenShared, whenFollowed, protocol } = await manifestOf(page);
  expect(protocol).toBe('web+waybill');
  await page.goto('/login');
  await page.goto(
    whenShared({ title: 'Message', text: `Hello, your parcel ${groups.toLowerCase()} left from Porto today.` }),
  );
  await expect(page).toHaveURL(`/track/${trackingId}`);
  // The way back does not lead into it again.
  await page.goBack();
  await expect(page).toHaveURL('/login');
  for (const address of [
    whenShared({ url: `https://elsewhere.example/track/${trackingId}?detailed=true` }),
    whenFollowed(`web+waybill:${trackingId}`),
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL(`/track/${trackingId}`);
  }

  await page.goto(whenShared({ title: 'Dinner', text: '<img src=x onerror=alert(1)> on Friday' }));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to track shipment');
  await expect(alert).toContainText(
    'We couldn’t find a tracking ID in what you shared. Type it, or scan the code on the parcel.',
  );
  const field = page.getByLabel('Tracking ID');
  await expect(field).toHaveValue('<img src=x onerror=alert(1)> on Friday Dinner');
  await expectAccessible(page);
  // Somebody pastes the whole link.
  await field.fill(`https://elsewhere.example/track/${trackingId}?detailed=true`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/track/${trackingId}`);

  await page.goto(whenShared({ text: 'parcel '.repeat(200) }));
  await expect(alert).toContainText('We couldn’t find a tracking ID in what you shared.');
  expect((await field.inputValue()).length).toBeLessThanOrEqual(100);
});

test('the installed app follows what is opened while it runs, and opens a window beside a form that is being filled in', async ({
  app,
  page,
  context,
}) => {
  await withoutWorker(page);
  // A headless browser has no installed app to launch.
  await page.addInitScript(() => {
    const setConsumer = (consumer: (launch: { targetURL: string }) => void) =>
      Object.assign(window, { launch: (targetURL: string) => consumer({ targetURL }) });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  const launch = (path: string) =>
    page.evaluate((url) => (window as unknown as { launch(url: string): void }).launch(url), app.url + path);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await launch('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  // The icon opens the app, whatever page it shows.
  await launch('/');
  await expect(page).toHaveURL('/reset-password');

  await page.getByLabel('Email').fill('half.typed@example.com');
  const opened = context.waitForEvent('page');
  await launch('/track?text=W48207K159XQ');
  await expect(await opened).toHaveURL(/\/track/);
  await expect(page.getByLabel('Email')).toHaveValue('half.typed@example.com');
});
