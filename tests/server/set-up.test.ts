/** How far a new brand is, as its own records have it. */
import { expect, it } from 'vitest';
import { courierDay } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const day = courierDay(server, manager);
const progress = async () => (await server.call('settings.getSetUp', undefined, { as: manager })).data;

it('the steps of a new brand are done when they really are', async () => {
  expect(await progress()).toEqual({
    rates: 0,
    couriers: 0,
    couriersHere: 0,
    isLabelPrinted: false,
    parcels: 0,
    hasRun: false,
    isDelivered: false,
  });
  await server.call('userAdmin.inviteUser', { email: 'bo@example.com', roles: ['courier'] }, { as: manager });
  await server.call('rateAdmin.save', { maxGrams: 2_000, fee: 5.9 }, { as: manager });
  expect(await progress()).toMatchObject({ rates: 1, couriers: 1, couriersHere: 0 });

  const bo = await day.newCourier();
  const { shipments } = await day.releasedRun(bo, [{}, {}]);
  expect(await progress()).toMatchObject({
    couriers: 2,
    couriersHere: 1,
    parcels: 2,
    hasRun: true,
    isDelivered: false,
  });

  const print = { document: 'labels', ids: [shipments[0]?.id] };
  expect((await server.call('shipment.recordPrints', print, { as: manager })).outcome).toBe('ok');
  await server.call('shipmentAdmin.updateShipment', { id: shipments[0]?.id, status: 'delivered' }, { as: manager });
  expect(await progress()).toMatchObject({ isLabelPrinted: true, isDelivered: true });
  for (let more = 0; more < 9; more += 1) await server.parcel();
  expect((await progress()).parcels).toBe(10);
});

it('only managers ask for it', async () => {
  for (const role of ['dispatcher', 'accountant', 'shipper'] as const) {
    const as = await server.signedIn({ roles: [role] });
    expect((await server.call('settings.getSetUp', undefined, { as })).outcome).toBe('FORBIDDEN');
  }
});
