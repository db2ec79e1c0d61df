import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type Api, callsOf, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK, SHIPMENT_PATH } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectLink, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { HOME } from '../../../tests/components/home.ts';
import { address, DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { MANAGER, SHIPPER } from '../../../tests/components/people.ts';
import { DETAILS, MANAGED, onePage, TRACKING_ID } from '../../../tests/components/shipments.ts';
import type { Returns, ReturnsOfShipment } from '../../domain/returns.ts';
import type { ManagedShipment, ShipmentDetails } from '../../domain/shipment.ts';

const RETURN_ID = 'W7K2M9XQ4W1Z';
const path = `/track/${TRACKING_ID}?detailed=true`;
const OFFER = { by: 'receiver', mode: 'on', payer: 'receiver', fee: 4.5, until: '2026-12-01' } as const;
const expiresAt = new Date(Date.now() + 3_600_000).toISOString();

const shows = (returns: ReturnsOfShipment, details: Partial<ShipmentDetails> = {}): Api => ({
  shipment: {
    getShipmentByTrackingId: ({ trackingId }) =>
      trackingId === RETURN_ID
        ? { ...DETAILS, trackingId, returns: { of: { id: DETAILS.id, trackingId: TRACKING_ID }, made: [] } }
        : { ...DETAILS, viewer: 'grant', status: 'delivered', returns, ...details },
    requestReturn: () => ({ trackingId: RETURN_ID, grant: { grant: 'of the return', expiresAt } }),
  },
  bill: { getBills: () => [] },
});
const code = page.getByRole('dialog', { name: 'Show this code' });

test('a receiver reads what a return costs, makes it, and has the code on the phone', async () => {
  await openPage(path, { api: shows({ made: [], offer: OFFER }) });
  await expectShown('Want to send it back?', page.getByText('You can until Tuesday 1 December 2026. You pay $4.50.'));
  await expectAccessible();
  await page.getByRole('button', { name: 'Return' }).click();
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect.element(code.getByText(/You need no label, and no network/)).toBeVisible();
  expect(address()).toBe(`/track/${RETURN_ID}?detailed=true&view=code`);
  expect(inputsOf('shipment.requestReturn')).toEqual([{ id: DETAILS.id }]);
  expect(callsOf('shipment.getShipmentByTrackingId').at(-1)?.context.grant).toBe('of the return');
  await expectAccessible();
  await code.getByRole('button', { name: 'Close' }).click();
  await expectLink(page.getByRole('link', { name: TRACKING_ID }), `/track/${TRACKING_ID}`);
});

test('the sender of a return has it collected on a day and at a time', async () => {
  const windows = [{ from: '13:00', until: '17:00' }];
  const collectable = { days: ['2026-12-02', '2026-12-04'], windows };
  const notCollected = { day: '2026-12-01', reason: 'The van broke down.' };
  const back = { of: { id: DETAILS.id, trackingId: TRACKING_ID }, made: [], collectable, notCollected };
  const viewer = { viewer: 'grant', status: 'in-progress' } as const;
  const api = shows(back, viewer);
  await openPage(path, { api: { ...api, shipment: { ...api.shipment, collectReturn: () => ({ ok: true }) } } });
  await expectShown(page.getByText('No courier comes for it on Tuesday 1 December: The van broke down.'));
  await page.getByRole('button', { name: 'Have it collected' }).click();
  await expect
    .poll(() => [...page.getByLabelText('Day', { exact: true }).element().querySelectorAll('option')].length)
    .toBe(2);
  await page.getByLabelText('Time', { exact: true }).selectOptions('13:00–17:00');
  await expectAccessible();
  const collection = { day: '2026-12-02', from: '13:00', until: '17:00' };
  serve({ shipment: { ...shows({ ...back, collection }, viewer).shipment, collectReturn: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Ask for a courier' }).click();
  await expectShown(page.getByText('A courier comes on Wednesday 2 December, 13:00–17:00.'));
  expect(inputsOf('shipment.collectReturn')).toEqual([{ id: DETAILS.id, day: '2026-12-02', from: '13:00' }]);
});

test('the code of a return comes before the choices of its shop', async () => {
  const back = { of: { id: DETAILS.id, trackingId: TRACKING_ID }, made: [] };
  const choices = { made: [], options: [{ kind: 'note' as const }], days: [] };
  await openPage(path, { size: PHONE, api: shows(back, { status: 'in-progress', choices }) });
  const topOf = (shown: Locator) => shown.element().getBoundingClientRect().top;
  const showCode = page.getByRole('link', { name: 'Show the code' });
  await expectShown(showCode, page.getByRole('heading', { name: 'Your delivery' }));
  expect(topOf(showCode)).toBeLessThan(innerHeight);
  expect(topOf(showCode)).toBeLessThan(topOf(page.getByRole('region', { name: 'Shipping label' })));
  expect(topOf(page.getByRole('region', { name: 'Shipping label' }))).toBeLessThan(
    topOf(page.getByRole('heading', { name: 'Your delivery' })),
  );
  // Nobody needs the barcode here.
  expect(document.querySelector('.barcode')?.checkVisibility()).toBe(false);
  await page.getByRole('button', { name: 'Show barcode' }).click();
  await expect.poll(() => document.querySelector('.barcode')?.checkVisibility()).toBe(true);
});

test('a day on which the brand has other times offers those', async () => {
  const collectable = {
    days: ['2026-12-02', '2026-12-04'],
    windows: [{ from: '13:00', until: '17:00' }],
    later: [{ from: '2026-12-03', windows: [{ from: '07:00', until: '09:00' }] }],
  };
  const back = { of: { id: DETAILS.id, trackingId: TRACKING_ID }, made: [], collectable };
  const api = shows(back, { viewer: 'grant', status: 'in-progress' });
  await openPage(path, { api: { ...api, shipment: { ...api.shipment, collectReturn: () => ({ ok: true }) } } });
  await page.getByRole('button', { name: 'Have it collected' }).click();
  await page.getByLabelText('Day', { exact: true }).selectOptions('Friday 4 December');
  await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('07:00');
  await page.getByRole('button', { name: 'Ask for a courier' }).click();
  await expect
    .poll(() => inputsOf('shipment.collectReturn'))
    .toEqual([{ id: DETAILS.id, day: '2026-12-04', from: '07:00' }]);
});

test('the code is there without a network, whatever the device knows of the shipment', async () => {
  await openPage('/track', {});
  setOnline(false);
  await openPage(`/track/${RETURN_ID}?view=code`);
  await expectShown(code, code.getByText(/our depot scans it/));
});

test('where the shop decides, the receiver asks, and then waits', async () => {
  await openPage(path, { api: shows({ made: [], offer: { ...OFFER, mode: 'ask', payer: 'shop', fee: null } }) });
  await expectShown(page.getByText(/It’s free for you/));
  await page.getByRole('button', { name: 'Return' }).click();
  serve({
    shipment: {
      ...shows({ made: [], asked: true }).shipment,
      requestReturn: () => ({ trackingId: null, grant: null }),
    },
  });
  await page.getByRole('button', { name: 'Ask for it' }).click();
  await expectShown(toastOf('Return requested'), page.getByText('Return requested', { exact: true }).first());
  await expect.element(page.getByRole('button', { name: 'Return' })).not.toBeInTheDocument();
});

test('the timeline leads to the return, and what can’t be returned says why', async () => {
  await openPage(path, { api: shows({ made: [{ id: 'r', trackingId: RETURN_ID, status: 'shipped' }] }) });
  await expectLink(page.getByRole('link', { name: 'Return on its way' }), `/track/${RETURN_ID}`);
  await expectAccessible();
  await openPage(path, { api: shows({ made: [], refusal: 'It’s too late.' }) });
  await expectShown('It’s too late.');
  await openPage(path, { api: shows({ made: [], declined: 'Worn.', refusal: 'Declined.' }) });
  await expectShown('Return declined', 'Worn.');
});

test('a refusal is said in the question', async () => {
  const api = shows({ made: [], offer: OFFER });
  const reason = 'It’s too late: you could return it until Monday 30 November 2026.';
  await openPage(path, {
    api: { ...api, shipment: { ...api.shipment, requestReturn: rejecting('CONFLICT', reason) } },
  });
  await page.getByRole('button', { name: 'Return' }).click();
  await page.getByRole('button', { name: 'Create return' }).click();
  await expectShown('The return was not created', reason);
});

const RETURNS: Returns = {
  rules: { mode: 'ask', days: 14, payer: 'shop', perShipment: 1 },
  address: 'Kaj 1, Göteborg',
  asked: [
    {
      id: '0198c5f0-0000-7000-8000-0000000000c1',
      shipmentId: DETAILS.id,
      trackingId: TRACKING_ID,
      reference: 'SO-4711',
      description: 'Two books',
      receiverName: 'Elin Strand',
      createdAt: DETAILS.createdAt,
    },
  ],
};
const shopApi = (returns: Returns = RETURNS): Api => ({
  shipment: { ...HOME.shipment, ...shows({ made: [] }).shipment },
  shipper: {
    getDrafts: () => ({ ...onePage([]), counts: { ready: 0, toFix: 0, withheld: 0 } }),
    getUnprinted: () => onePage([]),
    getChangedOrders: () => ({ data: [] }),
    getAskedAddresses: () => [],
    getUndecided: () => [],
    getReturns: () => returns,
    decideReturn: () => ({ ok: true }),
    saveReturns: () => ({ ok: true }),
    createReturn: () => ({ id: 'r', trackingId: RETURN_ID, fee: 4.5 }),
  },
  shopConnection: { list: () => ({ data: [] }) },
  bill: { getBills: () => [] },
});

test('a shop accepts a return, or declines it with a reason, on its home page', async () => {
  await openPage('/', { as: SHIPPER, size: DESKTOP, api: shopApi() });
  await expectShown('Elin Strand wants to return a shipment', page.getByText('SO-4711'));
  await expectAccessible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.element(toastOf('Return created')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await fill({ Reason: 'Worn.' });
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect.element(toastOf('Return declined')).toBeVisible();
  const { id } = RETURNS.asked[0] ?? {};
  expect(inputsOf('shipper.decideReturn')).toEqual([
    { id, accept: true, reason: '' },
    { id, accept: false, reason: 'Worn.' },
  ]);
});

test('a shop says who may return what, until when, and who pays', async () => {
  await openPage('/', { as: SHIPPER, size: DESKTOP, api: shopApi({ ...RETURNS, asked: [] }) });
  await expectShown('Receivers can ask to return shipments for 14 days after delivery. You pay.');
  await page.getByRole('button', { name: 'Change returns' }).click();
  await expectShown(page.getByText('Returns come to Kaj 1, Göteborg, the address in your profile.'));
  await page.getByLabelText('Receivers can return shipments').selectOptions('Yes, at once');
  await page.getByLabelText('Who pays').selectOptions('The receiver');
  await fill({ 'Days after delivery': '30' });
  await expectAccessible();
  await page.getByRole('button', { name: 'Save returns' }).click();
  await expect.element(toastOf('Returns saved')).toBeVisible();
  expect(inputsOf('shipper.saveReturns')).toEqual([{ mode: 'on', days: 30, payer: 'receiver', perShipment: 1 }]);
});

const offer = { by: 'shop', mode: 'on', payer: 'shop', fee: 4.5 } as const;

test('a shop creates the return of a shipment, having read what it costs', async () => {
  const own = shows({ made: [], offer }, { viewer: 'owner' });
  await openPage(path, { as: SHIPPER, size: DESKTOP, api: { ...shopApi(), shipment: { ...own.shipment } } });
  await page.getByRole('button', { name: 'Return' }).click();
  await expectShown(page.getByText(/It costs \$4\.50, which the shop pays\./));
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect.element(toastOf('Return created')).toBeVisible();
  expect(inputsOf('shipper.createReturn')).toEqual([{ id: DETAILS.id }]);
});

test('a shop and a receiver choose how many parcels go back, and read what those cost', async () => {
  const own = shows({ made: [], offer: { ...offer, fee: 13.5, parcels: 3 } }, { viewer: 'owner' });
  await openPage(path, { as: SHIPPER, size: DESKTOP, api: { ...shopApi(), shipment: { ...own.shipment } } });
  await page.getByRole('button', { name: 'Return' }).click();
  await expectShown(page.getByText(/It costs \$13\.50/));
  await page.getByLabelText('How many go back').selectOptions('2 parcels');
  await expectShown(page.getByText(/It costs \$9\.00/));
  await expectAccessible();
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect.element(toastOf('Return created')).toBeVisible();
  expect(inputsOf('shipper.createReturn')).toEqual([{ id: DETAILS.id, parcels: 2 }]);
  await openPage(path, { api: shows({ made: [], offer: { ...OFFER, parcels: 2 } }) });
  await page.getByRole('button', { name: 'Return' }).click();
  await page.getByLabelText('How many go back').selectOptions('1 parcel');
  await expectShown(page.getByRole('alertdialog').getByText(/You pay \$2\.25\./));
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect.poll(() => inputsOf('shipment.requestReturn')).toEqual([{ id: DETAILS.id, parcels: 1 }]);
});

test('a manager creates a return, and opens the one there is', async () => {
  const made: ReturnsOfShipment['made'] = [{ id: DETAILS.id, trackingId: RETURN_ID, status: 'in-progress' }];
  const managed: ManagedShipment = { ...MANAGED, status: 'delivered', returns: { made, offer } };
  const createReturn = () => ({ id: 'r', trackingId: RETURN_ID, fee: 4.5 });
  const shipmentAdmin = { ...DESK.shipmentAdmin, getShipment: () => managed, createReturn };
  await openPage(SHIPMENT_PATH, { as: MANAGER, size: DESKTOP, api: { ...DESK, shipmentAdmin } });
  await expectLink(page.getByRole('link', { name: RETURN_ID }), `/manager/shipments/${DETAILS.id}`);
  await page.getByRole('link', { name: 'Return shipment' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect.poll(() => inputsOf('shipmentAdmin.createReturn')).toEqual([{ id: MANAGED.id }]);
});
