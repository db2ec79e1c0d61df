/** Every event of the list is sent by the call that people and programs make. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { filePaths } from '../../../src/domain/file-paths.ts';
import type { V1Shipment } from '../../../src/domain/v1/shipments.ts';
import { WEBHOOK_EVENTS } from '../../../src/domain/webhook.ts';
import { courierDay, DELIVERED, photoOf } from '../../support/courier-day.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const server = await testServer({ worker: true });
const { newShop, newRate, ask } = shops(server);
await newRate({ returnFeeCents: 450n });
const manager = await server.signInAs('manager');
const { newCourier, loadAndStart, visit } = courierDay(server, manager);
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  onTestFinished(() => receiver.close());
});

async function newShipment(): Promise<{ shop: Shop; id: string }> {
  const shop = await newShop();
  await ask(shop.key, '/v1/webhooks', { method: 'POST', payload: { url: receiver.url } });
  const { body } = await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel() });
  return { shop, id: String(body.id) };
}

/** Sends a parcel off with a courier, who is at the door. */
async function atTheDoor(id: string) {
  const courier = await newCourier();
  const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds: [id], despite: [id] };
  const planned = (await server.call('runAdmin.create', input, { as: manager })).data;
  await server.call('runAdmin.release', planned, { as: manager });
  const [task] = (await loadAndStart(courier)).tasks;
  return { courier, task };
}

const heard = (count: number) =>
  until(
    `${count} events came`,
    () =>
      receiver.received.length >= count &&
      receiver.received.map(({ payload: { type, data } }) =>
        [data.sequence, type, data.status, data.reason].join(' ').trim(),
      ),
  );

const DELIVERY = [
  '1 shipment.created in-progress',
  '2 shipment.out_for_delivery delivery',
  '3 shipment.delivered delivered',
  '4 shipment.proof_received delivered',
];
const ATTEMPT = [
  ...DELIVERY.slice(0, 2),
  '3 shipment.attempted delivery consignee_refused',
  '4 shipment.decided delivery try-again',
  '5 shipment.decided delivery try-again',
];
const CANCELLATION = [DELIVERY[0], '2 shipment.cancelled cancelled'];
const RETURN = [
  DELIVERY[0],
  '2 shipment.delivered delivered',
  '3 return.requested delivered',
  '1 return.created in-progress',
  '2 return.status_changed held',
];
const HELD = [DELIVERY[0], '2 shipment.status_changed held'];

it('a delivery sends events from its creation to the photo', async () => {
  const { id } = await newShipment();
  const { courier, task } = await atTheDoor(id);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const photo = photoOf(task, bytes);
  const visitId = await visit(courier, task, DELIVERED, { proofs: [photo], recipient: 'Elin Strand' });
  const put = () =>
    server.request({
      method: 'PUT',
      url: filePaths.proof(visitId, photo.sha256),
      headers: { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' },
      payload: bytes,
    });
  for (const _ of ['once', 'again']) expect((await put()).statusCode).toBe(200);
  expect(await heard(4)).toEqual(DELIVERY);
});

it('a refused visit sends an event with its reason, and so does each decision by shop or desk', async () => {
  const { shop, id } = await newShipment();
  const { courier, task } = await atTheDoor(id);
  await visit(courier, task, { result: 'failed', reason: 'consignee_refused' });
  const { next_step: step } = (await ask<V1Shipment>(shop.key, `/v1/shipments/${id}`)).body;
  const payload = { act: 'try-again', day: step?.days[0] };
  const { body, text } = await ask<V1Shipment>(shop.key, `/v1/shipments/${id}/decide`, { method: 'POST', payload });
  const instead = body.next_step?.decision?.id;
  expect(instead, text).toBeDefined();
  const decision = { id, decisionId: randomUUID(), act: 'try-again', day: step?.days[1], instead };
  expect((await server.call('choiceAdmin.decide', decision, { as: manager })).outcome).toBe('ok');
  expect(await heard(5)).toEqual(ATTEMPT);
});

it('cash on delivery is in events and reads, and can’t be changed once it is loaded', async () => {
  const shop = await newShop();
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 500 }, { as: manager });
  await ask(shop.key, '/v1/webhooks', { method: 'POST', payload: { url: receiver.url } });
  const { body } = await ask(shop.key, '/v1/shipments', { method: 'POST', payload: { ...v1Parcel(), cod: 49.9 } });
  const path = `/v1/shipments/${body.id}`;
  const { courier, task } = await atTheDoor(String(body.id));
  await server.query(`update shipments set status = 'in-progress' where id = $1`, [body.id]);
  const late = (await ask(shop.key, path, { method: 'PATCH', payload: { cod: 40 } })).body;
  expect([late.code, late.detail]).toEqual(['too-late', expect.stringMatching('a courier has loaded this shipment')]);
  await visit(courier, task, DELIVERED, { payments: [{ taskId: task?.id, method: 'card', amount: 49.9 }] });
  await heard(3);
  for (const { payload } of receiver.received) expect(payload.data).toMatchObject({ cod: 49.9 });
  expect((await ask(shop.key, path)).body).toMatchObject({
    cod: 49.9,
    paid: { method: 'card', amount: 49.9, counted: false },
  });
});

it('a cancellation sends an event', async () => {
  const { shop, id } = await newShipment();
  expect((await ask(shop.key, `/v1/shipments/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  expect(await heard(2)).toEqual(CANCELLATION);
});

it('a shipment put on hold sends an event', async () => {
  const { id } = await newShipment();
  const input = { ids: [id], change: { kind: 'status', status: 'held' }, emails: 'none' };
  expect((await server.call('bulk.start', input, { as: manager })).outcome).toBe('ok');
  expect(await heard(2)).toEqual(HELD);
});

it('a return sends events to the shop from the request to its end', async () => {
  const { shop, id } = await newShipment();
  await server.query(`update users set address = 'Kaj 1', city = 'Göteborg', state = 'VG' where id = $1`, [shop.id]);
  const rules = { mode: 'ask', days: 14, payer: 'shop', perShipment: 1 };
  expect((await server.call('shipper.saveReturns', rules, { as: shop })).outcome).toBe('ok');
  const input = { id, status: 'delivered', occurredAt: new Date().toISOString() };
  expect((await server.call('shipmentAdmin.updateShipment', input, { as: manager })).outcome).toBe('ok');
  const owner = await server.signedIn();
  await server.query('update shipments set receiver_id = $2 where id = $1', [id, owner.id]);
  expect((await server.call('shipment.requestReturn', { id }, { as: owner })).outcome).toBe('ok');
  const [asked] = (await server.call('shipper.getReturns', undefined, { as: shop })).data.asked;
  await server.call('shipper.decideReturn', { id: asked?.id, accept: true }, { as: shop });
  const [back] = await server.query<{ id: string }>('select return_id as id from returns where shipment_id = $1', [id]);
  const held = { ids: [back?.id], change: { kind: 'status', status: 'held' }, emails: 'none' };
  expect((await server.call('bulk.start', held, { as: manager })).outcome).toBe('ok');
  // They belong to two shipments, whose messages do not wait for each other.
  const events = await heard(5);
  expect(events.toSorted()).toEqual(RETURN.toSorted());
});

it('these are all the events there are', () => {
  const shown = new Set([DELIVERY, ATTEMPT, CANCELLATION, HELD, RETURN].flat().map((line) => line?.split(' ')[1]));
  // Those that collections.test.ts shows.
  for (const event of ['shipment.collected', 'pickup.done', 'pickup.failed']) shown.add(event);
  expect([...shown].sort()).toEqual([...WEBHOOK_EVENTS].sort());
});
