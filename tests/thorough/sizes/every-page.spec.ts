/**
 * One visit sees a page on a phone, a tablet and a desktop, by day and by night, on paper, with
 * letters of 200 %, by keyboard, and on the narrowest phones.
 */
import type { Page, Request } from '@playwright/test';
import {
  expect,
  expectAccessible,
  openAs,
  RULES_OF_COLOUR,
  RULES_OF_PLACE,
  type RunningApp,
  resize,
  test,
  withoutWorker,
} from '../../journeys/support/journey.ts';
import {
  expectContrast,
  expectPrinted,
  flawsOfStopsOn,
  misfitsOn,
  readAt,
} from '../../journeys/support/page-checks.ts';
import { type Route, SOME_ID } from '../../journeys/support/routes.ts';
import { until } from '../../support/until.ts';
import { settleOnce, testSweeps, type Visit } from './inhabited.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const DESKTOP = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };
/** A page that asks for nothing in this time has all that it needs. */
const QUIET_MS = 300;
/** It is a dialog, which Escape closes, or a form of the page. */
const OPENERS: Record<string, [role: 'button' | 'link', name: string, opens: 'dialog' | 'form'][]> = {
  '/manager': [['button', 'Open menu', 'dialog']],
  '/profile': [['button', 'Logout', 'dialog']],
  '/profile/account': [['link', 'Withdraw', 'dialog']],
  [`/manager/shipments/${SOME_ID}`]: [
    ['link', 'Delete shipment', 'dialog'],
    ['link', 'Add new location', 'form'],
  ],
  '/manager/mail': [['link', 'Shipment created', 'dialog']],
};

/**
 * It waits until the page is quiet. Within the app it navigates as a link would, which costs much
 * less than a new document.
 */
function walkThrough(page: Page): (address: string, email?: string) => Promise<void> {
  const open = new Set<Request>();
  let changedAt = 0;
  const begin = (request: Request) => {
    // This one never ends.
    if (request.url().includes('live.follow')) return;
    open.add(request);
    changedAt = Date.now();
  };
  const end = (request: Request) => {
    if (open.delete(request)) changedAt = Date.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  let signedInAs: string | undefined;
  return async (address, email) => {
    const { pathname, protocol } = new URL(page.url());
    if (email !== undefined && email !== signedInAs) {
      await openAs(page, email, address);
      signedInAs = email;
    } else if (protocol === 'http:' && new URL(address, page.url()).pathname !== pathname) {
      const before = await page.title();
      await page.evaluate((to) => {
        document.documentElement.style.removeProperty('font-size');
        history.pushState({ idx: history.state.idx + 1, key: to, usr: null }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }, address);
      await expect.poll(() => page.title(), address).not.toBe(before);
    } else await page.goto(address);
    await until('the page is quiet', async () => open.size === 0 && Date.now() - changedAt > QUIET_MS);
  };
}

/** Every stop shows with large letters, and the focus comes back. */
async function expectOpenersFit(page: Page, path: string): Promise<void> {
  for (const [role, name, opens] of OPENERS[path] ?? []) {
    const opener = page.getByRole(role, { name, exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const opened = opens === 'form' ? page.getByRole('region', { name }) : page.locator('dialog[open]');
    await expect(opened, `${name} opens`).toBeVisible();
    await expect(opened.locator('.skeleton'), `${name} has loaded`).toHaveCount(0);
    expect.soft(await misfitsOn(page), name).toEqual([]);
    expect.soft(await flawsOfStopsOn(page), name).toEqual([]);
    if (opens === 'form') await opened.getByRole('link', { name: 'Close' }).focus();
    await page.keyboard.press(opens === 'form' ? 'Enter' : 'Escape');
    await expect(opened, `${name} closes`).toBeHidden();
    await expect(opener, `${name} has the focus`).toBeFocused();
  }
}

async function expectFit(page: Page, path: string): Promise<void> {
  const { counts, description } = await page.evaluate(() => ({
    counts: ['h1', 'main'].map((name) => document.querySelectorAll(name).length),
    description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
  }));
  expect(counts, path).toEqual([1, 1]);
  expect(description, path).toMatch(/\w+ \w+/);
  // The next touch shows what the bar at a phone’s lower edge covers.
  await page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('.phone-bar');
    if (bar) bar.style.position = 'static';
  });
  // A tablet has the phone’s elements in other places.
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await test.step(`${size.width} px`, async () => {
      if (size !== PHONE) await resize(page, size);
      await page.emulateMedia({ colorScheme: 'light' });
      expect.soft(await misfitsOn(page), `${path} at ${size.width}`).toEqual([]);
      await expectAccessible(page, size === TABLET ? { only: RULES_OF_PLACE } : { without: RULES_OF_COLOUR });
      await expectContrast(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectContrast(page);
    });
  }
  await resize(page, PHONE);
  // `invoice.spec.ts` is about the invoice.
  if (!path.includes('/invoice')) await test.step('on paper', () => expectPrinted(page, path));
  await test.step('letters of 200 %', async () => {
    const device = await page.context().newCDPSession(page);
    await readAt(device, page, 32);
    expect.soft(await misfitsOn(page), `${path}, large`).toEqual([]);
    await expectAccessible(page, { only: RULES_OF_PLACE });
    expect.soft(await flawsOfStopsOn(page), `${path}, by keyboard`).toEqual([]);
    await expectOpenersFit(page, path);
    await resize(page, NARROW);
    await readAt(device, page, 16);
    // The skip link lies over the brand.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await device.detach();
  });
  expect.soft(await misfitsOn(page), `${path}, narrow`).toEqual([]);
  await expectAccessible(page, { only: RULES_OF_PLACE });
  // No media query knows that the letters are large.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [390, 1440]) {
    await resize(page, { width, height: 900 });
    expect.soft(await misfitsOn(page), `${path} with large letters at ${width}`).toEqual([]);
  }
}

async function sweep(app: RunningApp, page: Page, visits: Visit[]): Promise<void> {
  const { people, fill } = await settleOnce(app);
  // Only a courier’s page shows what the worker has stored.
  if (visits.every(({ as }) => as !== 'courier')) await withoutWorker(page);
  const titles = new Map<string, string>();
  const open = walkThrough(page);
  for (const { as, routes, views } of visits) {
    for (const [, path, heading, state] of [...routes, ...views.map((view): Route => ['', view, /\S/, 'whole'])]) {
      await resize(page, PHONE);
      await open(fill(path), as && people[as].email);
      await expect(
        page.getByRole('heading', { level: 1, name: state === 'whole' ? heading : /\S/ }),
        path,
      ).toBeVisible();
      await expect(page.locator('main .skeleton, main [aria-busy="true"]'), path).toHaveCount(0);
      const place = new URL(page.url()).pathname;
      const title = await page.title();
      expect(titles.get(title) ?? place, `the title of ${path}`).toBe(place);
      titles.set(title, place);
      await test.step(path, () => expectFit(page, path));
    }
  }
}

const nameOf = (who: string) =>
  `every page of ${who} fits every screen and paper, breaks no word, shows every stop of the keyboard, and axe finds nothing`;

testSweeps(nameOf, sweep);
