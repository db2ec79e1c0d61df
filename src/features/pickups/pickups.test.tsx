import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { DESKTOP, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER, SHIPPER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { ManagedPickup, Pickup } from '../../domain/pickups/pickup.ts';

const PICKUP: Pickup = {
  id: '0198c5f0-0000-7000-8000-0000000000f1',
  day: '2026-11-30',
  from: '09:00',
  until: '12:00',
  parcels: 12,
  address: 'Kaj 1, 411 04 Göteborg, Sweden',
  state: 'pending',
  reason: '',
  created_at: '2026-11-26T09:12:00.000Z',
};
const own = (data: Pickup[], address = PICKUP.address) => ({
  getUnprinted: () => onePage([]),
  getPickups: () => ({ data, address }),
});
/** What a shop has to hand over. */
const toCollect = { getShipments: () => ({ ...onePage([]), total: 10 }) };
const dialog = page.getByRole('dialog');
const ask = page.getByRole('button', { name: 'Ask for a pickup' });

test('a shop asks for a pickup, hears what is wrong, and cancels it', async () => {
  await openPage('/shipping/labels', { as: SHIPPER, api: { shipper: own([]), shipment: toCollect } });
  await expectShown('A courier can come and take your parcels.');
  await ask.click();
  await expectShown(dialog.getByText(PICKUP.address));
  await expect.element(dialog.getByLabelText('Parcels')).toHaveValue('10');
  await dialog.getByLabelText('From').fill('13:00');
  await dialog.getByLabelText('Parcels').fill('some');
  const send = dialog.getByRole('button', { name: 'Ask for a pickup' });
  await send.click();
  await expectShown('Parcels must be a whole number from 1 to 1000.');
  await expectAccessible();
  await dialog.getByLabelText('Parcels').fill('12');
  serve({ shipper: { createPickup: rejecting('BAD_REQUEST', 'Please check.', { day: ['This day is over.'] }) } });
  await send.click();
  await expectShown(dialog.getByText('This day is over.'));
  serve({ shipper: { createPickup: () => PICKUP, ...own([PICKUP]) } });
  await send.click();
  await expectShown('Monday 30 November, 09:00–12:00', page.getByText('Requested', { exact: true }));
  expect(inputsOf('shipper.createPickup').at(-1)).toMatchObject({ from: '13:00', until: '17:00', parcels: 12 });
  await expectAccessible();
  serve({ shipper: { cancelPickup: () => ({ ok: true }), ...own([]) } });
  await page.getByRole('button', { name: 'Cancel the pickup on Monday 30 November, 09:00–12:00' }).click();
  await expectShown('A courier can come and take your parcels.');
  expect(inputsOf('shipper.cancelPickup')).toEqual([{ id: PICKUP.id }]);
});

test('a shop without an address sees where to enter it', async () => {
  const arranged = { ...PICKUP, state: 'arranged' as const };
  const declined = { ...PICKUP, id: SHIPPER.id, state: 'declined' as const, reason: 'The road is closed.' };
  await openPage('/shipping/labels', {
    as: SHIPPER,
    api: { shipper: own([arranged, declined], ''), shipment: toCollect },
  });
  await expectShown(page.getByText('Arranged', { exact: true }), page.getByText('Declined', { exact: true }));
  await expectShown('We can’t come: The road is closed.');
  await ask.click();
  await expectShown('Where are the parcels?');
  await expect.element(dialog.getByRole('button', { name: 'Ask for a pickup' })).toBeDisabled();
});

const shop = { id: SHIPPER.id, name: 'Harbour Books', phone: '+46 31 555 0100' };
const ofShop = (more: Partial<ManagedPickup> = {}) =>
  onePage<ManagedPickup>([{ ...PICKUP, shop, shipments: [PICKUP.id], ...more }]);
const openDesk = (more: Partial<ManagedPickup> = {}) =>
  openPage('/manager/pickups', { as: MANAGER, size: TABLET, api: { pickupAdmin: { list: () => ofShop(more) } } });
const row = page.getByRole('table', { name: 'Pickups' }).getByRole('row').nth(1);
const act = (name: string) => dialog.getByRole('menuitem', { name });
const openMenu = () => row.getByRole('button', { name: /^Actions for Harbour Books/ }).click();

test('the desk declines a pickup, and says why', async () => {
  await openDesk();
  await openMenu();
  await act('Decline').click();
  await expectWords(dialog, 'Harbour Books', 'Monday 30 November, 09:00–12:00');
  const decline = dialog.getByRole('button', { name: 'Decline' });
  await decline.click();
  await expectShown(dialog.getByText('Reason is required.'));
  await expectAccessible();
  await dialog.getByLabelText('Reason').fill('The road is closed.');
  serve({ pickupAdmin: { decline: rejecting('CONFLICT', 'The shop has cancelled this pickup.') } });
  await decline.click();
  await expectShown(dialog.getByText('The shop has cancelled this pickup.'));
  serve({ pickupAdmin: { decline: () => ({ ok: true }), list: () => onePage([]) } });
  await decline.click();
  await expectShown('No pickups to come.');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputsOf('pickupAdmin.decline').at(-1)).toEqual({ id: PICKUP.id, reason: 'The road is closed.' });
});

test('at the desk a pickup is one line, with what can be done in it and its menu', async () => {
  localStorage.setItem('density', 'compact');
  const list = () => ofShop({ note: 'Ring at the back door, the bell at the front is broken' });
  await openPage('/manager/pickups', { as: MANAGER, size: DESKTOP, api: { pickupAdmin: { list } } });
  await expectWords(row, PICKUP.address, 'Monday 30 November', '09:00–12:00', 'Put into a run');
  const cut = () =>
    [...document.querySelectorAll('tbody td')].flatMap(({ clientWidth, scrollWidth, textContent }) =>
      scrollWidth > clientWidth ? [textContent] : [],
    );
  await expect.poll(cut).toEqual(['Ring at the back door, the bell at the front is broken']);
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(41);
  await openMenu();
  const acts = () =>
    dialog
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(acts).toEqual(['Put into a run', 'Mark as arranged', 'Decline', 'Hand-over list']);
  await expectAccessible();
  await act('Decline').click();
  await expectShown('Decline pickup');
});

test('the desk arranges a pickup, and prints what the courier takes', async () => {
  await openDesk();
  await expectWords(row, 'Harbour Books', PICKUP.address, 'Monday 30 November', '09:00–12:00', '12 parcels');
  const [first, menu] = row
    .getByRole('button')
    .elements()
    .map((one) => one.getBoundingClientRect());
  expect(menu?.top).toBe(first?.top);
  await openMenu();
  await expectShown(act('Hand-over list'));
  await expectAccessible();
  serve({ pickupAdmin: { arrange: () => ({ ok: true }), list: () => ofShop({ state: 'arranged' }) } });
  await act('Mark as arranged').click();
  await expectShown(row.getByText('Arranged', { exact: true }));
  expect(inputsOf('pickupAdmin.arrange')).toEqual([{ id: PICKUP.id }]);
});

const VISIT = {
  run: { id: PICKUP.id, name: 'Centre', day: PICKUP.day, courier: 'Bo Berg' },
  expected: 8,
  collected: 0,
  unlabelled: 0,
  left: [],
};

test('the desk puts a pickup into a run, and moves it to another', async () => {
  const run = (id: string, name: string) => ({
    id,
    name,
    day: PICKUP.day,
    status: 'released' as const,
    version: 1,
    startedAt: null,
    closedAt: null,
    courier: { id: SHIPPER.id, name: 'Bo Berg' },
    lastHeardAt: null,
    progress: {
      stops: 0,
      tasks: 0,
      open: 0,
      loaded: 0,
      delivered: 0,
      returned: 0,
      left: 0,
      recalled: 0,
      exceptions: 0,
    },
  });
  const runs = [
    run('0198c5f0-0000-7000-8000-0000000000a1', 'Centre'),
    run('0198c5f0-0000-7000-8000-0000000000a2', 'East'),
  ];
  await openDesk();
  serve({ runAdmin: { list: () => ({ day: PICKUP.day, runs }) } });
  await row.getByRole('button', { name: 'Put into a run: Harbour Books' }).click();
  const send = dialog.getByRole('button', { name: 'Put into a run' });
  await send.click();
  await expectShown(dialog.getByText('Choose a run.', { exact: true }));
  await dialog.getByLabelText('Run').selectOptions('East, Bo Berg');
  await expectAccessible();
  const planned = () => ofShop({ state: 'arranged', visit: { ...VISIT, state: 'planned' } });
  serve({ pickupAdmin: { plan: () => ({ ok: true }), list: planned } });
  await send.click();
  await expectWords(row, 'Bo Berg', 'Centre');
  expect(inputsOf('pickupAdmin.plan')).toEqual([{ id: PICKUP.id, runId: runs[1]?.id }]);
  await row.getByRole('button', { name: 'Move: Harbour Books' }).click();
  await dialog.getByLabelText('Run').selectOptions('No run: take it out');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.poll(() => inputsOf('pickupAdmin.plan').at(-1)).toEqual({ id: PICKUP.id });
});

test('the desk creates a pickup for a shop that calls', async () => {
  await openDesk();
  await page.getByRole('button', { name: 'New pickup' }).click();
  await dialog.getByLabelText('Shop’s email').fill('shop@example.com');
  await dialog.getByLabelText('Note for the courier').fill('Back door');
  serve({
    pickupAdmin: { create: rejecting('BAD_REQUEST', 'Please check.', { email: ['No shop has this email address.'] }) },
  });
  await dialog.getByRole('button', { name: 'Create pickup' }).click();
  await expectShown(dialog.getByText('No shop has this email address.'));
  await expectAccessible();
  expect(inputsOf('pickupAdmin.create').at(-1)).toMatchObject({
    email: 'shop@example.com',
    note: 'Back door',
    parcels: 1,
  });
});

test('a shop sees its courier come, what was taken, and changes what is still to come', async () => {
  const coming = { ...PICKUP, state: 'arranged' as const };
  const { run: _, ...visit } = VISIT;
  const onTheWay = {
    ...visit,
    state: 'on-the-way' as const,
    stopsBefore: 3,
    from: '2026-11-30T16:10:00.000Z',
    to: '2026-11-30T16:50:00.000Z',
  };
  const data = [
    { ...coming, visit: onTheWay },
    {
      ...coming,
      id: SHIPPER.id,
      visit: {
        ...visit,
        state: 'done' as const,
        collected: 7,
        at: '2026-11-30T16:31:00.000Z',
        givenBy: 'Ann',
        left: [{ trackingId: 'W48207K159X1', reason: 'not_there' }],
      },
    },
    { ...coming, id: MANAGER.id, parcels: 4 },
  ];
  await openPage('/shipping/labels', {
    as: SHIPPER,
    api: {
      shipper: { getUnprinted: () => onePage([]), getPickups: () => ({ data, address: PICKUP.address }) },
      shipment: toCollect,
    },
  });
  await expectShown(page.getByText(', 3 stops before yours'), page.getByText('On the way', { exact: true }));
  await expectShown(
    page.getByText('7 of 8'),
    page.getByText('W48207K159X1 (not there)'),
    page.getByText('given by Ann'),
  );
  await expectAccessible();
  const change = page.getByRole('button', { name: /^Change the pickup/ });
  await expect.poll(() => change.elements().length).toBe(1);
  await change.click();
  await dialog.getByLabelText('Parcels').fill('9');
  serve({ shipper: { changePickup: () => PICKUP } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => inputsOf('shipper.changePickup').at(-1)).toMatchObject({ id: MANAGER.id, parcels: 9 });
});

test('a shop chooses regular days', async () => {
  const days = { weekdays: [1, 3], from: '16:00', until: '17:00', parcels: 8 };
  const api = { getUnprinted: () => onePage([]), getPickups: () => ({ data: [], address: PICKUP.address, days }) };
  await openPage('/shipping/labels', { as: SHIPPER, api: { shipper: api, shipment: toCollect } });
  await expectShown('A courier comes every Monday and Wednesday, 16:00–17:00.');
  await page.getByRole('button', { name: 'Regular days' }).click();
  await expect.element(dialog.getByLabelText('Monday')).toBeChecked();
  await dialog.getByLabelText('Friday').click();
  await expectAccessible();
  serve({ shipper: { savePickupDays: () => ({ ok: true }) } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => inputsOf('shipper.savePickupDays')).toEqual([{ ...days, weekdays: [1, 3, 5] }]);
});

test('regular days far ahead are folded into one line', async () => {
  const days = { weekdays: [1, 4], from: PICKUP.from, until: PICKUP.until, parcels: PICKUP.parcels };
  const data = ['0f1', '0f2', '0f3', '0f4'].map((end, at) => ({
    ...PICKUP,
    id: `0198c5f0-0000-7000-8000-000000000${end}`,
    day: `2026-12-0${at + 1}`,
    parcels: at === 3 ? 40 : 12,
  }));
  const api = { getUnprinted: () => onePage([]), getPickups: () => ({ data, address: PICKUP.address, days }) };
  await openPage('/shipping/labels', { as: SHIPPER, api: { shipper: api, shipment: toCollect } });
  const third = page.getByText('Thursday 3 December, 09:00–12:00');
  await expectShown('Wednesday 2 December, 09:00–12:00', 'Friday 4 December, 09:00–12:00');
  await expect.element(third).not.toBeVisible();
  await page.getByText('1 more regular day').click();
  await expectShown(third);
  await expectAccessible();
});

test('the desk calls off an arranged pickup, and says why', async () => {
  await openDesk({ state: 'arranged' });
  await openMenu();
  await expect.element(act('Mark as arranged')).not.toBeInTheDocument();
  await act('Call off').click();
  await expectWords(dialog, 'Call off pickup', 'Harbour Books expects a courier', 'Monday 30 November, 09:00–12:00');
  await dialog.getByLabelText('Reason').fill('The van broke down.');
  await expectAccessible();
  serve({ pickupAdmin: { decline: () => ({ ok: true }), list: () => onePage([]) } });
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expectShown('No pickups to come.');
  expect(inputsOf('pickupAdmin.decline')).toEqual([{ id: PICKUP.id, reason: 'The van broke down.' }]);
});
