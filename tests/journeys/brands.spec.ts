import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkForUpdate, waitUntilCached } from './support/device.ts';
import { expect, startApp, test } from './support/journey.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path d="M0 0h60v20h-60z" fill="#00704a"/></svg>';

async function expectBrand(page: Page, name: string, accent: string): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(name);
  await expect(page).toHaveTitle(new RegExp(` – ${name}$`));
  await expect(page.getByRole('main').getByRole('button', { name: 'Track shipment' })).toHaveCSS(
    'background-color',
    accent,
  );
}

test('an installed app shows another brand after a restart, also offline', async ({ browser, reports }) => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-brand-'));
  await writeFile(join(folder, 'terms.md'), '# Terms of North\n\nWe carry parcels.');
  await writeFile(join(folder, 'logo.svg'), LOGO);
  const app = await startApp({ SITE_NAME: 'North & Sons', BRAND_COLOURS: 'accent=#00704a', BRAND_DIR: folder });
  const context = await browser.newContext({ baseURL: app.url, colorScheme: 'light' });
  reports.watch(context);
  reports.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await context.newPage();
  // A parcel's page and this one come with their content, which the app must agree with.
  const { trackingId } = await app.shipment();
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByRole('contentinfo')).toContainText('North & Sons');
  await page.goto('/track');
  await waitUntilCached(page);
  await expectBrand(page, 'North & Sons', 'rgb(0, 112, 74)');
  const mark = page.locator('.brand-mark');
  await expect(mark).toHaveCSS('background-image', /\/assets\/brand-logo-\w+\.png/);
  await expect(page.getByRole('link', { name: 'North & Sons' })).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of North' })).toBeVisible();
  await context.setOffline(false);

  const changed = { SITE_NAME: 'Quick Parcels', BRAND_COLOURS: 'accent=#6b21a8' };
  await app.whileAway(async () => {
    await writeFile(join(folder, 'terms.md'), '# Terms of Quick\n\nWe carry parcels faster.');
    await rm(join(folder, 'logo.svg'));
  }, changed);
  await page.goto('/track');
  expect(await checkForUpdate(page)).toBe('installed');
  await page.getByRole('button', { name: 'Update' }).click();
  await expectBrand(page, 'Quick Parcels', 'rgb(107, 33, 168)');
  await expect(mark).toHaveCSS('background-image', 'none');
  await waitUntilCached(page);

  await context.setOffline(true);
  await page.reload();
  await expectBrand(page, 'Quick Parcels', 'rgb(107, 33, 168)');
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of Quick' })).toBeVisible();
  await context.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
