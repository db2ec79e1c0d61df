import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { OPEN_EXCEPTION, RUN } from '../../../tests/components/managed-runs.ts';
import { USER_SUMMARY } from '../../../tests/components/managed-users.ts';
import { EMPTY_DASHBOARD } from '../../../tests/components/manager-dashboard.ts';
import { address, DESKTOP, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';

const quiet: Api = {
  ...EMPTY_DASHBOARD,
  shipmentAdmin: { getShipments: () => onePage([SUMMARY]) },
  userAdmin: { getUsers: () => onePage([USER_SUMMARY]) },
};
const openDashboard = (api: Api = {}) => openPage('/manager', { as: MANAGER, size: TABLET, api: { ...quiet, ...api } });

/** Has a right check character: no deleted shipment is looked for without one. */
const DELETED_ID = 'W48207K159X1';
const noSuchShipment = rejecting('NOT_FOUND', 'Shipment not found');

test('the dashboard links to all pages, and shows what is new', async () => {
  await openDashboard();
  await expect.element(page.getByRole('heading', { name: 'Manager', level: 1 })).toBeVisible();
  const tiles = page.getByRole('navigation', { name: 'Manage' }).getByRole('link');
  const words = ['Shipments', 'Users', 'Money', 'Scan', 'Runs', 'Reports', 'Mail', 'Settings'];
  await expect
    .poll(() => tiles.elements().map((tile) => [tile.textContent, tile.getAttribute('href')]))
    .toEqual(words.map((word) => [expect.stringContaining(word), `/manager/${word.toLowerCase()}`]));
  await expectLink(page.getByRole('link', { name: 'Create shipment' }), '/manager/shipments/create');
  const recent = page.getByRole('table', { name: 'Recent shipments' });
  await expect
    .poll(textsOf(recent.getByRole('columnheader')))
    .toEqual(['Shipment', 'Receiver', 'Sender', 'Run, date', 'Status'].map((head) => expect.stringContaining(head)));
  await expectLink(recent.getByRole('link', { name: SUMMARY.description }), `/manager/shipments/${SUMMARY.id}`);
  await expect.element(page.getByRole('table', { name: 'Recent users' }).getByText(CUSTOMER.email)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'View all shipments' })).toHaveTextContent('View all');
  await expect.element(page.getByRole('link', { name: 'View all users' })).toHaveAttribute('href', '/manager/users');
  await expectAccessible();
});

test('a tracking ID finds its shipment, or the form says why not', async () => {
  await openDashboard();
  await expect.element(page.getByRole('heading', { name: 'Find a shipment' })).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Tracking ID' });
  await expect.element(box).toHaveAttribute('required');
  serve({ shipmentAdmin: { getShipment: noSuchShipment }, auditAdmin: { findDeleted: () => [] } });
  await box.fill('W000 0000 0000');
  await userEvent.keyboard('{Enter}');
  await expectWords(page.getByRole('alert'), 'Unable to find shipment', 'Shipment not found');
  await expectAccessible();

  serve({ shipmentAdmin: { getShipment: () => MANAGED }, billAdmin: { getShipmentBills: () => [] } });
  await box.fill(` ${TRACKING_ID.toLowerCase().replace(/.{4}/g, '$& ')}`);
  await page.getByRole('button', { name: 'Find shipment' }).click();
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
  await expect.element(page.getByText(MANAGED.description)).toBeVisible();
  expect(inputsOf('shipmentAdmin.getShipment').slice(0, 2)).toEqual([
    { trackingId: 'W000 0000 0000' },
    { trackingId: 'w482 07k1 59xq' },
  ]);
});

test('the tracking ID of a deleted shipment leads to its history', async () => {
  await openDashboard();
  const deletedAt = '2026-11-18T09:00:00.000Z';
  const deleted = { entity: 'shipment', id: MANAGED.id, trackingId: DELETED_ID, deletedAt } as const;
  serve({ shipmentAdmin: { getShipment: noSuchShipment }, auditAdmin: { findDeleted: () => [deleted] } });
  await page.getByRole('textbox', { name: 'Tracking ID' }).fill(DELETED_ID);
  await page.getByRole('button', { name: 'Find shipment' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Shipment not found');
  await expectLink(page.getByRole('link', { name: 'View history' }), `/manager/shipments/${MANAGED.id}/history`);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('what to do comes first, with its count, its age and its list', async () => {
  const work = [
    { kind: 'decide', count: 3, oldest: daysAgo(3) },
    { kind: 'never-scanned', count: 1_204, oldest: daysAgo(1) },
    { kind: 'failed-emails', count: 1_001, oldest: daysAgo(0.1) },
    { kind: 'failed-texts', count: 12, oldest: daysAgo(0.1) },
    { kind: 'withdrawals', count: 2, oldest: null },
  ] as const;
  await openDashboard({ deskAdmin: { getWork: () => ({ work: [...work], days: [] }) } });
  const rows = page.getByRole('region', { name: 'To do' }).getByRole('link');
  await expect
    .poll(textsOf(rows))
    .toEqual([
      '3 To decide oldest 3 days',
      '1,204 Never scanned oldest 1 day',
      '1,000+ Failed emails oldest 2 hours',
      '12 Failed texts oldest 2 hours',
      '2 People with withdrawals to pay',
    ]);
  expect(rows.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/manager/shipments?work=decide',
    '/manager/shipments?work=never-scanned',
    '/manager/mail?state=failed#mail-log',
    '/manager/mail#texts',
    '/manager/users?work=withdrawals',
  ]);
  await expectAccessible();
  await rows.first().click();
  const chip = page.getByRole('link', { name: 'Remove filter To decide' });
  await expect.element(chip).toBeVisible();
  await expect
    .poll(() => inputsOf('shipmentAdmin.getShipments'))
    .toContainEqual({ page: expect.objectContaining({ work: 'decide' }) });
  await chip.click();
  await expect.poll(address).toBe('/manager/shipments');
});

test('nothing to do is said calmly', async () => {
  await openDashboard();
  await expectShown('Nothing to do right now.', 'No runs today.');
});

test('two pictures also read as tables', async () => {
  const days = [
    { day: '2026-11-15', counts: [{ status: 'held' as const, count: 1 }] },
    {
      day: '2026-11-16',
      counts: [
        { status: 'in-progress' as const, count: 4 },
        { status: 'delivered' as const, count: 1_200 },
      ],
    },
  ];
  const runs = [{ ...RUN, progress: { ...RUN.progress, tasks: 12, delivered: 7, returned: 1 } }];
  await openDashboard({
    deskAdmin: { getWork: () => ({ work: [], days }) },
    runAdmin: { exceptions: () => [], list: () => ({ day: RUN.day, runs }) },
  });
  await page.getByText('Show as table').first().click();
  const cells = page.getByRole('row').filter({ hasText: 'Monday 16 November' }).getByRole('cell');
  await expect.poll(textsOf(cells)).toEqual(['4', '0', '1,200', '1,204']);
  const today = page.getByRole('region', { name: 'Today’s runs: 7 of 12 parcels delivered' });
  await expectWords(today.getByRole('listitem').filter({ hasText: RUN.name }), '7 of 12, 1 returned');
  await expectAccessible();
});

test('open exceptions are named, with where to go', async () => {
  const exceptions = () => [OPEN_EXCEPTION, { ...OPEN_EXCEPTION, id: RUN.id, kind: 'proof-not-given' as const }];
  await openDashboard({ runAdmin: { ...EMPTY_DASHBOARD.runAdmin, exceptions } });
  await expectShown('2 open exceptions in runs');
  await expectWords(page.getByRole('listitem').filter({ hasText: 'Centre' }), 'Wednesday 18 November 2026, 2 open');
  await expect.element(page.getByRole('link', { name: 'Centre' })).toHaveAttribute('href', `/manager/runs/${RUN.id}`);
  await expectAccessible();
});

test('at the desk the first screen holds notices, work, runs and the picture', async () => {
  const kinds = [
    'decide',
    'missing',
    'try-again',
    'left-out',
    'codes',
    'pickups',
    'failed-emails',
    'withdrawals',
  ] as const;
  const work = kinds.map((kind, index) => ({ kind, count: index + 1, oldest: daysAgo(index + 1) }));
  const runs = Array.from({ length: 8 }, (_, index) => ({ ...RUN, id: `${index}${RUN.id.slice(1)}` }));
  const days = [{ day: '2026-11-16', counts: [{ status: 'held' as const, count: 1 }] }];
  await openPage('/manager', {
    as: MANAGER,
    size: DESKTOP,
    api: {
      ...quiet,
      deskAdmin: { getWork: () => ({ work, days }) },
      runAdmin: { exceptions: () => [OPEN_EXCEPTION], list: () => ({ day: RUN.day, runs }) },
    },
  });
  const rows = page.getByRole('table', { name: 'To do' }).getByRole('row');
  await expect.poll(textsOf(rows)).toHaveLength(1 + kinds.length);
  expect(textsOf(rows)()[1]).toBe('To decide11 dayDecide');
  await expectLink(page.getByRole('link', { name: 'Decide: To decide' }), '/manager/shipments?work=decide');
  const [notice, list, today, picture, card] = [
    page.getByText('1 open exception in runs'),
    page.getByRole('heading', { name: 'To do' }),
    page.getByRole('heading', { name: 'Today’s runs' }),
    page.getByRole('region', { name: /created in the last/ }),
    page.getByRole('navigation', { name: 'Manage' }),
  ].map((locator) => locator.element().getBoundingClientRect());
  expect(notice?.bottom).toBeLessThan(list?.top ?? 0);
  expect(today?.top).toBe(list?.top);
  expect(picture?.top).toBeGreaterThan(today?.bottom ?? 0);
  expect(picture?.bottom).toBeLessThanOrEqual(DESKTOP.height);
  expect(card?.top).toBeGreaterThan(picture?.bottom ?? 0);
  await expectAccessible();
});
