/** Toasts: how long they show, and every way to hold or dismiss them. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, openAs, resize, test, withoutWorker } from './support/journey.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copy = (page: Page) => page.getByRole('button', { name: 'Copy tracking ID' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
const close = (slip: Locator) => slip.getByRole('button', { name: 'Close notification' });

const atParcel = (page: Page, trackingId: string) => atPage(page, () => page.goto(`/track/${trackingId}`));

/** A page with a frozen clock and the toast code already loaded. */
async function atPage(page: Page, open: () => Promise<unknown>): Promise<void> {
  await withoutWorker(page);
  await page.clock.install();
  await open();
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
test('a toast shows for its duration, waits while it is attended to, and goes when it is swiped or closed', async ({
  app,
  page,
}) => {
  const { trackingId } = await app.shipment();
  await atParcel(page, trackingId);
  const slip = toasts(page);
  const area = page.getByRole('region', { name: 'Messages' });

  await test.step('it is announced politely, shows for four seconds, and disappears', async () => {
    await copy(page).click();
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
  });

  await test.step('swiped by 20 pixels it is dismissed, by less it comes back', async () => {
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

  await test.step('its timer pauses while it is hovered, or the tab is hidden', async () => {
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

  await test.step('a press, or a drag of less than 20 pixels, does not hold it or take the focus', async () => {
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

  await test.step('Alt+T focuses the toasts, and the keyboard closes them and returns', async () => {
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

  await test.step('what went wrong is said at once', async () => {
    await refuseCopying(page);
    await copy(page).click();
    await expect(slip.getByRole('alert')).toContainText('Tracking ID not copied');
  });
});

test('three show, the newest nearest to the edge, with the measures of the specification for phones and desktops', async ({
  app,
  page,
}) => {
  const { trackingId } = await app.shipment();
  await atParcel(page, trackingId);
  for (let count = 1; count <= 3; count++) {
    await copy(page).click();
    await expect(toasts(page)).toHaveCount(count);
  }
  const addFourth = async () => {
    await copy(page).click();
    await expect(page.locator('.toast[data-leaving]')).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(3);
  };
  await refuseCopying(page);
  await addFourth();
  await expect(toasts(page)).toHaveText([/^Tracking ID copied/, /^Tracking ID copied/, /^Tracking ID not copied/]);

  const boxes = async () => {
    const all = await toasts(page).all();
    return Promise.all(all.map(async (slip) => (await slip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }));
  };
  const gaps = async () => {
    const all = await boxes();
    return all.slice(1).map((box, place) => box.y - (all[place]?.y ?? 0) - (all[place]?.height ?? 0));
  };
  for (const [viewport, offset, width] of [
    [PHONE, 16, 390 - 32],
    [DESKTOP, 32, 356],
  ] as const) {
    if (viewport === DESKTOP) {
      await page.mouse.move(5, 5);
      await resize(page, viewport);
      await copy(page).click();
      await expect(toasts(page)).toHaveCount(3);
      await addFourth();
    }
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
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3_600_000));

    // The others close the gap that one leaves.
    await close(toasts(page).nth(1)).click();
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(2);
    await expect.poll(gaps).toEqual([14]);
  }
});

test('on a phone a toast lies above a dialog, leaves its buttons free, and goes back to the lower edge', async ({
  app,
  page,
}) => {
  const { id } = await app.shipment();
  const { email } = await app.person({ email: 'toast.and.dialog@example.com', manager: true });
  await atPage(page, () => openAs(page, email, `/manager/shipments/${id}`));

  await test.step('it slides in, unless the user prefers reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await copy(page).click();
    await expect(toasts(page)).toHaveCSS('transition-duration', '0.24s, 0.24s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(toasts(page)).toHaveCSS('transition-duration', '0s');
  });

  await copy(page).click();
  await expect(toasts(page)).toHaveCount(2);
  const top = async () => (await toasts(page).last().boundingBox())?.y ?? 0;
  const atTheEdge = await top();
  expect(atTheEdge).toBeGreaterThan(700);
  await page.getByRole('link', { name: 'Delete shipment' }).click();
  await page.clock.runFor(500);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await expect.poll(top).toBe(16);
  const sheet = await dialog.boundingBox();
  for (const slip of await toasts(page).all()) {
    const box = await slip.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(sheet?.y ?? 0);
  }

  // A toast that comes while a dialog is open lies above it, though it can only be seen.
  await copy(page).dispatchEvent('click');
  await expect(page.locator('.toast')).toHaveCount(3);
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

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.clock.runFor(500);
  await expect.poll(top).toBe(atTheEdge);
});

test('a finger draws a toast aside too, and a tap does not hold it', async ({ app, browser }) => {
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
  await copy(page).dispatchEvent('click');
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

  // Nor does a tap hold one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const end of [120, 135]) {
    // Not with a finger: once in a hundred times Chromium makes no click of that tap.
    await copy(page).dispatchEvent('click');
    await expect(slip).toHaveCount(1);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(120) });
    if (end !== 120) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(end) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await gone(page, 4000);
  }
  await context.close();
});
