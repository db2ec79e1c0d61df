import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { type Api, inputsOf } from '../../tests/components/api.ts';
import { expectAccessible, expectShown, hueOf } from '../../tests/components/expectations.ts';
import { typeInto } from '../../tests/components/keyboard.ts';
import { address, DESKTOP, openPage, PHONE } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { SUMMARY } from '../../tests/components/shipments.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';

const CARDS = ['Warehousing & Storage', 'Special Cargo', 'Freight Fowarding', 'Full Truck Load'];
const QUOTE = 'Unable to process quote online. Get quote from any of our walk-in offices.';
const STATUSES: ShipmentStatus[] = ['cancelled', 'failed', 'held'];

const { senderName: _, receiverName: __, ...mine } = SUMMARY;
/** Twelve, newest first; the first three have a status of their own. */
const PARCELS = Array.from({ length: 12 }, (_, place) => ({
  ...mine,
  id: `0198c5f0-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`,
  description: `Parcel number ${12 - place}`,
  status: STATUSES[place] ?? mine.status,
}));

/** A server that pages, and finds by description and status. */
const getShipments: NonNullable<Api['shipment']>['getShipments'] = ({ page: { page = 1, q = '', status } = {} }) => {
  const found = PARCELS.filter((one) => one.description.includes(q) && (!status || one.status === status));
  const start = (page - 1) * 10;
  const next = start + 10 < found.length ? page + 1 : null;
  const pagination = { prev: page > 1 ? page - 1 : null, next };
  return { data: found.slice(start, start + 10), total: found.length, pagination };
};
const api: Api = { shipment: { getShipments } };

const outgoing = page.getByRole('table', { name: 'Outgoing shipments' });
const rowsOf = (table: Locator) => table.getByRole('row').elements();
const nextPage = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' });
const search = page.getByRole('button', { name: 'Search' });

test.for([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('what one sends says to whom, and what it costs, at %s', async ([, size]) => {
  const sent = { ...mine, to: { name: 'Elin Strand', town: '413 04 Gothenburg' }, fee: 5.9, cod: 120 };
  const pagination = { prev: null, next: null };
  await openPage('/shipping', {
    as: CUSTOMER,
    size,
    api: { shipment: { getShipments: () => ({ data: [sent], total: 1, pagination }) } },
  });
  await expectShown(
    outgoing.getByText('Elin Strand'),
    outgoing.getByText('413 04 Gothenburg'),
    outgoing.getByText(/\$5\.90/),
    outgoing.getByText(/\$120\.00/),
  );
  await expectAccessible();
});

test('a page that is no number is the first, with statuses in their colours', async () => {
  await openPage('/shipping?page=abc', { as: CUSTOMER, api });
  await expect.poll(() => rowsOf(outgoing)).toHaveLength(11);
  for (const status of ['Cancelled', 'Failed'])
    expect(hueOf(outgoing.getByText(status, { exact: true }))).toBeLessThan(21);
  expect(hueOf(outgoing.getByText('Held', { exact: true }))).toBeGreaterThan(36);
});

test.each([
  ['/shipping', 'Outgoing shipments', 'sender'],
  ['/packages', 'Incoming shipments', 'receiver'],
] as const)('%s is paged in its address', async (path, title, rel) => {
  await openPage(path, { as: CUSTOMER, api });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await nextPage.click();
  const table = page.getByRole('table', { name: title });
  await expect.poll(() => rowsOf(table)).toHaveLength(3);
  expect(address()).toBe(`${path}?page=2`);
  expect(inputsOf('shipment.getShipments')).toContainEqual({ rel, page: { page: 2 } });
  await expectAccessible();
});

test('a search by keyboard starts at the first page, in the address', async () => {
  await openPage('/shipping?page=2', { as: CUSTOMER, size: DESKTOP, api });
  await typeInto(page.getByLabelText('Search'), 'number 7');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rowsOf(outgoing)).toHaveLength(2);
  expect(address()).toBe('/shipping?q=number%207');
  await expect.element(outgoing.getByRole('link')).toHaveTextContent('Parcel number 7');
});

test('phones unfold the filters, and a status without shipments finds none', async () => {
  await openPage('/shipping', { as: CUSTOMER, api });
  await expect.element(page.getByLabelText('Status')).not.toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabelText('Status').selectOptions('delivered');
  await search.click();
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
  expect(address()).toBe('/shipping?status=delivered');
  await expect.element(page.getByLabelText('Status')).toBeVisible();
  const asked = { rel: 'sender', page: { page: 1, status: 'delivered' } };
  expect(inputsOf('shipment.getShipments').at(-1)).toEqual(asked);
});

test('a quote needs an office visit, which each card says for five seconds', async () => {
  await openPage('/shipping', { as: CUSTOMER, api });
  await expect.element(page.getByRole('heading', { name: 'New shipment' })).toBeVisible();
  const cards = CARDS.map((name) => page.getByRole('article', { name }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const card of cards) (card.getByRole('button', { name: 'Get Quote' }).element() as HTMLElement).click();
  await expect.poll(() => page.getByText(QUOTE).elements()).toHaveLength(4);
  await expect
    .poll(() => page.getByRole('article', { name: 'Special Cargo' }).getByText(QUOTE).elements())
    .toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => page.getByText(QUOTE).elements()).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.element(page.getByText(QUOTE)).not.toBeInTheDocument();
  for (const card of cards) await expect.element(card.getByRole('button', { name: 'Get Quote' })).toBeVisible();
});
