import { PORTAL_PAGE } from '../support/hostile-proxy.ts';
import { waitUntilCached, waitUntilStored } from './support/device.ts';
import { expect, openAs, test } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

test('what was seen stays on networks in trouble, with the reason', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  reports.allow(/status of 50\d/);
  const { email } = await app.person({ email: 'in.trouble@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: email, description: 'A parcel that stays' });
  const age = (words: string) => page.getByText(new RegExp(`^Last updated \\d\\d:\\d\\d [AP]M\\. ${words}`));
  await page.goto('/track');
  await waitUntilCached(page);
  // The worker’s copy, of a visitor, and what the page itself has stored for a person.
  for (const [path, open] of [
    [`/track/${trackingId}`, () => page.goto(`/track/${trackingId}`)],
    ['/packages', () => openAs(page, email, '/packages')],
  ] as const) {
    await open();
    const seen = page.getByRole('main').getByText('A parcel that stays').first();
    await expect(seen).toBeVisible();
    await waitUntilCached(page);
    if (path === '/packages') await waitUntilStored(page, 'own-shipments', 'A parcel that stays');
    let trouble: 'portal' | 'cut' | undefined = 'portal';
    await context.route(/\/api\/trpc\/(?!live)/, (route) => {
      if (trouble === 'portal') return route.fulfill({ contentType: 'text/html', body: PORTAL_PAGE });
      return trouble === 'cut' ? route.abort() : route.continue();
    });
    await page.reload();
    await expect(age('This Wi-Fi requires you to sign in'), path).toBeVisible();
    await expect(seen, path).toBeVisible();
    trouble = 'cut';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(age('The server isn’t responding'), path).toBeVisible();
    await expect(seen, path).toBeVisible();
    trouble = undefined;
    // The page also tries again by itself, and then the button is gone.
    await page.evaluate(() => {
      for (const button of document.querySelectorAll('button')) if (button.textContent === 'Try again') button.click();
    });
    await expect(page.getByText(/^Last updated/), path).toHaveCount(0);
    await context.unroute(/\/api\/trpc\/(?!live)/);
  }
});
