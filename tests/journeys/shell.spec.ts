import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  openAs,
  signIn,
  signOut,
  test,
  untilQuiet,
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

    await signIn(page, customer.email);
    await expect(links).toHaveText(['Shipping', 'Tracking', 'My packages']);
    await expect(header.getByRole('link', { name: 'Login or signup' })).toHaveCount(0);
    await header.getByRole('link', { name: 'My profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(header.getByRole('link', { name: 'My profile' })).toHaveAttribute('aria-current', 'page');

    await signOut(page);
    await expect(header.getByRole('link', { name: 'Login or signup' })).toBeVisible();
    await signIn(page, manager.email);
    await expect(links).toHaveText(['Shipping', 'Tracking', 'My packages', 'Manager']);
    await links.getByText('Manager').click();
    await expect(page).toHaveURL('/manager');
    await page.goto('/manager/shipments');
    await expect(header.getByRole('link', { name: 'Manager' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
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

  test('the browser paints before the menu opens and before it closes', async ({ page }) => {
    await withoutWorker(page);
    await page.goto('/track');
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
  });

  test('the drawer opens, keeps the focus, and closes in every way', async ({ page }) => {
    await withoutWorker(page);
    await page.goto('/track');
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(76);
    await expect(openMenu(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(openMenu(page)).toBeEnabled();

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
  });

  test('the drawer has the specified width on every screen', async ({ page }) => {
    await withoutWorker(page);
    await page.goto('/track');
    await openMenu(page).click();
    const width = async () => (await drawer(page).boundingBox())?.width;
    await expect.poll(width).toBe(0.8 * PHONE.width);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await width()).toBe(256);
    await page.setViewportSize({ width: 700, height: 800 });
    expect(await width()).toBe(320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
  });

  test('the drawer shows who is signed in', async ({ app, page }) => {
    await withoutWorker(page);
    const manager = await app.person({ email: 'drawer.manager@example.com', manager: true });
    await signIn(page, manager.email);
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

test.describe('before a page loads', () => {
  // The worker's cache would hide requests to the server.
  test.use({ viewport: DESKTOP, serviceWorkers: 'block' });
  // A page that starts to follow its data fetches it once more. After some seconds a page saves the
  // newest shipments for later, and then needs no data to open one.
  test.beforeEach(async ({ reports, page }) => {
    reports.allow(/blocked by Playwright|ERR_FAILED/);
    await page.route(/\/cache-shipments-/, (route) => route.abort());
    await page.route(/live\.follow/, (route) => route.abort());
  });

  /** Records the paths that a page requests from now on. */
  function asked(page: Page): { paths: string[]; of(pattern: RegExp): string[] } {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return { paths, of: (pattern) => paths.filter((path) => pattern.test(path)) };
  }

  const CODE = /^\/assets\/.*\.js$/;
  const DATA = /[/,]shipmentAdmin\.getShipment(,|$)/;

  async function atList(page: Page, email: string, description: string): Promise<Locator> {
    await openAs(page, email, '/manager/shipments');
    const link = page.getByRole('link', { name: description });
    await expect(link).toBeVisible();
    await untilQuiet(page);
    return link;
  }

  test('pointing at a link loads its code and data every time, and the click needs nothing more', async ({
    app,
    page,
  }) => {
    await app.shipment({ description: 'Loaded ahead' });
    const manager = await app.person({ email: 'ahead@example.com', manager: true });
    const link = await atList(page, manager.email, 'Loaded ahead');
    const requests = asked(page);
    const answered = () => page.waitForResponse((answer) => DATA.test(new URL(answer.url()).pathname));

    const first = answered();
    await link.hover();
    await (await first).finished();
    await untilQuiet(page);
    const code = requests.of(CODE);
    expect(code.some((path) => path.startsWith('/assets/manager-'))).toBe(true);
    expect(code).toHaveLength(new Set(code).size);
    expect(requests.of(DATA)).toHaveLength(1);

    // Default preload stale time 0: pointing again fetches the data again, but not the code.
    await page.mouse.move(5, 400);
    const second = answered();
    await link.hover();
    await (await second).finished();
    await untilQuiet(page);
    expect(requests.of(CODE)).toEqual(code);
    expect(requests.of(DATA)).toHaveLength(2);

    requests.paths.length = 0;
    await link.click();
    await expect(page.getByText('Sender code')).toBeVisible();
    await untilQuiet(page);
    // Apart from the stream of news, which a page keeps trying to open.
    expect(requests.of(/^\/(assets|api)\//).filter((path) => !path.endsWith('live.follow'))).toEqual([]);
  });

  test('a click during loading waits for it instead of sending it twice, with a bar after a moment', async ({
    app,
    page,
  }) => {
    await app.shipment({ description: 'Slow to come' });
    const manager = await app.person({ email: 'slow@example.com', manager: true });
    const link = await atList(page, manager.email, 'Slow to come');
    const requests = asked(page);
    const gate = Promise.withResolvers<void>();
    await page.route(
      (url) => DATA.test(url.pathname),
      async (route) => {
        await gate.promise;
        await route.continue();
      },
    );
    const begun = page.waitForRequest((request) => DATA.test(new URL(request.url()).pathname));
    await link.hover();
    await begun;
    await link.click();
    const bar = page.locator('.pending-bar');
    await expect(bar).toBeVisible();
    await expect(bar).toHaveAttribute('aria-hidden', 'true');
    const delays = await bar.evaluate((element) =>
      element.getAnimations().map((animation) => animation.effect?.getTiming().delay),
    );
    expect(delays).toEqual([150]);
    // What works behind the page cannot be loaded meanwhile: nobody waits for it, so nothing is loaded anew.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/cache-shipments-'));
    await page.evaluate(() => {
      document.documentElement.dataset.is = 'the same document';
      dispatchEvent(new Event('online'));
    });
    await failed;
    await expectAccessible(page);
    gate.resolve();
    await expect(page.getByText('Sender code')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-is', 'the same document');
    const code = requests.of(CODE).filter((path) => !path.includes('/cache-shipments-'));
    expect(code).toHaveLength(new Set(code).size);
    expect(requests.of(DATA)).toHaveLength(1);
  });

  test('lists load their data with the page, and their next page when it is pointed at', async ({ app, page }) => {
    const manager = await app.person({ email: 'pages@example.com', manager: true });
    for (let parcel = 0; parcel < 11; parcel++) await app.shipment({ description: `Parcel ${parcel}` });
    await signIn(page, manager.email);
    await untilQuiet(page);
    const requests = asked(page);
    const list = /shipmentAdmin\.getShipments/;
    const header = page.getByRole('banner');
    const dashboard = page.waitForResponse((answer) => list.test(answer.url()));
    await header.getByRole('link', { name: 'Manager' }).hover();
    await (await dashboard).finished();
    await header.getByRole('link', { name: 'Manager' }).click();
    await expect(page.getByRole('heading', { name: 'Recent shipments' })).toBeVisible();
    await expect(page.getByText('Parcel 10')).toBeVisible();
    expect(requests.of(list)).toHaveLength(1);

    // The dashboard shows the top of the list's first page, which is therefore there already.
    await page.getByRole('link', { name: 'View all shipments' }).click();
    await expect(page.getByRole('heading', { name: 'Shipments', exact: true })).toBeVisible();
    await expect(page.getByText('Parcel 10')).toBeVisible();
    expect(requests.of(list)).toHaveLength(1);
    requests.paths.length = 0;
    const second = page.waitForResponse((answer) => list.test(answer.url()));
    await page.getByRole('link', { name: 'Next page' }).hover();
    await (await second).finished();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/manager/shipments?page=2');
    await expect(page.locator('[aria-current=page].chosen')).toHaveText('Page 2');
    expect(requests.of(list)).toHaveLength(1);
  });

  test('keyboard focus and touch prefetch too', async ({ app, page, browser }) => {
    const code = (request: { url(): string }) => /\/assets\/(forms|register)-[\w-]+\.js$/.test(request.url());
    await page.goto('/track');
    await untilQuiet(page);
    const link = page.getByRole('banner').getByRole('link', { name: 'My packages' });
    await link.focus();
    const byKeyboard = page.waitForRequest(code);
    await page.keyboard.press('Tab');
    await byKeyboard;
    await expect(page).toHaveURL('/track');

    const context = await browser.newContext({
      baseURL: app.url,
      viewport: PHONE,
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const phone = await context.newPage();
    await phone.goto('/login');
    await untilQuiet(phone);
    const box = await phone.getByRole('link', { name: /^Create account/ }).boundingBox();
    const devtools = await context.newCDPSession(phone);
    const byFinger = phone.waitForRequest(code);
    const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await byFinger;
    await expect(phone).toHaveURL('/login');
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(phone).toHaveURL('/register');
    await context.close();
  });

  test('nothing is prefetched in data-saver mode, on a slow network, offline, or on a passing pointer', async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      const connection = { saveData: false, effectiveType: '4g' };
      Object.defineProperty(navigator, 'connection', { value: connection });
    });
    await page.clock.install();
    await page.goto('/track');
    await untilQuiet(page);
    const requests = asked(page);
    const link = page.getByRole('banner').getByRole('link', { name: 'Login or signup' });
    const connect = (state: object) =>
      page.evaluate(
        (state) => Object.assign((navigator as unknown as { connection: object }).connection, state),
        state,
      );
    const pointAtIt = async () => {
      await link.hover();
      await page.clock.runFor(1000);
      await page.mouse.move(5, 400);
      await page.clock.runFor(1000);
      return requests.paths;
    };

    await connect({ saveData: true });
    expect(await pointAtIt()).toEqual([]);
    await connect({ saveData: false, effectiveType: 'slow-2g' });
    expect(await pointAtIt()).toEqual([]);
    await connect({ effectiveType: '2g' });
    expect(await pointAtIt()).toEqual([]);
    await connect({ effectiveType: '4g' });
    await context.setOffline(true);
    expect(await pointAtIt()).toEqual([]);
    await context.setOffline(false);

    // A visitor would be led to /login: nothing of the page that cannot be seen.
    await page.getByRole('banner').getByRole('link', { name: 'My packages' }).hover();
    await page.clock.runFor(1000);
    expect(requests.paths).toEqual([]);

    await page.clock.pauseAt(Date.now() + 3_600_000);
    await link.hover();
    await page.clock.runFor(40);
    await page.mouse.move(5, 400);
    await page.clock.runFor(1000);
    expect(requests.paths).toEqual([]);

    // The same pointer on the same link, with nothing against prefetching.
    const code = page.waitForRequest(/\/assets\/forms-/);
    await link.hover();
    await page.clock.runFor(1000);
    await code;
  });

  test('a missing chunk does not matter until its page is opened, which then says so', async ({
    context,
    page,
    reports,
  }) => {
    reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
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
});

test.describe('toasts', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const copy = (page: Page) => page.getByRole('button', { name: 'Copy tracking ID' });
  const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  const close = (slip: Locator) => slip.getByRole('button', { name: 'Close notification' });

  const atParcel = (page: Page, trackingId: string) => atPage(page, `/track/${trackingId}`);

  /** A page with a frozen clock and the toast code already loaded. */
  async function atPage(page: Page, path: string): Promise<void> {
    await page.clock.install();
    await page.goto(path);
    await copy(page).click();
    await close(toasts(page)).click();
    await expect(toasts(page)).toHaveCount(0);
    await page.mouse.move(5, 5);
    await page.clock.pauseAt(Date.now() + 3_600_000);
  }

  /** All of them leave within that time, and are gone when they have left. */
  async function gone(page: Page, withinMs: number): Promise<void> {
    await page.clock.runFor(withinMs);
    await expect(page.locator('.toast:not([data-leaving])')).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(0);
  }

  async function refuseCopying(page: Page): Promise<void> {
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('No')) });
    });
  }

  test('a toast shows for its duration, is announced politely, and disappears', async ({ app, page }) => {
    await withoutWorker(page);
    const { trackingId } = await app.shipment();
    await atParcel(page, trackingId);
    await copy(page).click();
    const slip = toasts(page);
    await expect(slip.getByRole('status')).toHaveText('Tracking ID copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(trackingId);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3999);
    await expect(slip).not.toHaveAttribute('data-leaving');
    await page.clock.runFor(1);
    await expect(slip).toHaveAttribute('data-leaving');
    await expect(slip).toHaveCSS('opacity', '0');
    await page.clock.runFor(199);
    await expect(slip).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(slip).toHaveCount(0);

    // What went wrong is said at once.
    await refuseCopying(page);
    await copy(page).click();
    await expect(slip.getByRole('alert')).toContainText('Tracking ID not copied');
  });

  for (const [viewport, offset, width] of [
    [PHONE, 16, 390 - 32],
    [DESKTOP, 32, 356],
  ] as const) {
    test(`three show at ${viewport.width} pixels, the newest nearest to the edge, with the measures of the specification`, async ({
      app,
      page,
    }) => {
      await withoutWorker(page);
      await page.setViewportSize(viewport);
      const { trackingId } = await app.shipment();
      await atParcel(page, trackingId);
      for (let count = 1; count <= 3; count++) {
        await copy(page).click();
        await expect(toasts(page)).toHaveCount(count);
      }
      await refuseCopying(page);
      await copy(page).click();
      await expect(toasts(page).getByRole('alert')).toBeVisible();
      await expect(page.locator('.toast[data-leaving]')).toHaveCount(1);
      await page.clock.runFor(200);
      await expect(toasts(page)).toHaveCount(3);
      await expect(toasts(page)).toHaveText([/^Tracking ID copied/, /^Tracking ID copied/, /^Tracking ID not copied/]);

      const boxes = async () => {
        const all = await toasts(page).all();
        return Promise.all(all.map(async (slip) => (await slip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }));
      };
      const gaps = async () => {
        const [top, middle, bottom] = await boxes();
        if (!top || !middle || !bottom) return [];
        return [middle.y - top.y - top.height, bottom.y - middle.y - middle.height];
      };
      await expect.poll(gaps).toEqual([14, 14]);
      for (const box of await boxes()) {
        expect(box.width).toBe(width);
        expect(viewport.width - box.x - box.width).toBe(offset);
      }
      const edge = (await boxes()).at(-1);
      expect(viewport.height - (edge?.y ?? 0) - (edge?.height ?? 0)).toBe(offset);

      // axe needs a running clock; a pointer holds the toasts while it runs.
      await toasts(page).nth(1).hover();
      await expect(page.getByRole('region', { name: 'Messages' })).toHaveAttribute('data-paused');
      await page.clock.resume();
      await expectAccessible(page);
      await page.clock.pauseAt(Date.now() + 2 * 3_600_000);

      // The others close the gap that one leaves.
      await close(toasts(page).nth(1)).click();
      await page.clock.runFor(200);
      await expect(toasts(page)).toHaveCount(2);
      await expect
        .poll(async () => {
          const [above, below] = await boxes();
          return above && below ? below.y - above.y - above.height : 0;
        })
        .toBe(14);
    });
  }

  test('on a phone a toast leaves the buttons of a dialog free, and goes back to the lower edge', async ({
    app,
    page,
  }) => {
    await withoutWorker(page);
    const { id } = await app.shipment();
    const { email } = await app.person({ email: 'toast.and.dialog@example.com', manager: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, email);
    await atPage(page, `/manager/shipments/${id}`);
    const question = page.getByRole('link', { name: 'Delete shipment' });
    for (const count of [1, 2]) {
      await copy(page).click();
      await expect(toasts(page)).toHaveCount(count);
    }
    const top = async () => (await toasts(page).last().boundingBox())?.y ?? 0;
    const atTheEdge = await top();
    expect(atTheEdge).toBeGreaterThan(700);
    await question.click();
    await page.clock.runFor(500);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expect.poll(top).toBe(16);
    const sheet = await dialog.boundingBox();
    for (const slip of await toasts(page).all()) {
      const box = await slip.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(sheet?.y ?? 0);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.clock.runFor(500);
    await expect.poll(top).toBe(atTheEdge);
  });

  test('a toast swiped by 20 pixels is dismissed, by less it comes back', async ({ app, page }) => {
    await withoutWorker(page);
    const { trackingId } = await app.shipment();
    await atParcel(page, trackingId);
    const drag = async (x: number, y: number) => {
      const box = await toasts(page).last().boundingBox();
      const start = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 24 };
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + x / 2, start.y + y / 2);
      await page.mouse.move(start.x + x, start.y + y);
      const moved = (await toasts(page).last().boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.up();
      return { x: moved.x - (box?.x ?? 0), y: moved.y - (box?.y ?? 0) };
    };
    await copy(page).click();
    const slip = toasts(page);
    await expect(slip).toHaveCount(1);
    const place = await slip.boundingBox();

    expect(await drag(19, 0)).toEqual({ x: 19, y: 0 });
    await expect.poll(() => slip.boundingBox()).toEqual(place);
    expect(await drag(0, -80)).toEqual({ x: 0, y: 0 });
    await expect(slip).not.toHaveAttribute('data-leaving');
    expect(await drag(20, 0)).toEqual({ x: 20, y: 0 });
    await expect(slip).toHaveAttribute('data-leaving');
    await page.clock.runFor(200);
    await expect(slip).toHaveCount(0);

    for (const [x, y] of [
      [-20, 0],
      [0, 20],
    ] as const) {
      await copy(page).click();
      await expect(slip).toHaveCount(1);
      await drag(x, y);
      await page.clock.runFor(200);
      await expect(slip).toHaveCount(0);
    }
  });

  test('a finger draws a toast aside too', async ({ app, browser }) => {
    const { trackingId } = await app.shipment();
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: PHONE,
      hasTouch: true,
      reducedMotion: 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await atParcel(page, trackingId);
    await copy(page).tap();
    const slip = toasts(page);
    await expect(slip).toHaveCount(1);
    // It slides to its place first.
    await expect.poll(async () => Math.round((await slip.boundingBox())?.y ?? 0)).toBe(844 - 16 - 56);
    const touch = await context.newCDPSession(page);
    const at = (x: number) => [{ x, y: 844 - 16 - 28 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(120) });
    for (const x of [130, 145, 160]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(slip).toHaveAttribute('data-leaving');
    await expect(slip).toHaveCSS('transition-duration', '0.2s');
    await page.clock.runFor(200);
    await expect(slip).toHaveCount(0);
    await context.close();
  });

  test('a toast’s timer pauses while it is hovered or focused, or the tab is hidden', async ({ app, page }) => {
    await withoutWorker(page);
    const { trackingId } = await app.shipment();
    await atParcel(page, trackingId);
    const slip = toasts(page);
    const area = page.getByRole('region', { name: 'Messages' });
    const paused = () => expect(area).toHaveAttribute('data-paused');
    const running = () => expect(area).not.toHaveAttribute('data-paused');
    await copy(page).click();
    await expect(slip).toHaveCount(1);
    await page.clock.runFor(1000);
    await slip.hover();
    await paused();
    await page.clock.runFor(60_000);
    await expect(slip).not.toHaveAttribute('data-leaving');
    await page.mouse.move(5, 5);
    await running();
    await page.clock.runFor(2900);
    await expect(slip).not.toHaveAttribute('data-leaving');
    await gone(page, 300);

    const look = (isHidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await copy(page).click();
    await expect(slip).toHaveCount(1);
    await page.mouse.move(5, 5);
    await look(true);
    await paused();
    await page.clock.runFor(60_000);
    await expect(slip).toHaveCount(1);
    // A toast that arrives now gets its own four seconds, without the minute before.
    await copy(page).click();
    await expect(slip).toHaveCount(2);
    await page.mouse.move(5, 5);
    await look(false);
    await running();
    await page.clock.runFor(3900);
    await expect(slip).toHaveCount(2);
    await gone(page, 300);

    // The hovered toast disappears, so nothing holds the others.
    await copy(page).click();
    await close(slip).click();
    await page.clock.runFor(200);
    await expect(slip).toHaveCount(0);
    await copy(page).click();
    await expect(slip).toHaveCount(1);
    await running();
    await gone(page, 4000);
  });

  test('a press, or a drag of less than 20 pixels, does not hold a toast or take the focus', async ({ app, page }) => {
    await withoutWorker(page);
    const { trackingId } = await app.shipment();
    await atParcel(page, trackingId);
    const slip = toasts(page);
    for (const distance of [0, 19]) {
      await copy(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(slip).toHaveCount(2);
      const box = (await slip.last().boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(box.x + 120, box.y + 24);
      await page.mouse.down();
      await page.mouse.move(box.x + 120 + distance, box.y + 24);
      await page.mouse.up();
      await expect(copy(page)).toBeFocused();
      await page.mouse.move(5, 5);
      await gone(page, 4000);
    }
  });

  test('a tap does not hold a toast either', async ({ app, browser }) => {
    const { trackingId } = await app.shipment();
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: PHONE,
      hasTouch: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await atParcel(page, trackingId);
    const touch = await context.newCDPSession(page);
    const at = (x: number) => [{ x, y: 844 - 16 - 28 }];
    for (const end of [120, 135]) {
      await copy(page).tap();
      await expect(toasts(page)).toHaveCount(1);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(120) });
      if (end !== 120) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(end) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await gone(page, 4000);
    }
    await context.close();
  });

  test('Alt+T focuses the toasts, and the keyboard closes them and returns', async ({ app, page }) => {
    await withoutWorker(page);
    const { trackingId } = await app.shipment();
    await atParcel(page, trackingId);
    const area = page.getByRole('region', { name: 'Messages' });
    const slip = toasts(page);
    await copy(page).focus();
    await page.keyboard.press('Alt+t');
    await expect(copy(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(slip).toHaveCount(2);
    await expect(area).toHaveAttribute('aria-keyshortcuts', 'Alt+T');
    await page.keyboard.press('Alt+t');
    await expect(area).toBeFocused();
    await expect(area).toHaveCSS('outline-style', 'solid');
    await expect(area).toHaveAttribute('data-paused');
    await page.clock.runFor(60_000);
    await expect(page.locator('.toast:not([data-leaving])')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(copy(page)).toBeFocused();

    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await expect(close(slip.first())).toBeFocused();
    await page.keyboard.press('Enter');
    await page.clock.runFor(200);
    await expect(slip).toHaveCount(1);
    await expect(close(slip)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.clock.runFor(200);
    await expect(slip).toHaveCount(0);
    await expect(copy(page)).toBeFocused();
  });

  test('a toast slides in, unless the user prefers reduced motion, and shows above a dialog', async ({ app, page }) => {
    await withoutWorker(page);
    const manager = await app.person({ email: 'toast.dialog@example.com', manager: true });
    const { id } = await app.shipment();
    await openAs(page, manager.email, `/manager/shipments/${id}`);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await copy(page).click();
    const slip = toasts(page);
    await expect(slip).toHaveCSS('transition-duration', '0.24s, 0.24s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(slip).toHaveCSS('transition-duration', '0s');
    await slip.hover();

    // A toast that comes while a dialog is open lies above it, though it can only be seen.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Delete shipment' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await copy(page).dispatchEvent('click');
    const newest = page.locator('.toast').last();
    await expect(newest).toBeVisible();
    const isAbove = await newest.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      // What is inert is never hit: the dialog's own sheet is what must not lie there.
      const dialog = document.querySelector('dialog');
      dialog?.setAttribute('inert', '');
      const hit = document.elementFromPoint(x + 60, y + 20);
      dialog?.removeAttribute('inert');
      return hit?.closest('dialog') === null || hit === null;
    });
    expect(isAbove).toBe(true);
  });
});

test('signed-in storage code loads only for a signed-in user', async ({ app, page }) => {
  const { email } = await app.person({ email: 'comes.with.code@example.com' });
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await page.goto('/track', { waitUntil: 'networkidle' });
  expect(await files()).not.toContainEqual(expect.stringContaining('/assets/personal-'));
  await signIn(page, email);
  expect(await files()).toContainEqual(expect.stringContaining('/assets/personal-'));
});
