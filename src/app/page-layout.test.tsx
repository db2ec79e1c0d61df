import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { type Api, serve } from '../../tests/components/api.ts';
import { DESK } from '../../tests/components/desk.ts';
import { HOME } from '../../tests/components/home.ts';
import { FAILED_MAIL, NO_TEXTS } from '../../tests/components/mails.ts';
import { DAY, inPool, OPEN_EXCEPTION, RUN, RUN_SUMMARY } from '../../tests/components/managed-runs.ts';
import { USER_SUMMARY } from '../../tests/components/managed-users.ts';
import { EMPTY_DASHBOARD } from '../../tests/components/manager-dashboard.ts';
import { DESKTOP, openPage, PHONE, TABLET } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { ACTIVITY, MANAGED, onePage, SUMMARY } from '../../tests/components/shipments.ts';

const long = (words: string) => `${words} `.repeat(8).trim();
/** Has more words than fit into a row. */
const WORDY = {
  ...SUMMARY,
  description: long('Parts of a kiln'),
  senderName: long('Featherstonehaugh'),
  receiverName: long('Featherstonehaugh'),
  latestActivity: { ...ACTIVITY, comment: long('Left at the warehouse'), address: long('Porto') },
};
const runs: Api['runAdmin'] = {
  ...DESK.runAdmin,
  get: () => RUN,
  pool: () => onePage(inPool(30)),
  list: () => ({ day: DAY, runs: [RUN_SUMMARY] }),
};
const desk: Api = {
  ...EMPTY_DASHBOARD,
  runAdmin: runs,
  shipmentAdmin: {
    getShipments: () => onePage(Array.from({ length: 10 }, (_, index) => ({ ...WORDY, id: `${index}` }))),
    getShipment: () => ({ ...MANAGED, senderId: CUSTOMER.id, run: { id: RUN.id, name: 'Centre', courier: 'Kaj' } }),
  },
  userAdmin: { getUsers: () => onePage([USER_SUMMARY]) },
  billAdmin: { getShipmentBills: () => [] },
  mail: { getMails: () => onePage([FAILED_MAIL]), getSms: () => NO_TEXTS },
};

const LISTS = [
  ['/manager/runs', 'Add to Centre'],
  ['/manager/shipments', 'Status'],
  [`/manager/runs/${RUN.id}?view=add`, 'Add to Centre'],
] as const;

test.each(
  [PHONE, TABLET, DESKTOP].flatMap((size) => LISTS.map(([path, act]) => [size.width, path, act, size] as const)),
)('at %i px ticking on %s moves nothing, and %s is in view', async (_width, path, act, size) => {
  await openPage(path, { as: MANAGER, size, api: desk });
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect.element(boxes.nth(3)).toBeVisible();
  boxes.nth(3).element().scrollIntoView({ block: 'center' });
  // In the page: the test runner scrolls to what it presses.
  const topOf = () => boxes.nth(3).element().getBoundingClientRect().top + scrollY;
  const before = topOf();
  for (const nth of [3, 4]) await boxes.nth(nth).click();
  await expect.element(page.getByText('2 shipments selected')).toBeVisible();
  const add = page.getByRole('button', { name: act, exact: true });
  await expect.element(add).toBeVisible();
  const { top, bottom } = add.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  await page.getByRole('button', { name: 'Show the selected shipments' }).click();
  expect(topOf()).toBe(before);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  expect(topOf()).toBe(before);
});

test('at the desk no panel of a shipment moves what is on its page', async () => {
  await openPage(`/manager/shipments/${MANAGED.id}`, { as: MANAGER, size: DESKTOP, api: desk });
  const shown = [page.getByRole('group', { name: 'Shipment actions' }), page.getByRole('heading', { name: 'From' })];
  for (const one of shown) await expect.element(one).toBeVisible();
  const places = () =>
    shown.map((one) => {
      const { top, left } = one.element().getBoundingClientRect();
      return { top, left };
    });
  const before = places();
  for (const act of ['Add new location', 'Update shipment status', 'Update shipment info']) {
    await page.getByRole('link', { name: act }).click();
    await expect.element(page.getByRole('region', { name: act })).toBeVisible();
    expect(places()).toEqual(before);
  }
});

test('the manager’s dashboard comes together with its notices', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await openPage('/manager', {
    as: MANAGER,
    api: {
      ...desk,
      runAdmin: { ...runs, exceptions: () => promise.then(() => [OPEN_EXCEPTION]) },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Manager', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Manage' })).not.toBeInTheDocument();
  resolve();
  await expect.element(page.getByRole('navigation', { name: 'Manage' })).toBeVisible();
  await expect.element(page.getByText('1 open exception in runs')).toBeVisible();
});

/** A finger misses targets lower than 44 px, unless they are links within a sentence. */
function smallTargets(): string[] {
  const isInSentence = (target: Element) =>
    [...(target.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\w{2}/.test(node.nodeValue ?? ''),
    );
  const targets = document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, select, textarea)');
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true }) || isInSentence(target)) return [];
    // A target whose `::after` covers its surroundings can be pressed there, too.
    const isCover = getComputedStyle(target, '::after').position === 'absolute';
    const around = isCover ? (target.closest('tr') ?? target.offsetParent) : null;
    const area = target.closest('label') ?? around ?? target;
    const { height } = area.getBoundingClientRect();
    return height >= 43.5 ? [] : [`${target.outerHTML} ${height}`];
  });
}

test.each([
  [`/manager/shipments/${MANAGED.id}`, 'Activity'],
  [`/manager/runs/${RUN.id}`, 'Stops'],
  ['/manager/runs', 'Shipments without a run'],
  ['/manager/users', 'Users'],
  ['/manager/mail', 'Mail'],
  ['/manager', 'Manager'],
] as const)('whatever a finger touches on %s is 44 px high', async (path, heading) => {
  const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
  onTestFinished(async () => void (await touch(false)));
  await touch(true);
  for (const size of [PHONE, TABLET]) {
    await openPage(path, { as: MANAGER, size, api: desk });
    await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect.poll(() => document.querySelector('main .skeleton')).toBeNull();
    await expect.poll(smallTargets).toEqual([]);
  }
});

test.each(['/manager/shipments', '/manager/runs', '/manager/users', '/manager/mail'])(
  'on a tablet no row of %s is higher than 96 px',
  async (path) => {
    await openPage(path, { as: MANAGER, size: TABLET, api: desk });
    const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
    await expect.poll(() => rows().length).toBeGreaterThan(0);
    for (const height of rows()) expect(height).toBeLessThanOrEqual(96);
  },
);

test('a list on A4 has its columns', async () => {
  const print = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await print('')));
  // 210 mm without margins of 10 mm.
  await openPage('/manager/shipments', { as: MANAGER, size: { width: 718, height: 1000 }, api: desk });
  await expect.element(page.getByRole('table')).toBeVisible();
  await print('print');
  await expect.element(page.getByRole('columnheader', { name: 'From and to' })).toBeVisible();
  const row = document.querySelector('tbody tr');
  await expect.poll(() => row && getComputedStyle(row).display).toBe('table-row');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(718);
});

test('without money the page says so beside Withdraw, unless the balance is hidden', async () => {
  const withMoney = (available: number): Api => ({
    transaction: { ...DESK.transaction, getBalance: () => ({ total: available, available }) },
  });
  const { client } = await openPage('/profile/account', { as: CUSTOMER, api: withMoney(0) });
  const note = page.getByText('You have no money to withdraw.');
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show balance' }).click();
  await expect.element(note).toBeVisible();
  serve(withMoney(60));
  await client.invalidateQueries();
  await expect.element(note).not.toBeInTheDocument();
});

test('counts that are not known are a dash, not 0', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const getShipmentsStats = () => promise.then(() => ({ inProgress: 2, delivered: 0, cancelled: 0, failed: 0 }));
  const api: Api = { shipment: { ...HOME.shipment, getShipmentsStats } };
  await openPage('/', { as: CUSTOMER, api });
  const counts = () => [...document.querySelectorAll('.cells dd')].map(({ textContent }) => textContent);
  await expect.poll(counts).toEqual(['–', '–', '–', '–']);
  resolve();
  await expect.poll(counts).toEqual(['2', '0', '0', '0']);
});

test('a long list says how many pages it has', async () => {
  const pagesOf = (total: number): Api => ({
    ...desk,
    shipmentAdmin: { getShipments: () => ({ data: [SUMMARY], total, pagination: { prev: 2, next: 4 } }) },
  });
  await openPage('/manager/shipments?page=3', { as: MANAGER, api: pagesOf(2013) });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pages).toMatchTextContent('Page 3 of 202');
  const { width } = pages.element().getBoundingClientRect();
  expect(width).toBeLessThanOrEqual(PHONE.width);
});
