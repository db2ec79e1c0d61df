import type { Page } from '@playwright/test';
import { expect, expectAccessible, type RunningApp, signIn, test } from './support/journey.ts';
import { VISITOR_ROUTES } from './support/routes.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';

type Visitor = 'visitor' | 'customer' | 'unverified';

/** Pages by who sees them, with the words by which each is known to be there. */
const PAGES: [who: Visitor, path: string, heading: RegExp][] = [
  ...VISITOR_ROUTES.filter(([, , , state]) => state === 'whole').map(
    ([, path, heading]) => ['visitor', path, heading] as (typeof PAGES)[number],
  ),
  ['visitor', '/track?error=Shipment%20not%20found', /^Track shipment$/],
  ['visitor', '/track/{trackingId}', /\S/],
  ['visitor', '/track/{trackingId}?detailed=true', /\S/],
  ['visitor', '/invoice/{trackingId}', /^Commercial Invoice$/],
  ['visitor', '/reset-password?token=0', /^New password$/],
  ['unverified', '/verify-email', /^Verify your account$/],
  ['customer', '/', /^Welcome, /],
  ['customer', '/shipping', /^Outgoing shipments$/],
  ['customer', '/shipping?q=nothing+like+it', /^Outgoing shipments$/],
  ['customer', '/packages', /^Incoming shipments$/],
  ['customer', '/track/{trackingId}?detailed=true', /\S/],
  ['customer', '/invoice/{trackingId}', /^Commercial Invoice$/],
  ['customer', '/profile', new RegExp(LONG)],
  ['customer', '/profile?view=update', new RegExp(LONG)],
  ['customer', '/profile/account', /^Account$/],
  ['customer', '/profile/account?view=withdraw', /^Account$/],
  ['customer', '/profile/settings', /^Security$/],
  ['customer', '/profile/offline', /^On this device$/],
];

/** Long names and words without a break, as real people have. */
async function settle(app: RunningApp, page: Page, who: Visitor): Promise<string> {
  const email = `${who}.${crypto.randomUUID()}@${'a-very-long-host-name.'.repeat(4)}example.com`;
  const names = { firstName: LONG, lastName: LONG, address: LONG, city: LONG, state: LONG };
  const verified = who !== 'unverified';
  await app.person({ email, ...names, verified });
  const description = `${LONG} ${'x'.repeat(120)}`;
  const { trackingId } = await app.shipment({ description, senderEmail: email, receiverEmail: email, shipTo: LONG });
  if (who === 'customer') await signIn(page, email);
  if (who === 'unverified') {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('journey through the night');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/verify-email');
  }
  return trackingId;
}

for (const who of ['visitor', 'unverified', 'customer'] as const) {
  test(`every page of a ${who} has its name and one heading, breaks nothing at 320 pixels, and axe finds nothing, by day and by night`, async ({
    app,
    page,
    reports,
  }) => {
    test.setTimeout(180_000);
    reports.allow(/status of 40[04]/);
    const trackingId = await settle(app, page, who);
    const titles = new Set<string>();
    for (const [, path, heading] of PAGES.filter(([seer]) => seer === who)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path.replace('{trackingId}', trackingId));
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('h1').count(), path).toBe(1);
      expect(await page.locator('main').count(), path).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
      expect(await page.locator('meta[name=description]').getAttribute('content'), path).toMatch(/\w+ \w+/);
      titles.add(`${path.replace(/\?.*/, '')} ${await page.title()}`);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page);
    }
    // Each page has its own title, whichever view is open.
    const paths = new Set([...titles].map((entry) => entry.split(' ')[0]));
    expect(titles.size).toBe(paths.size);
    expect(new Set([...titles].map((entry) => entry.slice(entry.indexOf(' ')))).size).toBe(paths.size);
  });
}
