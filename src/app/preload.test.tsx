import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, serve } from '../../tests/components/api.ts';
import { DESK } from '../../tests/components/desk.ts';
import { setConnection, setOnline } from '../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../tests/components/manager-dashboard.ts';
import { address, DESKTOP, openPage, PHONE } from '../../tests/components/open-page.tsx';
import { MANAGER } from '../../tests/components/people.ts';
import { liftFinger, moveMouse, putFinger } from '../../tests/components/pointer.ts';
import { MANAGED, onePage, SUMMARY } from '../../tests/components/shipments.ts';
import { managedShipmentQuery } from '../features/manage-shipments/queries.ts';
import { preloadOnIntent } from './preload.ts';

const api: Api = {
  // Saving shipments for later begins with these, and goes no further.
  ...DESK,
  shipment: { getShipments: () => new Promise(() => undefined) },
  shipmentAdmin: { getShipments: () => onePage([SUMMARY]), getShipment: () => MANAGED },
  bulk: { getAll: () => [] },
  deskAdmin: { ...EMPTY_DASHBOARD.deskAdmin, getPrints: () => onePage([]) },
};
const link = page.getByRole('link', { name: SUMMARY.description });
const loaded = () => inputsOf('shipmentAdmin.getShipment').length;

async function openList(size = DESKTOP) {
  await moveMouse(5, 5);
  const opened = await openPage('/manager/shipments', { as: MANAGER, size, api, loadsAhead: true });
  await expect.element(link).toBeVisible();
  return opened;
}

test('pointing at a link loads its data, a click needs no more', async () => {
  const { client } = await openList();
  await link.hover();
  await expect.poll(loaded).toBe(1);
  await expect.poll(() => client.isFetching(managedShipmentQuery(MANAGED.id))).toBe(0);
  await moveMouse(5, 5);
  await link.hover();
  await expect.poll(loaded).toBe(2);
  await link.click();
  await expect.element(page.getByText('Sender code')).toBeVisible();
  expect(loaded()).toBe(2);
});

test('a click joins what is loading, under a bar', async () => {
  await openList();
  const shipment = held<typeof MANAGED>();
  serve({ shipmentAdmin: { getShipment: shipment.answer } });
  await link.hover();
  await expect.poll(loaded).toBe(1);
  await link.click();
  const bar = () => document.querySelector('.pending-bar');
  await expect.poll(bar).not.toBeNull();
  expect(bar()?.getAttribute('aria-hidden')).toBe('true');
  const delays = bar()
    ?.getAnimations()
    .map(({ effect }) => effect?.getTiming().delay);
  expect(delays).toEqual([150]);
  await expectAccessible();
  shipment.resolve(MANAGED);
  await expect.element(page.getByText('Sender code')).toBeVisible();
  await expect.poll(bar).toBeNull();
  expect(loaded()).toBe(1);
});

test('the dashboard and the list of shipments share what was loaded', async () => {
  const lists = () => inputsOf('shipmentAdmin.getShipments').length;
  const getShipments = () => ({ ...onePage([SUMMARY]), total: 26, pagination: { prev: null, next: 2 } });
  const { shipment, bulk, deskAdmin } = api;
  const desk: Api = { ...EMPTY_DASHBOARD, shipment, bulk, deskAdmin, shipmentAdmin: { getShipments } };
  await openPage('/track', { as: MANAGER, size: DESKTOP, api: desk, loadsAhead: true });
  const manager = page.getByRole('link', { name: 'Manager' });
  await manager.hover();
  await expect.poll(lists).toBe(1);
  await manager.click();
  await expect.element(page.getByRole('heading', { name: 'Recent shipments' })).toBeVisible();
  await page.getByRole('link', { name: 'View all shipments' }).click();
  await expectShown(page.getByRole('heading', { name: 'Shipments', exact: true }), link);
  expect(lists()).toBe(1);

  // The next page is loaded when it is pointed at.
  const next = page.getByRole('link', { name: 'Next page' });
  await next.hover();
  await expect.poll(lists).toBe(2);
  await next.click();
  await expect.poll(address).toBe('/manager/shipments?page=2');
  await expect.poll(() => document.querySelector('[aria-current=page].chosen')?.textContent).toBe('Page 2');
  expect(inputsOf('shipmentAdmin.getShipments')).toEqual([
    { page: { page: 1, size: 25 } },
    { page: { page: 2, size: 25 } },
  ]);
});

test('the keyboard focus loads a page too', async () => {
  await openList();
  page.getByRole('searchbox', { name: 'Search' }).element().focus();
  while (document.activeElement !== link.element()) await userEvent.keyboard('{Tab}');
  await expect.poll(loaded).toBe(1);
  expect(address()).toBe('/manager/shipments');
});

test('a finger on a link loads its page before it is lifted', async () => {
  await openList(PHONE);
  link.element().scrollIntoView({ block: 'center' });
  const { x, y } = link.element().getBoundingClientRect();
  await putFinger(x + 10, y + 10);
  await expect.poll(loaded).toBe(1);
  expect(address()).toBe('/manager/shipments');
  await liftFinger();
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
  await expect.element(page.getByText('Sender code')).toBeVisible();
});

test('nothing loads ahead on costly networks, offline or under passing pointers', async () => {
  await openList();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Pointer events without any others in between, on a stopped clock.
  const pointer = (type: string, relatedTarget: Element) =>
    link.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', relatedTarget }));
  const pointFor = (ms: number) => {
    pointer('pointerover', document.body);
    vi.advanceTimersByTime(ms);
    pointer('pointerout', document.body);
    vi.advanceTimersByTime(1000);
  };
  for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }]) {
    setConnection(connection);
    pointFor(1000);
    expect(loaded(), JSON.stringify(connection)).toBe(0);
  }
  setConnection({ effectiveType: '4g' });
  pointFor(40);
  expect(loaded(), 'a passing pointer').toBe(0);
  setOnline(false);
  pointFor(1000);
  expect(loaded()).toBe(0);

  // The same pointer on the same link, with nothing against it.
  setOnline(true);
  pointFor(1000);
  vi.useRealTimers();
  await expect.poll(loaded).toBe(1);
});

const linkTo = (path: string) => {
  const link = document.createElement('a');
  link.href = path;
  link.addEventListener('click', (event) => event.preventDefault());
  document.body.append(link);
  return link;
};
const pointAt = (link: Element) =>
  link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));

test('pointing loads a page ahead, unless a click has already asked for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const guard = vi.fn();
  preloadOnIntent([{ path: 'parcels/:id', middleware: [guard] }], new QueryClient());
  const clicked = linkTo('/parcels/7');
  pointAt(clicked);
  clicked.click();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(guard).not.toHaveBeenCalled();

  pointAt(linkTo('/parcels/8'));
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => guard.mock.calls.length).toBe(1);
});
