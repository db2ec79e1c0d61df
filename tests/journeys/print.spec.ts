import type { Page } from '@playwright/test';
import { expect, type RunningApp, signIn, test } from './support/journey.ts';

/** What no paper has any use for. */
const FOR_SCREENS = 'header, footer, nav, search, button, [role="button"], a[class*="btn-"], [role="status"].toasts';

/** The page as printed from dark mode: on white, with its content and no screen-only elements. */
async function expectPrinted(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body'), path).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const shown = await page
    .locator(FOR_SCREENS)
    .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 120)));
  expect(shown, path).toEqual([]);
  const words = await page.locator('main').innerText();
  expect(words.trim(), path).not.toBe('');
  const inks = await page
    .locator('main h1, main p, main td, main dd, main dt, main li')
    .evaluateAll((parts) => [
      ...new Set(parts.filter((part) => part.checkVisibility()).map((part) => getComputedStyle(part).color)),
    ]);
  for (const ink of inks) {
    const [red = 0, green = 0, blue = 0] = (ink.match(/\d+/g) ?? []).map(Number);
    expect(Math.min(red, green, blue), `${path} ${ink}`).toBeLessThan(130);
  }
  await page.emulateMedia({ media: null, colorScheme: null });
}

async function open(page: Page, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
  await expect(page.locator('main .skeleton, main [aria-busy="true"]')).toHaveCount(0);
}

async function expectAllPrinted(page: Page, pages: [path: string, heading: RegExp][]): Promise<void> {
  for (const [path, heading] of pages) {
    await open(page, path, heading);
    await expectPrinted(page, path);
  }
}

const settle = async (app: RunningApp, email: string) =>
  app.shipment({ description: 'Printed kiln', senderEmail: email, receiverEmail: email });

test('every page of a visitor and of a customer prints its content alone', async ({ app, page, reports }) => {
  // The not-found page, as sent by the server before the worker takes over.
  reports.allow(/status of 40[04]/);
  const customer = await app.person({ email: 'prints@example.com', courier: true });
  const { trackingId } = await settle(app, customer.email);
  await expectAllPrinted(page, [
    ['/track', /^Track shipment$/],
    [`/track/${trackingId}`, /\S/],
    ['/login', /^Login$/],
    ['/register', /^Create account$/],
    ['/reset-password', /^Reset password$/],
    ['/verify-email?token=0', /^Verification failed$/],
    ['/no/such/page', /^Page not found$/],
  ]);
  await signIn(page, customer.email);
  await expectAllPrinted(page, [
    ['/', /^Welcome/],
    ['/shipping', /^Outgoing shipments$/],
    ['/packages', /^Incoming shipments$/],
    [`/track/${trackingId}?detailed=true`, /\S/],
    ['/profile', /\S/],
    ['/profile/account', /^Account$/],
    ['/profile/settings', /^Security$/],
    ['/profile/offline', /^On this device$/],
    ['/outbox', /^Outbox$/],
    ['/courier', /^My run$/],
  ]);
  await open(page, '/packages', /^Incoming shipments$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(trackingId)).toBeVisible();
});

test('every page of a manager prints its content alone, and no private code', async ({ app, page }) => {
  const manager = await app.person({ email: 'prints.manager@example.com', manager: true });
  const { id, trackingId } = await settle(app, manager.email);
  await signIn(page, manager.email);
  await expectAllPrinted(page, [
    ['/manager', /^Manager$/],
    ['/manager/shipments', /^Shipments$/],
    ['/manager/shipments/create', /^Create shipment$/],
    [`/manager/shipments/${id}`, /\S/],
    [`/manager/shipments/${id}/history`, /^Shipment history$/],
    ['/manager/shipments/import', /^Import shipments$/],
    ['/manager/users', /^Users$/],
    [`/manager/users/${manager.id}`, /\S/],
    [`/manager/users/${manager.id}/shipments`, /\S/],
    [`/manager/users/${manager.id}/account`, /\S/],
    [`/manager/users/${manager.id}/history`, /\S/],
    ['/manager/runs', /^Runs$/],
    ['/manager/mail', /^Mail$/],
    ['/manager/settings', /^Settings$/],
  ]);

  await open(page, `/manager/shipments/${id}`, new RegExp(trackingId.slice(0, 4)));
  await page.getByRole('button', { name: 'Show codes' }).first().click();
  const code = page.getByRole('definition').filter({ hasText: /^[0-9A-Z]{4} ?[0-9A-Z]{4} ?[0-9A-Z]{4}$/ });
  await expect(code).toHaveCount(2);
  await expect(code.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [code.first(), code.last(), page.getByText('Sender code'), page.getByText('Receiver code')])
    await expect(hidden).toBeHidden();
  await expect(page.getByText('Sender email')).toBeVisible();
  await expect(page.getByText('Printed kiln').first()).toBeVisible();
});
