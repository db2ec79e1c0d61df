import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf } from '../../tests/components/api.ts';
import { textsOf } from '../../tests/components/descriptions.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { HOME } from '../../tests/components/home.ts';
import { address, DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { ACTIVITY, OVERVIEW, onePage, SUMMARY, TRACKING_ID } from '../../tests/components/shipments.ts';
import type { ShipmentSummary } from '../domain/shipment.ts';

const { senderName: _, receiverName: __, ...mine } = SUMMARY;
/** Entered without a place. */
const SENT: ShipmentSummary = { ...mine, latestActivity: { ...ACTIVITY, address: '' } };

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
