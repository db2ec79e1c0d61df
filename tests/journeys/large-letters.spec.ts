/**
 * Pages with large text and on the narrowest phones: everything wraps, and no word is broken or
 * cut.
 */
import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, PASSWORD, type RunningApp, signIn, testAlone as test } from './support/journey.ts';
import {
  COURIER_ROUTES,
  MANAGER_ROUTES,
  type Route,
  SOME_ID,
  SOME_TRACKING_ID,
  VISITOR_ROUTES,
} from './support/routes.ts';

/**
 * What does not fit: a page wider than the window, a word on two lines, words that leave their
 * button, a date that its field cuts, and a field and a button side by side of different heights.
 */
function misfitsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const misfits = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const isShown = (element: Element) =>
      element.checkVisibility() && !element.closest('.sr-only, .skip-link, thead, [aria-hidden]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement || !isShown(text.parentElement)) continue;
      for (const { 0: run, index: start } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        // Longer ones and addresses may have to be, and other scripts break anywhere.
        if (run.length > 16) continue;
        for (const { 0: word, index } of run.matchAll(/(?<![\w@.=/-])\p{Script=Latin}{2,13}(?![\w@.-]|:\/\/)/gu)) {
          const range = new Range();
          range.setStart(text, start + index);
          range.setEnd(text, start + index + word.length);
          if (range.getClientRects().length > 1) misfits.push(`“${word}” is broken`);
        }
      }
    }
    for (const button of document.querySelectorAll(
      '[class*=btn], .toggle-box, .action, .tab, .nav-link, .notice-body',
    )) {
      if (button.clientWidth < button.scrollWidth && isShown(button)) misfits.push(`“${button.textContent}” is cut`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input.input, select')) {
      if (!isShown(field)) continue;
      const { top, bottom, left, right, width, height } = field.getBoundingClientRect();
      for (const other of field.form?.querySelectorAll('input.input, select, button, a[class^=btn-]') ?? []) {
        const beside = other.getBoundingClientRect();
        const isInRow = isShown(other) && beside.top < bottom && beside.bottom > top;
        const isBeside = isInRow && (beside.left >= right || beside.right <= left);
        if (isBeside && Math.abs(beside.height - height) > 1)
          misfits.push(`${field.name} is ${height} high beside ${other.textContent} of ${beside.height}`);
      }
      if (!field.type.startsWith('date')) continue;
      field.style.width = 'max-content';
      const whole = field.getBoundingClientRect();
      field.style.width = '';
      const isOneLine = height < whole.height * 1.3;
      // Of its width 24 px are the room before its icon, which may go.
      if (isOneLine && whole.width > width + 24) misfits.push(`the date in ${field.name} is cut`);
    }
    return misfits;
  });
}

/**
 * Tabs through a page, or the dialog on it, until the focus wraps. Returns stops whose focus is
 * invisible, stops out of visual order, and clickable elements that are not stops.
 */
async function flawsOfStopsOn(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const stops: Element[] = [];
    const flaws: string[] = [];
    const nameOf = (element: Element) =>
      `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;

    function look(stop: Element) {
      // A file control is one pixel inside its label, which is what people see.
      const shown = stop.closest('.picker') ?? stop;
      const { top, bottom, left, right, height } = shown.getBoundingClientRect();
      const say = (flaw: string) => flaws.push(`${nameOf(stop)} ${flaw}`);
      // Of a large field its first line has to be seen.
      const isCut = bottom > innerHeight + 1 && height < innerHeight / 2;
      if (top < -1 || isCut || left < -1 || right > innerWidth + 1) say('is not in view');
      for (const y of [top + 4, bottom - 4]) {
        const there = document.elementFromPoint((left + right) / 2, y);
        if (there && !there.contains(shown) && !shown.contains(there)) say(`lies under ${nameOf(there)}`);
      }
      const rings = [getComputedStyle(shown), getComputedStyle(shown, '::after')];
      if (!rings.some((ring) => ring.outlineStyle === 'solid' && Number.parseFloat(ring.outlineWidth) >= 2)) {
        say('shows no focus');
      }
      const before = stops.at(-1);
      // The first of a dialog comes again after its last.
      const isNext = before && before.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isNext && !before.closest('.top') && bottom < before.getBoundingClientRect().top) {
        say(`comes after ${nameOf(before)}, which is below it`);
      }
      stops.push(stop);
    }

    /** What was found, once the first stop comes again; null before. */
    const step = () => {
      const stop = document.activeElement;
      // A date is several stops.
      if (!stop || stop === document.body || stop === stops.at(-1)) return null;
      if (!stops.includes(stop)) {
        look(stop);
        return null;
      }
      const room = document.querySelector('dialog[open]') ?? document.body;
      const missed = [...room.querySelectorAll('a[href], button, input, select, textarea')]
        .filter((element) => !element.matches(':disabled, [tabindex="-1"]') && !stops.includes(element))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => `${nameOf(element)} is no stop`);
      return [...flaws, ...missed];
    };
    Object.assign(window, { step });
  });
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press('Tab');
    const flaws = await page.evaluate(() => (window as unknown as { step(): string[] | null }).step());
    if (flaws) return flaws;
  }
  return ['Tab does not come to an end'];
}

/**
 * The setting of the browser, which counts for media queries too. A page that comes or is resized
 * loses it.
 */
async function readAt(device: CDPSession, page: Page, standard: number): Promise<void> {
  await device.send('Page.setFontSizes', { fontSizes: { standard } });
  await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
}

/** A manager with parcels and an imported file, and every address with their IDs. */
async function settle(app: RunningApp, email: string) {
  const person = await app.person({ email, firstName: 'Elin', lastName: 'Strand', manager: true });
  const parcel = await app.shipment({ senderEmail: email, receiverEmail: email });
  const { trackingId } = parcel;
  const bill = { userId: person.id, trackingId, amount: 148.2, summary: 'Wolfeschlegelsteinhausenbergerdorff’s duty' };
  await app.call(email, 'billAdmin.addBill', bill);
  const deposit = { userId: person.id, amount: 12_480.75, summary: 'Compensation', status: 'successful' };
  await app.call(email, 'transactionAdmin.addDeposit', deposit);
  const { token } = await app.call<{ token: string }>(email, 'auth.login', { email, password: PASSWORD });
  const sent = await fetch(`${app.url}/api/shipment-imports?fileName=monday.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: 'Description,Weight\nLamp,5 kg',
  });
  const { id: importId } = (await sent.json()) as { id: string };
  const courier = await app.person({ email: `courier.of.${email}`, lastName: 'Featherstonehaugh', courier: true });
  const ofRun = { day: 'today', name: 'Centre, morning', courierId: courier.id, shipmentIds: [parcel.id] };
  const run = await app.call<{ id: string; version: number }>(email, 'runAdmin.create', ofRun);
  const [stop] = await app.database.query<{ id: string }>('select id from run_stops where run_id = $1', [run.id]);
  const ids = { shipments: parcel.id, users: person.id, import: importId, runs: run.id, stops: stop?.id ?? '' };
  const addressOf = ([, path]: Route) =>
    path
      .replace(SOME_TRACKING_ID, trackingId)
      .replace(new RegExp(`(\\w+)/${SOME_ID}`), (_, noun: keyof typeof ids) => `${noun}/${ids[noun]}`);
  return { parcel, person, courier, run, addressOf };
}

const isOfManagers = ([file]: Route) => file.startsWith('manager/');
const isAboutShipments = ([file]: Route) => /\/[a-z]+-?shipment|\/shipment/.test(file);

for (const { who, routes, views } of [
  { who: 'visitors', routes: VISITOR_ROUTES, views: [`/track/${SOME_TRACKING_ID}?detailed=true`] },
  {
    who: 'customers',
    routes: MANAGER_ROUTES.filter((route) => !isOfManagers(route)),
    views: [`/track/${SOME_TRACKING_ID}?detailed=true`, '/profile?view=update', '/profile/account?view=withdraw'],
  },
  {
    who: 'couriers',
    routes: COURIER_ROUTES,
    views: ['deliver', 'problem'].map((view) => `/courier/stops/${SOME_ID}?view=${view}`),
  },
  {
    who: 'managers about shipments',
    routes: MANAGER_ROUTES.filter((route) => isOfManagers(route) && isAboutShipments(route)),
    views: [`/manager/shipments/${SOME_ID}?view=update-info`, '/manager/shipments?from=2026-01-01'],
  },
  {
    who: 'managers about the rest',
    routes: MANAGER_ROUTES.filter((route) => isOfManagers(route) && !isAboutShipments(route)),
    views: [`/manager/users/${SOME_ID}/account?view=add-deposit`, `/manager/runs/${SOME_ID}?view=add`],
  },
]) {
  test(`with letters of 200 %, and at 320 pixels, every page of ${who} fits, breaks no word, and shows every stop of the keyboard`, async ({
    app,
    page,
    reports,
  }) => {
    reports.allow(/status of 400/);
    const email = `elin@${who.replaceAll(' ', '-')}.example.com`;
    const { courier, run, addressOf } = await settle(app, email);
    if (who === 'couriers') {
      await app.call(email, 'runAdmin.release', run);
      await signIn(page, courier.email);
    } else if (who !== 'visitors') await signIn(page, email);
    // Theirs are checked in light mode in separate journeys, the others in both in every-
    // page.spec.ts.
    if (routes.every(isOfManagers)) await page.emulateMedia({ colorScheme: 'dark' });
    const device = await page.context().newCDPSession(page);
    for (const route of [...routes, ...views.map((path): Route => ['', path, /\S/, 'whole'])]) {
      const path = addressOf(route);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      await readAt(device, page, 32);
      expect(await misfitsOn(page), `${path}, large`).toEqual([]);
      expect(await flawsOfStopsOn(page), `${path}, by keyboard`).toEqual([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await readAt(device, page, 16);
      expect(await misfitsOn(page), `${path}, narrow`).toEqual([]);
    }
  });
}

test('with letters of 200 %, what the keyboard opens shows every stop, and gives the focus back', async ({
  app,
  page,
}) => {
  const email = 'elin@opens.example.com';
  const { addressOf } = await settle(app, email);
  await signIn(page, email);
  const device = await page.context().newCDPSession(page);
  const shipment = `/manager/shipments/${SOME_ID}`;
  for (const [path, role, name, close] of [
    ['/', 'button', 'Open menu', 'Escape'],
    ['/profile', 'button', 'Logout', 'Escape'],
    ['/profile/account', 'link', 'Withdraw', 'Escape'],
    [shipment, 'link', 'Delete shipment', 'Escape'],
    [shipment, 'link', 'Add new location', 'Close'],
    ['/manager/mail', 'link', 'Shipment created', 'Escape'],
  ] as const) {
    await page.goto(addressOf(['', path, /\S/, 'whole']));
    const opener = page.getByRole(role, { name, exact: true }).first();
    await expect(opener, path).toBeVisible();
    await page.waitForLoadState('networkidle');
    await readAt(device, page, 32);
    await opener.focus();
    await page.keyboard.press('Enter');
    const opened = close === 'Close' ? page.getByRole('region', { name }) : page.locator('dialog[open]');
    await expect(opened, `${name} opens`).toBeVisible();
    await expect(opened.locator('.skeleton'), `${name} has loaded`).toHaveCount(0);
    expect(await flawsOfStopsOn(page), name).toEqual([]);
    if (close === 'Close') await opened.getByRole('link', { name: close }).focus();
    await page.keyboard.press(close === 'Close' ? 'Enter' : close);
    await expect(opened, `${name} closes`).toBeHidden();
    await expect(opener, `${name} has the focus`).toBeFocused();
  }
});

test('where only the letters are large, on any screen, no word is broken or cut', async ({ app, page }) => {
  const email = 'elin@zoomed.example.com';
  const { addressOf } = await settle(app, email);
  await signIn(page, email);
  for (const path of [
    '/shipping',
    '/profile',
    `/track/${SOME_TRACKING_ID}?detailed=true`,
    `/invoice/${SOME_TRACKING_ID}`,
    `/manager/shipments/${SOME_ID}`,
  ]) {
    await page.goto(addressOf(['', path, /\S/, 'whole']));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await misfitsOn(page), `${path} at ${width}`).toEqual([]);
    }
  }
});
