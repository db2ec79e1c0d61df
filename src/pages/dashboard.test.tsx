import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../tests/components/api.ts';
import { newCourier, newRun } from '../../tests/components/courier-runs.ts';
import { textsOf } from '../../tests/components/descriptions.ts';
import { setOnline } from '../../tests/components/device.ts';
import { expectAccessible, expectLink, expectShown } from '../../tests/components/expectations.ts';
import { HOME } from '../../tests/components/home.ts';
import { EMPTY_DASHBOARD } from '../../tests/components/manager-dashboard.ts';
import { MONEY_ROOM } from '../../tests/components/money-room.ts';
import { address, DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import { ACCOUNTANT, CUSTOMER, DISPATCHER, MANAGER, SHIPPER } from '../../tests/components/people.ts';
import { ACTIVITY, OVERVIEW, onePage, SUMMARY, TRACKING_ID } from '../../tests/components/shipments.ts';
import { untilStored } from '../../tests/components/stored.ts';
import { NO_RETURNS } from '../domain/returns.ts';
import type { ShipmentSummary } from '../domain/shipment.ts';
import type { User } from '../domain/user.ts';

const { senderName: _, receiverName: __, ...mine } = SUMMARY;
/** Entered without a place. */
const SENT: ShipmentSummary = {
  ...mine,
  latestActivity: { ...ACTIVITY, address: '' },
  to: { name: 'Elin Strand', town: '413 04 Gothenburg' },
  fee: 5.9,
};

const shipment: Api['shipment'] = {
  ...HOME.shipment,
  getShipmentsStats: () => ({ inProgress: 1, delivered: 0, cancelled: 0, failed: 0 }),
  getShipments: ({ rel }) => onePage(rel === 'sender' ? [SENT] : []),
  getShipmentByTrackingId: () => OVERVIEW,
};
const openDashboard = () => openPage('/', { as: CUSTOMER, size: DESKTOP, api: { shipment } });
const outgoing = page.getByRole('table', { name: 'Outgoing shipments' });

test('the dashboard counts shipments by status, and lists the newest', async () => {
  await openDashboard();
  await expectShown(page.getByRole('heading', { name: 'Welcome, Ada' }), outgoing.getByText('Label created'));
  const counts = [...document.querySelectorAll('dl.cells .cell')].map(({ textContent }) => textContent?.trim());
  expect(counts).toEqual(['In progress1', 'Delivered0', 'Cancelled0', 'Failed0']);
  expect(textsOf(outgoing.getByRole('columnheader'))()).toEqual(['Date', 'Shipment', 'Activity', 'Status']);
  expect(document.documentElement.scrollWidth).toBe(DESKTOP.width);
  await expectShown(outgoing.getByText('N/A'), 'No shipments found.');
  expect(inputsOf('shipment.getShipments')).toEqual([
    { rel: 'receiver', page: {} },
    { rel: 'sender', page: {} },
  ]);
  await expectAccessible();
});

test('the dashboard links to the profile and to both lists', async () => {
  await openDashboard();
  for (const [name, href] of [
    ['Manage my profile', '/profile'],
    ['View my incoming shipments', '/packages'],
    ['View all incoming shipments', '/packages'],
    ['View all outgoing shipments', '/shipping'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
  for (const name of ['View all incoming shipments', 'View all outgoing shipments'])
    await expect.element(page.getByRole('link', { name })).toHaveTextContent('View all');
});

test('a row opens its shipment within the app, and Back returns', async () => {
  const { router } = await openDashboard();
  const row = outgoing.getByRole('link', { name: SENT.description });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/track/${TRACKING_ID}`);
  await expect.element(page.getByRole('article')).toBeVisible();
  await router.navigate(-1);
  await expect.element(outgoing).toBeVisible();
});

test('a row that is opened in another tab leaves this one alone', async () => {
  await openDashboard();
  const row = outgoing.getByRole('link', { name: SENT.description });
  await expect.element(row).toHaveAttribute('href', `/track/${TRACKING_ID}`);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  // Once the app has decided, so that no tab opens.
  const isLeftToBrowser = new Promise<boolean>((resolve) => {
    addEventListener(
      'click',
      (event) => {
        resolve(!event.defaultPrevented);
        event.preventDefault();
      },
      { once: true },
    );
  });
  row.element().dispatchEvent(click);
  expect(await isLeftToBrowser).toBe(true);
  expect(address()).toBe('/');
});

test('the form goes to the tracking page with the ID', async () => {
  await openDashboard();
  await expect.element(page.getByRole('heading', { name: 'Track a shipment' })).toBeVisible();
  await expect.element(page.getByLabelText('Tracking ID')).toHaveAttribute('required');
  await page.getByLabelText('Tracking ID').fill(TRACKING_ID);
  await page.getByRole('button', { name: 'Track shipment' }).click();
  await expect.poll(address).toBe(`/track?trackingId=${TRACKING_ID}`);
});

test('someone whose profile was cleared is welcomed without a name', async () => {
  await openPage('/', { as: { ...CUSTOMER, firstName: '' }, api: HOME });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome');
});

const DRAFTS = { data: [], total: 5, pagination: { prev: null, next: null } };
const shopApi = (ready: number): Api => ({
  shipment: { ...HOME.shipment, getShipments: () => onePage(ready > 0 ? [SENT] : []) },
  shipper: {
    getDrafts: () => ({ ...DRAFTS, counts: { ready, toFix: ready, withheld: 0 } }),
    getUnprinted: () => ({ ...DRAFTS, total: ready }),
    getChangedOrders: () => ({ data: [] }),
    getReturns: () => ({ rules: NO_RETURNS, address: '', asked: [] }),
    getAskedAddresses: () => [],
    getUndecided: () => [],
  },
  shopConnection: { list: () => ({ data: [] }) },
});
const toDo = page.getByRole('navigation', { name: 'To do' }).getByRole('link');

test('a shop begins with what it has to do, before all counts', async () => {
  await openPage('/', { as: SHIPPER, size: DESKTOP, api: shopApi(3) });
  await expect
    .poll(() => toDo.elements().map((link) => [link.parentElement?.textContent, link.getAttribute('href')]))
    .toEqual([
      ['To send today3', '/shipping/drafts?show=ready'],
      ['Not printed3', '/shipping/labels'],
      ['To collect1', '/shipping?arrival=announced'],
      ['Drafts to fix3', '/shipping/drafts?show=to-fix'],
      ['Held1', '/shipping?status=held'],
    ]);
  await expectLink(page.getByRole('link', { name: 'New shipment' }), '/shipping/new');
  const counts = page.getByRole('region', { name: 'At a glance' }).element();
  expect(toDo.first().element().compareDocumentPosition(counts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectAccessible();
});

test.each([
  [SHIPPER, -204.8, 0, 'You owe $204.80', 'See how to pay'],
  [SHIPPER, 50, 2, 'We owe you $50.002 open bills: $24.00', 'See how to pay'],
  [SHIPPER, 50, 0, 'We owe you $50.00', 'Open my account'],
  [CUSTOMER, 50, 1, '1 open bill: $24.00', 'See how to pay'],
] as const)('what is owed is said first (%#)', async (as, total, count, sentence, act) => {
  const api: Api = {
    ...shopApi(0),
    transaction: { getBalance: () => ({ total, available: total }) },
    bill: { getOpen: () => ({ count, amount: 24, data: [] }) },
  };
  await openPage('/', { as, api });
  const link = page.getByRole('link', { name: act });
  await expectLink(link, '/profile/account');
  expect(link.element().closest('.notice')?.textContent).toBe(`${sentence}${act}`);
});

const ID = OVERVIEW.id;
const CHOICE_ID = '0198c5f0-0000-7000-8000-0000000000c1';

test('a shop agrees to another address, or declines it, where its day begins', async () => {
  const about = { trackingId: TRACKING_ID, reference: '#1001', description: 'Two books', receiverName: 'Elin Strand' };
  const asked = { ...about, id: ID, choiceId: CHOICE_ID, text: 'Kungsgatan 9, 111 43 Stockholm' };
  const api = shopApi(0);
  const shipper = { ...api.shipper, getAskedAddresses: () => [asked] };
  await openPage('/', { as: SHIPPER, api: { ...api, shipper } });
  const waiting = page.getByText('Elin Strand wants a parcel at another address');
  await expect.element(waiting).toBeVisible();
  await expectShown('Kungsgatan 9, 111 43 Stockholm');
  await expectAccessible();
  serve({ shipper: { ...shipper, getAskedAddresses: () => [] }, choice: { withdraw: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => inputsOf('choice.withdraw')).toEqual([{ id: ID, choiceId: CHOICE_ID }]);
  await expect.element(waiting).not.toBeInTheDocument();
  const again = { ...asked, choiceId: ID };
  await openPage('/', { as: SHIPPER, api: { ...api, shipper: { ...shipper, getAskedAddresses: () => [again] } } });
  serve({ choice: { make: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect
    .poll(() => inputsOf('choice.make'))
    .toEqual([expect.objectContaining({ id: ID, kind: 'address', text: asked.text })]);
});

test('a shop reads what it has to decide where its day begins', async () => {
  const says = 'You decide until Monday 7 December what happens to it. After that, it goes back to you.';
  const about = { trackingId: TRACKING_ID, reference: '#1001', description: 'Two books' };
  const api = shopApi(0);
  const shipper = { ...api.shipper, getUndecided: () => [{ ...about, says, reason: 'Refused' }] };
  await openPage('/', { as: SHIPPER, api: { ...api, shipper } });
  await expectShown('Two books, #1001: Refused', says);
  await expectLink(page.getByRole('link', { name: 'Decide' }), `/track/${TRACKING_ID}?detailed=true`);
  await expectAccessible();
});

test('an empty shop sees its next steps', async () => {
  await openPage('/', { as: SHIPPER, size: DESKTOP, api: shopApi(0) });
  await expectShown('Nothing to send right now.');
  await expectLink(page.getByRole('link', { name: 'Connect a shop' }), '/shipping/shops');
  await expectAccessible();
});

test('a courier with an open run begins there, also without a network', async () => {
  const courier = newCourier();
  const run = newRun([1]);
  await openPage('/', { as: courier, api: { ...HOME, courier: { getRun: () => run } } });
  await expect.poll(address).toBe('/courier');
  await untilStored('courier-run');
  setOnline(false);
  await openPage('/', { as: courier });
  await expect.poll(address).toBe('/courier');
});

test('a courier whose run is over begins at home', async () => {
  await openPage('/', {
    as: newCourier(),
    api: { ...HOME, courier: { getRun: () => newRun([1], { status: 'closed' }) } },
  });
  await expectLink(page.getByRole('main').getByRole('link', { name: 'My run' }), '/courier');
});

test.each([
  ['a dispatcher', DISPATCHER, '/manager'],
  ['an accountant', ACCOUNTANT, '/manager/money'],
  ['a manager', MANAGER, '/'],
])('%s has one home', async (_, as, home) => {
  await openPage('/', { as, api: { ...HOME, ...EMPTY_DASHBOARD, ...MONEY_ROOM } });
  await expect.poll(address).toBe(home);
  await expectShown(page.getByRole('heading', { level: 1, name: HEADINGS[home] }));
});
const HEADINGS: Record<string, RegExp> = {
  '/': /^Welcome/,
  '/manager': /^(Desk|Manager)$/,
  '/manager/money': /^Money$/,
  '/courier': /^My run$/,
};

test.each<[string, User, string]>([
  ['a manager', MANAGER, '/manager'],
  ['a dispatcher', DISPATCHER, '/manager'],
  ['an accountant', ACCOUNTANT, '/manager/money'],
  ['a courier without a run', newCourier(), '/courier'],
  ['a customer', CUSTOMER, '/'],
])('the installed app opens for %s where the work is', async (_, as, start) => {
  await openPage('/?start', {
    as,
    api: { ...HOME, ...EMPTY_DASHBOARD, ...MONEY_ROOM, courier: { getRun: () => null } },
  });
  await expect.poll(address).toBe(start);
  await expectShown(page.getByRole('heading', { level: 1, name: HEADINGS[start] }));
});
