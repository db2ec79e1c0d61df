import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  resize,
  signIn,
  signOut,
  test,
  waitUntilHydrated,
  withoutWorker,
} from './support/journey.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** The ID of the focused element, else its accessible name or text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.id || element?.getAttribute('aria-label') || element?.textContent || element?.tagName;
  });

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP });

  test('the header links everywhere, and shows who is signed in', async ({ app, page }) => {
    await withoutWorker(page);
    const customer = await app.person({ email: 'header.customer@example.com' });
    const manager = await app.person({ email: 'header.manager@example.com', manager: true });
    await page.goto('/track');
    const header = page.getByRole('banner');
    const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect((await header.boundingBox())?.height).toBe(76);
    await expect(links).toHaveText(['Shipping', 'Tracking', 'My packages']);
    for (const [name, href] of [
      ['Shipping', '/shipping'],
      ['Tracking', '/track'],
      ['My packages', '/packages'],
      ['Login or signup', '/login'],
    ] as const) {
      await expect(header.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    await expect(header.getByRole('link', { name: 'Tracking' })).toHaveAttribute('aria-current', 'page');
    await expect(header.locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Waybill`);
    await expect(openMenu(page)).toBeHidden();

    await header.getByRole('link', { name: 'Login or signup' }).click();
    await expect(page).toHaveURL('/login');
    await expect(header.getByRole('link', { name: 'Login or signup' })).toHaveAttribute('aria-current', 'page');

    await openAs(page, customer.email, '/');
    await expect(links).toHaveText(['Shipping', 'Tracking', 'My packages']);
    await expect(header.getByRole('link', { name: 'Login or signup' })).toHaveCount(0);
    await header.getByRole('link', { name: 'My profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(header.getByRole('link', { name: 'My profile' })).toHaveAttribute('aria-current', 'page');

    await signOut(page);
    await expect(header.getByRole('link', { name: 'Login or signup' })).toBeVisible();
    await openAs(page, manager.email, '/');
    await expect(links).toHaveText(['Shipping', 'Tracking', 'My packages', 'Manager']);
    await links.getByText('Manager').click();
    await expect(page).toHaveURL('/manager');
    await goWithin(page, '/manager/shipments');
    await expect(header.getByRole('link', { name: 'Manager' })).toHaveAttribute('aria-current', 'page');
  });

  test('the keyboard alone reaches the content and the links', async ({ page }) => {
    await withoutWorker(page);
    await page.goto('/track');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByPlaceholder('Tracking ID')).toBeFocused();

    const header = page.getByRole('banner');
    await skip.focus();
    for (const name of ['Waybill', 'Shipping', 'Tracking', 'My packages', 'Login or signup']) {
      await page.keyboard.press('Tab');
      await expect(header.getByRole('link', { name })).toBeFocused();
    }
    // Before the app runs, a link loads another document with its own focus.
    await expect(page.getByRole('button', { name: 'Scan' })).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the drawer opens and closes in every way, after a paint each time, keeps the focus, and has the specified width on every screen', async ({
    page,
  }) => {
    await withoutWorker(page);
    await page.goto('/track');
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(76);
    await expect(openMenu(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(openMenu(page)).toBeEnabled();

    /** Whether it is open when the browser gets its next turn to paint. */
    const isOpenAfterClick = (button: Locator) =>
      button.evaluate(async (element: HTMLElement) => {
        element.click();
        for (let turn = 0; turn < 20; turn++) await null; // React renders in a microtask
        return document.querySelector('dialog[open]') !== null;
      });
    expect(await isOpenAfterClick(openMenu(page))).toBe(false);
    await expect(drawer(page)).toBeVisible();
    expect(await isOpenAfterClick(drawer(page).getByRole('button', { name: 'Close menu' }))).toBe(true);
    await expect(drawer(page)).toBeHidden();

    // With the keyboard: inside it goes round and round, never to the page behind.
    await openMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(drawer(page).getByRole('navigation').getByRole('link')).toHaveText([
      'Shipping',
      'Tracking',
      'My packages',
    ]);
    await expect(drawer(page).getByRole('link', { name: 'Tracking' })).toHaveAttribute('aria-current', 'page');
    const seen = new Set<string | undefined>();
    for (let stop = 0; stop < 14; stop++) {
      seen.add(await focused(page));
      await page.keyboard.press('Tab');
    }
    // The browser's own window is one of the stops: there the page says BODY.
    seen.delete(await page.evaluate(() => document.body.textContent ?? ''));
    expect([...seen].filter((stop) => stop !== 'BODY').toSorted()).toEqual([
      'Close menu',
      'Login',
      'My packages',
      'Register',
      'Shipping',
      'Tracking',
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(openMenu(page)).toBeFocused();

    await openMenu(page).click();
    await drawer(page).getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer(page)).toBeHidden();
    await expect(openMenu(page)).toBeFocused();

    await openMenu(page).click();
    await drawer(page).getByRole('heading', { name: 'Menu' }).click();
    await expect(drawer(page)).toBeVisible();
    await page.mouse.click(20, 500);
    await expect(drawer(page)).toBeHidden();
    await expect(openMenu(page)).toBeFocused();

    // A link closes it and leads on; so does the way back.
    await openMenu(page).click();
    await drawer(page).getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL('/register');
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await openMenu(page).click();
    await expect(drawer(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/track');
    await expect(drawer(page)).toBeHidden();
    await openMenu(page).click();
    await expect(drawer(page).getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login');

    const width = async () => (await drawer(page).boundingBox())?.width;
    await expect.poll(width).toBe(0.8 * PHONE.width);
    await resize(page, { width: 320, height: 640 });
    expect(await width()).toBe(256);
    await resize(page, { width: 700, height: 800 });
    expect(await width()).toBe(320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
  });

  test('the drawer shows who is signed in', async ({ app, page }) => {
    await withoutWorker(page);
    const manager = await app.person({ email: 'drawer.manager@example.com', manager: true });
    await openAs(page, manager.email, '/');
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await openMenu(page).click();
    await expect(drawer(page).getByRole('link')).toHaveText([
      'Shipping',
      'Tracking',
      'My packages',
      'Manager',
      'My profile',
    ]);
    await expectAccessible(page);
    await drawer(page).getByRole('link', { name: 'My profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });
});

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport: { ...viewport, height: 500 } });

    test('a new page starts at the top with its own focus and title, and going back restores both', async ({
      app,
      page,
    }) => {
      await withoutWorker(page);
      const { trackingId } = await app.shipment();
      await page.goto(`/track/${trackingId}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
      await expect(page).toHaveTitle(/ – Waybill$/);

      // Another view of the same page leaves the focus and the scroll where they are.
      const toggle = page.getByRole('link', { name: 'Detailed view' });
      await waitUntilHydrated(page);
      await toggle.focus();
      const before = await page.evaluate(() => scrollY);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/detailed=true/);
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
      await expect(toggle).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(before);

      const invoice = page.getByRole('link', { name: 'Print invoice' });
      await invoice.focus();
      await page.evaluate(() => scrollTo(0, 130));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/invoice/${trackingId}`);
      await expect(page).toHaveTitle(`Invoice-${trackingId}`);
      const main = page.getByRole('main');
      await expect(main).toBeFocused();
      expect(await main.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
      expect(await page.evaluate(() => scrollY)).toBe(0);

      await page.goBack();
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
      await expect(main).toBeFocused();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(130);
    });
  });
}

test('signed-in storage code loads only for a signed-in user', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'comes.with.code@example.com' });
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await page.goto('/track', { waitUntil: 'networkidle' });
  expect(await files()).not.toContainEqual(expect.stringContaining('/assets/personal-'));
  await signIn(page, email);
  expect(await files()).toContainEqual(expect.stringContaining('/assets/personal-'));
});
