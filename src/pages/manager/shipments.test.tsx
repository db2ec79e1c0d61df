import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import {
  expectAccessible,
  expectLink,
  expectRowsInView,
  expectShown,
  toastOf,
} from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { COURIERS, DAY, RUN, RUN_SUMMARY } from '../../../tests/components/managed-runs.ts';
import { address, DESKTOP, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import type { Bulk } from '../../domain/bulk.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { SHIPMENT_COLUMNS } from '../../features/manage-shipments/desk-columns.tsx';

const pageOf = (page = 1, total = 23) => {
  const numbers = Array.from({ length: Math.min(10, total - (page - 1) * 10) }, (_, at) => (page - 1) * 10 + at + 1);
  const data = numbers.map(
    (number): ManagedShipmentSummary => ({
      ...SUMMARY,
      id: `0198c5f0-0000-7000-8000-0000000005${String(number).padStart(2, '0')}`,
      trackingId: `W00000000${String(number).padStart(3, '0')}`,
      description: `Harp strings ${number}`,
    }),
  );
  return { data, total, pagination: { prev: null, next: null } };
};
const many: Api = { shipmentAdmin: { getShipments: (input) => pageOf(input.page.page) } };
const openList = (search = '', api = many, size = TABLET) =>
  openPage(`/manager/shipments${search}`, { as: MANAGER, size, api });

const pages = page.getByRole('navigation', { name: 'Pages' });
const rows = page.getByRole('table', { name: 'Shipments' }).getByRole('row');
const search = page.getByRole('button', { name: 'Search' });

test('what is not printed is found by the form, and stays in the pages', async () => {
  await openList();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabelText('Labels').selectOptions('Not printed');
  await search.click();
  await expect.poll(address).toBe('/manager/shipments?printed=no');
  await expectShown(page.getByRole('link', { name: 'Remove filter Not printed' }));
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(address).toBe('/manager/shipments?page=2&printed=no');
  await expectShown(page.getByRole('link', { name: 'Remove filter Not printed' }));
  await expect.poll(() => inputsOf('shipmentAdmin.getShipments')).toContainEqual({ page: { page: 2, printed: 'no' } });
});

test('a search by keyboard begins at page 1, and pages keep it', async () => {
  await openList();
  await pages.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect.poll(address).toBe('/manager/shipments?page=2');
  await focusOn(page.getByLabelText('Search'));
  await userEvent.keyboard('HARP str{Enter}');
  await expect.poll(address).toBe('/manager/shipments?q=HARP%20str');
  await expectShown(page.getByRole('link', { name: 'Remove filter “HARP str”' }));
  await expect.element(page.getByText('23 shipments')).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(11);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(address).toBe('/manager/shipments?page=2&q=HARP%20str');
  await expect.element(page.getByText('Harp strings 20')).toBeVisible();
  const asked = inputsOf('shipmentAdmin.getShipments');
  expect(asked).toContainEqual({ page: { page: 1, q: 'HARP str' } });
  expect(asked).toContainEqual({ page: { page: 2, q: 'HARP str' } });
});

test('a search acts when typing pauses, and keeps the focus', async () => {
  await openList();
  await focusOn(page.getByLabelText('Search'));
  await userEvent.keyboard('harp ');
  await expect.poll(address).toBe('/manager/shipments?q=harp');
  await userEvent.keyboard('str');
  await expect.poll(address).toBe('/manager/shipments?q=harp%20str');
  await expect.element(page.getByLabelText('Search')).toHaveFocus();
  history.back();
  await expect.poll(address).toBe('/manager/shipments');
  await expect.element(page.getByLabelText('Search')).toHaveValue('');
});

test('who leaves while typing is not brought back by the search', async () => {
  const shipment = held<typeof MANAGED>();
  const { router } = await openList('', {
    ...DESK,
    shipmentAdmin: { ...many.shipmentAdmin, getShipment: shipment.answer },
  });
  await focusOn(page.getByLabelText('Search'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('harp');
  router.navigate(`/manager/shipments/${MANAGED.id}`);
  await expect.poll(() => document.querySelector('.pending-bar')).not.toBeNull();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect(router.state.navigation.location?.pathname).toBe(`/manager/shipments/${MANAGED.id}`);
  shipment.resolve(MANAGED);
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
});

test('status and days are filters too, in the reader’s time zone', async () => {
  await openList();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabelText('Status').selectOptions('held');
  await search.click();
  await expect.poll(address).toBe('/manager/shipments?status=held');
  serve({ shipmentAdmin: { getShipments: () => onePage([SUMMARY]) } });
  await page.getByLabelText('From').fill('2021-06-02');
  await page.getByLabelText('To').fill('2021-06-02');
  await search.click();
  await expect.poll(address).toBe('/manager/shipments?status=held&from=2021-06-02&to=2021-06-02');
  await expect.element(page.getByText('1 shipment', { exact: true })).toBeVisible();
  expect(inputsOf('shipmentAdmin.getShipments').at(-1)).toEqual({
    page: { page: 1, status: 'held', from: '2021-06-02', to: '2021-06-02', zone: 'Europe/Stockholm' },
  });
  await expectAccessible();

  // Two days in the wrong order mean the time between them.
  serve({ shipmentAdmin: { getShipments: () => onePage([]) } });
  await page.getByLabelText('From').fill('2020-12-31');
  await page.getByLabelText('To').fill('2020-01-01');
  await search.click();
  await expect.poll(address).toBe('/manager/shipments?status=held&from=2020-01-01&to=2020-12-31');
  await expect.element(page.getByLabelText('From')).toHaveValue('2020-01-01');
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
  await expect.element(pages).not.toBeInTheDocument();
  await expectAccessible();
});

test('Back goes one filter back, and Reset removes them all', async () => {
  await openList('?q=harp&status=held&page=9');
  await expect.poll(address).toBe('/manager/shipments?page=3&q=harp&status=held');
  await expect.element(page.getByLabelText('Status')).toHaveValue('held');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabelText('To').fill('2021-06-02');
  await search.click();
  await expect.poll(address).toBe('/manager/shipments?q=harp&status=held&to=2021-06-02');
  history.back();
  await expect.poll(address).toBe('/manager/shipments?page=3&q=harp&status=held');
  await expect.element(page.getByLabelText('To')).toHaveValue('');
  await page.getByRole('link', { name: 'Reset' }).click();
  await expect.poll(address).toBe('/manager/shipments');
  await expect.element(page.getByLabelText('Search')).toHaveValue('');
  await expect.element(page.getByRole('link', { name: 'Reset' })).not.toBeInTheDocument();
});

test('half a date is named at its field, until it is changed', async () => {
  await openList();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabelText('From');
  await focusOn(from);
  await userEvent.keyboard('12');
  await page.getByLabelText('Status').selectOptions('held');
  await search.click();
  const words = '“From” is not a whole date. Complete or clear it.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  await expect.element(from).toHaveFocus();
  await expect.element(from).toHaveAccessibleDescription(words);
  expect(address()).toBe('/manager/shipments');
  await expectAccessible();
  await from.fill('2020-01-01');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a search of two characters says that it only finds beginnings', async () => {
  await openList('?q=ha');
  await expect.element(page.getByText('Only words that begin with “ha”.')).toBeVisible();
});

test('more than a thousand matches are 1,000+, and their pages go on', async () => {
  await openList('?q=oboes&page=4711', { shipmentAdmin: { getShipments: (input) => pageOf(input.page.page, 1_001) } });
  await expect.poll(address).toBe('/manager/shipments?page=101&q=oboes');
  await expectShown('Harp strings 1001', '1,000+ shipments');
});

test('a page that fails to load says why, and others still open', async () => {
  await openList('?q=harp');
  await expect.element(pages.getByRole('link', { name: 'Page 3' })).toBeVisible();
  const words = 'Something went wrong on our side. Please try again. (Request 0123)';
  serve({ shipmentAdmin: { getShipments: rejecting('INTERNAL_SERVER_ERROR', words) } });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(words);
  await expect.element(pages.getByText('Page 2')).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
  serve(many);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Harp strings 11')).toBeVisible();

  setOnline(false);
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect.element(page.getByText('Harp strings 10')).toBeVisible();
});

test('more rows a page are kept on this device, and begin at page 1', async () => {
  await openList('?q=harp&page=2');
  await page.getByLabelText('Rows per page').selectOptions('25');
  await expect.poll(address).toBe('/manager/shipments?page=1&q=harp');
  await expect
    .poll(() => inputsOf('shipmentAdmin.getShipments').at(-1))
    .toEqual({
      page: { page: 1, q: 'harp', size: 25 },
    });
  await expect.element(pages).not.toBeInTheDocument();
  await openAgain({ size: TABLET });
  await expect.element(page.getByLabelText('Rows per page')).toHaveValue('25');
  expect(inputsOf('shipmentAdmin.getShipments').at(-1)).toMatchObject({ page: { size: 25 } });
});

test('the tracking ID of a deleted shipment leads to its history', async () => {
  // It has a right check character: no deleted shipment is looked for without one.
  const trackingId = 'W48207K159X1';
  const deletedAt = '2026-11-18T09:00:00.000Z';
  await openList(`?q=${trackingId}`, {
    shipmentAdmin: { getShipments: () => onePage([]) },
    auditAdmin: { findDeleted: () => [{ entity: 'shipment', id: MANAGED.id, trackingId, deletedAt }] },
  });
  await expect.element(page.getByText('This shipment was deleted')).toBeVisible();
  await expectAccessible();
  await expectLink(page.getByRole('link', { name: 'View history' }), `/manager/shipments/${MANAGED.id}/history`);
});

const check = (number: number) =>
  page.getByRole('checkbox', { name: `Select W00000000${String(number).padStart(3, '0')}` });

test('shipments chosen on several pages are added to a run', async () => {
  await openList('?q=harp', {
    shipmentAdmin: {
      getShipments: ({ page: { page: number = 1 } }) => pageOf(number, 12),
      getSelection: () => ({ total: 12, shipments: [...pageOf(1).data, ...pageOf(2, 12).data] }),
    },
    runAdmin: { list: () => ({ day: DAY, runs: [RUN_SUMMARY] }) },
  });
  await focusOn(check(2));
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  await expectAccessible();
  await pages.getByRole('link', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Select all 2 on this page' }).click();
  await expect.element(page.getByText('3 shipments selected')).toBeVisible();

  serve({ runAdmin: { add: () => ({ id: RUN.id, version: 2 }) } });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Add to Centre' }).click();
  await expect.element(toastOf('3 shipments added to Centre')).toBeVisible();
  await expect.poll(address).toBe('/manager/shipments?page=2&q=harp');
  const [, second] = pageOf(1).data;
  expect(inputsOf('runAdmin.add')).toEqual([
    { id: RUN.id, version: 1, shipmentIds: [second?.id, ...pageOf(2, 12).data.map(({ id }) => id)] },
  ]);
});

test('a new run keeps the selection, and names what cannot go in', async () => {
  await openList('?q=harp', {
    ...many,
    runAdmin: { list: () => ({ day: DAY, runs: [] }), couriers: () => COURIERS },
  });
  await check(1).click();
  await page.getByRole('button', { name: 'Select all 10 on this page' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'New run' }).click();
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await expect.element(dialog.getByRole('option', { name: 'Cia Lovelace' })).toBeInTheDocument();
  await dialog.getByLabelText('Courier').selectOptions('Cia Lovelace');
  serve({ runAdmin: { create: rejecting('BAD_REQUEST', 'Shipment W00000000001 is in another run.') } });
  await dialog.getByRole('button', { name: 'Create run' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Shipment W00000000001 is in another run.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Show the selected shipments' }).click();
  await page.getByRole('button', { name: 'Remove W00000000001 from the selection' }).click();
  await expect.element(page.getByText('9 shipments selected')).toBeVisible();
  serve({ runAdmin: { create: () => ({ id: RUN.id, version: 1 }), get: () => RUN } });
  await page.getByRole('button', { name: 'New run' }).click();
  await dialog.getByLabelText('Courier').selectOptions('Cia Lovelace');
  await dialog.getByRole('button', { name: 'Create run' }).click();
  await expect.element(page.getByRole('heading', { name: 'Centre', level: 1 })).toBeVisible();
  const shipmentIds = pageOf().data.map(({ id }) => id);
  const created = { day: DAY, name: 'Run 1', courierId: COURIERS[1]?.id, shipmentIds: shipmentIds.slice(1) };
  expect(inputsOf('runAdmin.create').at(-1)).toEqual(created);
});

test('a courier who joins leaves the choice and the focus alone', async () => {
  const { client } = await openList('', {
    ...many,
    runAdmin: { list: () => ({ day: DAY, runs: [] }), couriers: () => COURIERS },
  });
  await check(1).click();
  await page.getByRole('button', { name: 'Select all 10 on this page' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'New run' }).click();
  const courier = page.getByLabelText('Courier');
  await expect.element(courier.getByRole('option', { name: 'Cia Lovelace' })).toBeInTheDocument();
  await courier.selectOptions('Cia Lovelace');
  await focusOn(courier);
  const dee = { id: '0198c5f0-0000-7000-8000-000000000f02', name: 'Dee Lovelace' };
  serve({ runAdmin: { couriers: () => [...COURIERS, dee] } });
  await refetchTopics(client, new Set(['managed']));
  await expect.element(courier.getByRole('option', { name: 'Dee Lovelace' })).toBeInTheDocument();
  await expect.element(courier).toHaveFocus();
  await expect.element(courier).toHaveDisplayValue('Cia Lovelace');
});

const BULK: Bulk = {
  id: '0198c5f0-0000-7000-8000-000000000b01',
  createdAt: '2026-11-20T06:40:00.000Z',
  endedAt: '2026-11-20T06:40:01.000Z',
  actor: 'Ada Lovelace',
  change: { kind: 'status', status: 'held' },
  emails: 'summary',
  total: 23,
  done: 22,
  skipped: 1,
  failed: 0,
  undoes: null,
  undoneBy: null,
};
const PREVIEW = { toChange: 22, same: 1, inRun: 2, deleted: 0, emails: 44, people: 9 };

const pageIn = (status: ShipmentStatus) => {
  const list = pageOf();
  return { ...list, data: list.data.map((row) => ({ ...row, status })) };
};

test('everything a filter has gets another status in one go, and back', async () => {
  const { data } = pageOf(1, 23);
  await openList('?q=harp', {
    shipmentAdmin: {
      ...many.shipmentAdmin,
      getSelection: () => ({ total: 23, shipments: data.map(({ id, trackingId }) => ({ id, trackingId })) }),
    },
    bulk: {
      preview: () => PREVIEW,
      start: () => ({ ...BULK, endedAt: new Date().toISOString() }),
      get: () => ({ ...BULK, endedAt: new Date().toISOString() }),
      undo() {
        const undo: Bulk = { ...BULK, id: RUN.id, undoes: BULK.id, total: 22, skipped: 0, endedAt: null, done: 7 };
        serve({ bulk: { get: () => undo } });
        return { ...undo, done: 0 };
      },
    },
  });
  await page.getByRole('button', { name: 'Select all 23' }).click();
  await expect.poll(() => inputsOf('shipmentAdmin.getSelection')).toEqual([{ filter: { q: 'harp' } }]);
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the status of 10 shipments' });
  await dialog.getByLabelText('New status').selectOptions('held');
  await expect
    .element(dialog.getByText('22 shipments will be changed. 1 is already Held. 2 are in a run'))
    .toBeVisible();
  await expect.element(dialog.getByRole('option', { name: 'One for each person (9 emails)' })).toBeInTheDocument();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  const last = page.getByRole('region', { name: 'Last change' });
  await expect.element(last.getByText('22 of 23 shipments changed. 1 left alone.')).toBeVisible();
  expect(inputsOf('bulk.start')).toEqual([
    { ids: data.map(({ id }) => id), change: { kind: 'status', status: 'held' }, emails: 'summary' },
  ]);
  await expectAccessible();
  await last.getByRole('button', { name: 'Undo' }).click();
  await expect.element(last.getByText('Undoing: status changed to Held')).toBeVisible();
  // It follows the undo, as it has followed the change.
  await expect.element(last.getByText('7 of 22 shipments so far. It goes on if you leave.')).toBeVisible();
  // No news come here, so the rows follow the notice.
  serve({ bulk: { get: () => ({ ...BULK, id: RUN.id, undoes: BULK.id, total: 22, skipped: 0 }) } });
  serve({ shipmentAdmin: { getShipments: () => pageIn('cancelled') } });
  await expect.element(last.getByText('22 shipments undone.')).toBeVisible();
  await expect.element(last.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.element(rows.nth(1).getByText('Cancelled', { exact: true })).toBeVisible();
});

test('a change is called done once the rows show it', async () => {
  await openList();
  await check(1).click();
  const list = held<ReturnType<typeof pageOf>>();
  serve({ bulk: { preview: () => PREVIEW, start: () => BULK, get: () => BULK } });
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  serve({ shipmentAdmin: { getShipments: list.answer } });
  const asked = inputsOf('shipmentAdmin.getShipments').length;
  await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click();
  await expect.poll(() => inputsOf('shipmentAdmin.getShipments').length).toBe(asked + 1);
  await expect.element(page.getByRole('region', { name: 'Last change' })).not.toBeInTheDocument();
  list.resolve(pageIn('held'));
  await expect.element(page.getByRole('region', { name: 'Last change' })).toBeVisible();
  expect(rows.nth(1).getByText('Held').elements()).toHaveLength(1);
});

test('a refused change says why in its dialog, and keeps the selection', async () => {
  await openList('', {
    ...many,
    bulk: { preview: () => PREVIEW, start: rejecting('CONFLICT', 'Two are still running.') },
  });
  await check(1).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 1 shipment' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Two are still running.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
});

/** A hundred to a page. */
const long: Api = {
  shipmentAdmin: {
    getShipments: () => ({
      ...pageOf(),
      data: Array.from({ length: 100 }, (_, at) => ({
        ...SUMMARY,
        id: `0198c5f0-0000-7000-8000-000000001${at + 100}`,
        trackingId: `W0000000${at + 1000}X`,
        reference: 'SO-4711 from the second shop of that name',
        shipTo: 'Linnégatan 8, 413 04 Gothenburg',
        run: { id: RUN.id, name: 'Centre', day: DAY },
      })),
      total: 4_711,
    }),
    getSelection: () => ({ total: 0, shipments: [] }),
  },
};
const bodyRows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')];
const onDesk = (size = DESKTOP, search = '') => {
  localStorage.setItem('density', 'compact');
  return openList(search, long, size);
};

test.each([
  [DESKTOP, 16],
  [{ width: 1920, height: 1080 }, 20],
] as const)('at the desk the list begins at once, with rows of one line: %o', async (size, least) => {
  await onDesk(size, '?q=harp');
  await expect.poll(() => bodyRows().length).toBe(100);
  await expectShown(
    '1,000+ shipments',
    ...['Linnégatan 8', '413 04 Gothenburg', 'Centre'].map((text) => rows.nth(1).getByText(text)),
  );
  expect(document.querySelector('table')?.getBoundingClientRect().top).toBeLessThanOrEqual(200);
  await expectRowsInView(least);
  await expectAccessible();
});

test('on a tablet the list begins at once too, with rows of two lines', async () => {
  await openList('?q=harp', long);
  await expect.poll(() => bodyRows().length).toBe(100);
  await expectShown('1,000+ shipments', rows.nth(1).getByText('Linnégatan 8, 413 04 Gothenburg'));
  await expectRowsInView(11, 56);
  await expectAccessible();
});

test('at the desk neither a tick nor a panel moves anything', async () => {
  await onDesk();
  await expect.poll(() => bodyRows().length).toBe(100);
  const places = () =>
    [...document.querySelectorAll('#root > *, main > *, tbody tr')].flatMap((one) =>
      one.matches('.pick-bar, dialog') ? [] : [`${one.localName}.${one.className} ${one.getBoundingClientRect().top}`],
    );
  const before = places();
  await page.getByRole('checkbox', { name: 'Select W00000001000X' }).click();
  await expectShown('1 shipment selected');
  await page.getByRole('button', { name: 'Run', exact: true }).hover();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  expect(places()).toEqual(before);
  await expectAccessible();
});

test('at the desk typing a search draws no row, and what it finds once', async () => {
  // Every minute draws the times again, which can take one on a busy machine.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await onDesk();
  await expect.poll(() => bodyRows().length).toBe(100);
  const drawn = vi.spyOn(
    SHIPMENT_COLUMNS.find(({ key }) => key === 'street') as (typeof SHIPMENT_COLUMNS)[number],
    'cell',
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  serve({ shipmentAdmin: { getShipments: () => promise.then(() => onePage([SUMMARY])) } });
  await page.getByRole('searchbox', { name: 'Search' }).fill('harp');
  await expect.poll(address).toBe('/manager/shipments?q=harp');
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  // A real click waits for frames, longer than the call may on a busy machine.
  (page.getByRole('checkbox', { name: 'Select W00000001000X' }).element() as HTMLElement).click();
  await expectShown('1 shipment selected');
  expect(drawn).toHaveBeenCalledTimes(0);
  resolve();
  await expect.poll(() => bodyRows().length).toBe(1);
  expect(drawn).toHaveBeenCalledTimes(1);
  drawn.mockRestore();
  vi.useRealTimers();
});

test('at the desk a filter of the menu acts when it changes, and keeps the others', async () => {
  await onDesk(DESKTOP, '?q=harp&printed=no');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabelText('Status').selectOptions('held');
  await expect.poll(address).toBe('/manager/shipments?q=harp&status=held&printed=no');
  (page.getByLabelText('Labels').element() as HTMLElement).focus();
  await page.getByLabelText('Labels').selectOptions('');
  await expect.poll(address).toBe('/manager/shipments?q=harp&status=held');
  await expect.element(page.getByLabelText('Labels')).toHaveFocus();
});

test('columns are hidden and ordered for this device', async () => {
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
      .slice(1, 4);
  await onDesk();
  await expect.poll(heads).toEqual(['Status', 'Tracking ID', 'Reference']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Tracking ID' }).click();
  await page.getByRole('button', { name: 'Move Reference to the left' }).click();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(heads).toEqual(['Reference', 'Status', 'Receiver']);
  await openAgain({ size: DESKTOP });
  await expect.poll(heads).toEqual(['Reference', 'Status', 'Receiver']);
});

test('what is selected and not in the list is said, shown, named before it is deleted, and left out', async () => {
  const [first, second] = pageOf().data;
  const both = [first, second].map((one) => ({ id: one?.id ?? '', trackingId: one?.trackingId ?? '' }));
  await openList('?q=harp');
  for (const number of [1, 2]) await check(number).click();
  serve({
    shipmentAdmin: {
      getShipments: () => onePage([SUMMARY]),
      getSelection: () => ({ total: 1, shipments: both.slice(0, 1) }),
    },
    bulk: { preview: () => PREVIEW },
  });
  await page.getByLabelText('Search').fill('drum');
  await userEvent.keyboard('{Enter}');
  await expectShown('2 shipments selected, 1 not in this list');
  expect(inputsOf('shipmentAdmin.getSelection').at(-1)).toEqual({
    filter: { q: 'drum' },
    ids: both.map(({ id }) => id),
  });
  await page.getByRole('button', { name: 'Show the selected shipments' }).click();
  await expectShown(page.getByRole('button', { name: 'Remove W00000000002 from the selection' }));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 shipments' });
  await expectShown(dialog.getByText('1 of them is not in this list: W00000000002'));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // *Select all* leaves out what was selected before.
  const found = [{ id: SUMMARY.id, trackingId: SUMMARY.trackingId }];
  serve({ shipmentAdmin: { getSelection: () => ({ total: 1, shipments: found }) } });
  await page.getByRole('button', { name: 'Select all 1', exact: true }).click();
  await expectShown('1 shipment selected');
  await expect.element(page.getByText('not in this list')).not.toBeInTheDocument();
  // Another search leaves it selected, until it is left out.
  serve({ shipmentAdmin: { getShipments: () => pageOf(), getSelection: () => ({ total: 0, shipments: [] }) } });
  await page.getByLabelText('Search').fill('harp');
  await userEvent.keyboard('{Enter}');
  await expectShown('1 shipment selected, 1 not in this list');
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect.element(page.getByText('1 shipment selected')).not.toBeInTheDocument();
});
