/** Ctrl+K: what each role finds while typing, with and without a network. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, rejecting } from '../../../tests/components/api.ts';
import { newRun, newTrackingId, serveRun, started, tasksOf } from '../../../tests/components/courier-runs.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { HOME, PROFILE } from '../../../tests/components/home.ts';
import { DAY, RUN_SUMMARY } from '../../../tests/components/managed-runs.ts';
import { USER_SUMMARY } from '../../../tests/components/managed-users.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { COURIER, CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, OVERVIEW, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { untilStored } from '../../../tests/components/stored.ts';
import type { User } from '../../domain/user.ts';

const palette = page.getByRole('dialog', { name: 'Find' });
const field = palette.getByRole('combobox');
const options = palette.getByRole('option');
const status = palette.getByRole('status');
const active = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent;
const texts = () => options.elements().map(({ textContent }) => textContent);

const KNOWN_ID = newTrackingId();
const PIANO = { ...SUMMARY, description: 'A grand piano', receiverName: 'Clara Wieck' };
const CLARA = { ...USER_SUMMARY, firstName: 'Clara', lastName: 'Wieck', email: 'clara@example.com' };
const ROUND = { ...RUN_SUMMARY, name: 'Clarendon' };
const desk: Api = {
  ...DESK,
  shipmentAdmin: { ...DESK.shipmentAdmin, getShipments: () => ({ ...onePage([PIANO]), total: 1_001 }) },
  userAdmin: { ...DESK.userAdmin, getUsers: () => onePage([CLARA]) },
  runAdmin: { ...DESK.runAdmin, list: () => ({ day: DAY, runs: [ROUND] }) },
};

async function openPalette(path: string, as: User, api: Api) {
  const opened = await openPage(path, { as, size: DESKTOP, api });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return opened;
}

async function find(text?: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  if (text) await userEvent.keyboard(text);
}

test('a manager finds shipments, people, runs and pages by keyboard alone', async () => {
  await openPalette('/manager/settings', MANAGER, desk);
  await find('clar');
  await expect
    .poll(texts)
    .toEqual([
      expect.stringContaining('Clarendon'),
      expect.stringContaining('A grand piano'),
      'All 1,000+ shipments with “clar”',
      expect.stringContaining('Clara Wieck'),
    ]);
  await expect.element(status).toMatchTextContent('4 results');
  expect(active()).toContain('Clarendon');
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(active).toContain('Clara Wieck');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(address).toBe('/manager/shipments?q=clar');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Shipments', level: 1 })).toBeVisible();
  await find('mai');
  await expect.poll(active).toBe('Mail');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/manager/mail');
});

test('Escape closes it where one was, and a second Ctrl+K too', async () => {
  await openPalette('/manager/shipments', MANAGER, desk);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.click();
  for (const key of ['{Escape}', '{Control>}k{/Control}']) {
    await find();
    await userEvent.keyboard(key);
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(search).toHaveFocus();
  }
});

test('a whole tracking ID opens its shipment without a search', async () => {
  const never = held<ReturnType<typeof onePage<typeof PIANO>>>();
  await openPalette('/manager/settings', MANAGER, {
    ...desk,
    shipmentAdmin: { getShipments: never.answer, getShipment: () => MANAGED },
  });
  await find(`https://example.com/track/${KNOWN_ID}{Enter}`);
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
  expect(inputsOf('shipmentAdmin.getShipment')[0]).toEqual({ trackingId: KNOWN_ID });
});

test('it says so when no shipment has that tracking ID', async () => {
  await openPalette('/manager/settings', MANAGER, {
    ...desk,
    shipmentAdmin: {
      getShipments: () => onePage([]),
      getShipment: rejecting('NOT_FOUND', 'This shipment no longer exists.'),
    },
  });
  await find(`${KNOWN_ID}{Enter}`);
  await expect.element(page.getByRole('alert')).toMatchTextContent('This shipment no longer exists.');
  await expect.element(field).toHaveFocus();
});

test('what comes late never replaces what was asked for since', async () => {
  const first = held<ReturnType<typeof onePage<typeof PIANO>>>();
  const getShipments = ({ page: { q } }: { page: { q?: string | undefined } }) =>
    q === 'pia' ? first.answer() : onePage(q === 'pianola' ? [{ ...PIANO, description: 'A pianola' }] : []);
  await openPalette('/manager/settings', MANAGER, { ...desk, shipmentAdmin: { getShipments } });
  await find('pia');
  await expect.poll(() => inputsOf('shipmentAdmin.getShipments')).toContainEqual({ page: { q: 'pia' } });
  await expect.element(status).toMatchTextContent('Searching…');
  await userEvent.keyboard('nola');
  await expect.poll(texts).toContainEqual(expect.stringContaining('A pianola'));
  first.resolve(onePage([PIANO]));
  await expect.element(status).toMatchTextContent('2 results');
  expect(texts()).not.toContainEqual(expect.stringContaining('A grand piano'));
});

test('without a network it finds what this device has', async () => {
  const { router } = await openPalette('/manager/shipments', MANAGER, desk);
  await untilStored('managed-shipments', 'A grand piano');
  await router.navigate('/manager/users');
  await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await untilStored('managed-users', 'Clara');
  setOnline(false);
  await find('clara');
  await expect.element(status).toMatchTextContent('2 results Only what this device has.');
  expect(texts()).toEqual([expect.stringContaining('A grand piano'), expect.stringContaining('Clara Wieck')]);
  await expectAccessible();
  await field.fill('viola');
  await expect.element(status).toMatchTextContent('Nothing found. Only what this device has.');
});

test('a customer finds own shipments and pages, and nothing of the desk', async () => {
  await openPalette('/profile', CUSTOMER, {
    ...HOME,
    ...PROFILE,
    shipment: {
      ...HOME.shipment,
      getShipments: ({ rel }) => onePage(rel === 'sender' ? [SUMMARY] : []),
      getShipmentByTrackingId: () => OVERVIEW,
    },
  });
  await find('manag');
  await expect.element(status).toMatchTextContent('1 result');
  await field.fill('kiln');
  await expect.poll(active).toContain(SUMMARY.description);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/track/${TRACKING_ID}`);
  expect(inputsOf('shipmentAdmin.getShipments')).toEqual([]);
});

test('a courier finds the stops of the run, also by a parcel', async () => {
  const run = started(newRun([1, 2]));
  const parcel = tasksOf(run)[1];
  await openPalette('/courier', COURIER, { ...HOME, ...serveRun(run).api });
  await find();
  // Typed at once, it would be a hand scanner's.
  await field.fill(parcel?.trackingId ?? '');
  await expect.poll(active).toContain(`Stop 2: ${run.stops[1]?.name}`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/courier/stops/${run.stops[1]?.id}`);
});

test('a visitor finds pages and tracks a parcel', async () => {
  await openPage('/login', { size: DESKTOP, api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } } });
  await find();
  await expect.poll(texts).toEqual(['Tracking', 'Login', 'Register']);
  await userEvent.keyboard(`${KNOWN_ID}{Enter}`);
  await expect.poll(address).toBe(`/track/${KNOWN_ID}`);
});
