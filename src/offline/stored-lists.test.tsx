import { createStore, keys, set } from 'idb-keyval';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, serve } from '../../tests/components/api.ts';
import { DESK } from '../../tests/components/desk.ts';
import { setOnline } from '../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { HOME, PROFILE } from '../../tests/components/home.ts';
import { NO_TEXTS, QUEUED_MAIL, SENT_MAIL } from '../../tests/components/mails.ts';
import { EMPTY_DASHBOARD } from '../../tests/components/manager-dashboard.ts';
import { address, DESKTOP, openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY } from '../../tests/components/shipments.ts';
import { readStoredNames, untilStored } from '../../tests/components/stored.ts';
import { noteServerTime } from '../api/calls/server-clock.ts';
import type { ManagedShipmentSummary } from '../domain/shipment.ts';
import { forgetExpired } from './stored-queries.ts';

/** A higher number is newer. */
const rowOf = (number: number, more: Partial<ManagedShipmentSummary>): ManagedShipmentSummary => ({
  ...SUMMARY,
  id: `0198c5f0-0000-7000-8000-00000000f0${String(number).padStart(2, '0')}`,
  trackingId: `W48207K15${String(number).padStart(3, '0')}`,
  createdAt: `2026-11-16T10:${String(number).padStart(2, '0')}:00.000Z`,
  ...more,
});

const HELD = rowOf(24, { description: 'A held piano', status: 'held', senderName: 'Sven Svensson' });
const CHESTS = Array.from({ length: 23 }, (_, index) => rowOf(23 - index, { description: `Tea chest ${index}` }));
const DULCIMER = rowOf(0, { description: 'The first dulcimer' });
/** 25 shipments, of which a search finds one. */
const getShipments: NonNullable<NonNullable<Api['shipmentAdmin']>['getShipments']> = ({ page: { q } }) =>
  q === 'dulcimer'
    ? onePage([DULCIMER])
    : { data: [HELD, ...CHESTS.slice(0, 9)], total: 25, pagination: { prev: null, next: 2 } };

const rowsOf = (table: string) => page.getByRole('table', { name: table }).getByRole('row');
const textsOf = (table: string) =>
  rowsOf(table)
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent ?? '');
const shipments = () => textsOf('Shipments');
const fromDevice = page.getByText('From 11 shipments on this device. There may be more.');

/** The manager has seen the first page and one search, and has no network now. */
async function openOfflineList() {
  const { router } = await openPage('/manager/shipments', {
    as: MANAGER,
    size: DESKTOP,
    api: { shipmentAdmin: { getShipments } },
  });
  await expect.element(page.getByText('A held piano')).toBeVisible();
  await router.navigate('/manager/shipments?q=dulcimer');
  await untilStored('managed-shipments', DULCIMER.id);
  await untilStored('managed-shipments', HELD.id);
  setOnline(false);
  return router;
}

test('without a network shipments are filtered and searched on the device', async () => {
  let router = await openOfflineList();
  for (const search of ['status=held', 'q=svensson']) {
    await router.navigate(`/manager/shipments?${search}`);
    await expect.poll(shipments).toEqual([expect.stringContaining('A held piano')]);
    await expectShown(fromDevice, page.getByText(/^Last updated .* You’re offline\.$/));
  }
  await expectAccessible();
  ({ router } = await openAgain());
  await expect.poll(shipments).toEqual([expect.stringContaining('A held piano')]);
  await router.navigate('/manager/shipments?q=nothing+like+it');
  await router.navigate('/manager/shipments?q=nothing+like+it');
  await expectShown('No shipments found.', fromDevice);
  await router.navigate('/manager/shipments?page=2');
  await expect.poll(shipments).toEqual([expect.stringContaining('The first dulcimer')]);
  await expect.element(fromDevice).toBeVisible();
  await router.navigate('/manager/shipments?page=3');
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
});

test('back online, the server’s list replaces the one from the device', async () => {
  const router = await openOfflineList();
  await router.navigate('/manager/shipments?q=tea+chest');
  await expect.element(fromDevice).toBeVisible();
  serve({ shipmentAdmin: { getShipments: () => ({ ...onePage(CHESTS.slice(0, 10)), total: 23 }) } });
  setOnline(true);
  await expect.element(page.getByText('23 shipments', { exact: true })).toBeVisible();
  await expect.element(fromDevice).not.toBeInTheDocument();
});

test('without a network users and emails are searched on the device too', async () => {
  const wilma = { ...CUSTOMER, firstName: 'Wilma', lastName: 'Wexford', createdAt: SUMMARY.createdAt };
  const { router } = await openPage('/manager/users', {
    as: MANAGER,
    size: DESKTOP,
    api: {
      userAdmin: { getUsers: () => onePage([wilma, { ...MANAGER, createdAt: SUMMARY.createdAt }]) },
      mail: { getMails: () => onePage([SENT_MAIL, { ...QUEUED_MAIL, state: 'failed' }]), getSms: () => NO_TEXTS },
    },
  });
  await untilStored('managed-users', 'Wexford');
  await router.navigate('/manager/mail');
  await untilStored('mails', SENT_MAIL.id);
  setOnline(false);
  await router.navigate('/manager/users?q=wilma+wex');
  await expect.poll(() => textsOf('Users')).toEqual([expect.stringContaining('Wilma Wexford')]);
  await expect.element(page.getByText('From 2 users on this device. There may be more.')).toBeVisible();
  await router.navigate('/manager/mail?state=failed');
  await expect.poll(() => textsOf('Emails')).toEqual([expect.stringContaining(QUEUED_MAIL.receiver)]);
  await expect.element(page.getByText('From 2 emails on this device. There may be more.')).toBeVisible();
});

test('an offline customer finds a parcel among those on the phone', async () => {
  const parcels = ['A blue lamp', 'A red lamp', 'A kettle'].map((description, at) => rowOf(at, { description }));
  await openPage('/packages', {
    as: CUSTOMER,
    size: DESKTOP,
    api: { shipment: { getShipments: () => onePage(parcels) } },
  });
  await untilStored('own-shipments', 'A kettle');
  setOnline(false);
  await page.getByRole('searchbox', { name: 'Search' }).fill('LAMP');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => textsOf('Incoming shipments')).toHaveLength(2);
  await expect.element(page.getByText('From 3 shipments on this device. There may be more.')).toBeVisible();
  await openAgain();
  await expect.poll(() => textsOf('Incoming shipments')).toHaveLength(2);
});

const BUSY_DESK: Api = {
  ...DESK,
  ...EMPTY_DASHBOARD,
  shipmentAdmin: { ...DESK.shipmentAdmin, getShipments: () => onePage([SUMMARY]) },
  shipment: { ...HOME.shipment, getShipments: ({ rel }) => onePage(rel === 'receiver' ? [SUMMARY] : []) },
  runAdmin: { ...DESK.runAdmin, pool: () => onePage([{ ...SUMMARY, shipTo: MANAGED.shipTo }]) },
  userAdmin: DESK.userAdmin,
};

async function setStatusAfter(lists: readonly (readonly [path: string, table: string])[]) {
  const { router } = await openPage(`/manager/shipments/${MANAGED.id}`, { as: MANAGER, size: DESKTOP, api: BUSY_DESK });
  await expect.element(page.getByRole('link', { name: 'Update shipment status' })).toBeVisible();
  for (const [path, table] of lists) {
    await router.navigate(path);
    await expect.poll(() => textsOf(table), { message: path }).toHaveLength(1);
  }
  await router.navigate(`/manager/shipments/${MANAGED.id}?view=update-status`);
  await untilStored('managed-shipment', MANAGED.id);
  if (lists.some(([path]) => path === '/manager/shipments')) await untilStored('managed-shipments', SUMMARY.id);
  setOnline(false);
  const panel = page.getByRole('region', { name: 'Update shipment status' });
  await panel.getByLabelText('Status', { exact: true }).selectOptions('delivery');
  await panel.getByRole('button', { name: 'Update status' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  return router;
}

const WAITS = /(?=.*Waiting to send).*Delivery/s;

test.for([
  [
    'managers’',
    [
      ['/manager/shipments', 'Shipments'],
      ['/manager', 'Recent shipments'],
      [`/manager/users/${MANAGER.id}/shipments`, 'User shipments'],
      ['/manager/runs', 'Shipments without a run'],
    ],
  ],
  [
    'people’s own',
    [
      ['/packages', 'Incoming shipments'],
      ['/', 'Incoming shipments'],
    ],
  ],
] as const)('a change that waits to be sent is marked in %s lists', async ([, lists]) => {
  const router = await setStatusAfter(lists);
  for (const [path, table] of lists) {
    await router.navigate(path);
    await expect.poll(() => textsOf(table), { message: path }).toEqual([expect.stringMatching(WAITS)]);
  }
});

test('lists show the last of several waiting changes, also when reopened, until they are sent', async () => {
  await setStatusAfter([['/manager/shipments', 'Shipments']]);
  const { router } = await openAgain();
  await router.navigate('/manager/shipments?q=kiln');
  await expect.poll(shipments).toEqual([expect.stringMatching(WAITS)]);
  await router.navigate(`/manager/shipments/${MANAGED.id}?view=add-location`);
  await page.getByLabelText('Comment').fill('Left with the neighbour');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  await router.navigate('/manager/shipments');
  await expect.poll(shipments).toEqual([expect.stringContaining('Left with the neighbour')]);
  await expectAccessible();
  serve({
    shipmentAdmin: {
      updateShipment: () => ({ ok: true }),
      updateShipmentActivity: () => ({ ok: true }),
      getShipments: () => onePage([{ ...SUMMARY, status: 'delivery' }]),
    },
  });
  setOnline(true);
  await expect.poll(shipments).toEqual([expect.stringMatching(/^(?!.*Waiting to send).*Delivery/s)]);
});

test('a shipment that was made without a network is above the lists', async () => {
  const { router } = await openPage('/manager', { as: MANAGER, size: DESKTOP, api: BUSY_DESK });
  await expect.poll(() => textsOf('Recent shipments')).toHaveLength(1);
  await router.navigate('/manager/shipments');
  await expect.poll(shipments).toHaveLength(1);
  await router.navigate('/manager/shipments/create');
  setOnline(false);
  await page.getByLabelText('Description').fill('Made in the dark');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect.poll(address).toBe('/outbox');
  for (const path of ['/manager', '/manager/shipments']) {
    await router.navigate(path);
    await expect.element(page.getByRole('region', { name: 'Not sent yet' })).toMatchTextContent('Made in the dark');
  }
});

test('what an older version stored goes once the server has responded', async () => {
  await openPage('/profile', { as: CUSTOMER, api: PROFILE });
  await untilStored('profile');
  const store = createStore(`waybill-${CUSTOMER.id}`, 'queries');
  await set('query-["mine","profile"]', { state: { data: 'in the clear' } }, store);
  noteServerTime(new Response('', { headers: { date: new Date().toUTCString() } }));
  await forgetExpired();
  // The page may have stored other queries too.
  for (const key of await keys(store)) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await readStoredNames()).toContain('profile');
});
