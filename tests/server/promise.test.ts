/** Each email promises a receiver the same, and says what to have ready. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { findShipment } from '../../server/shipments/store/shipments.ts';
import { readPromise } from '../../server/tracking/read-promise.ts';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import { dayIn, formatDayOfWeek } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(',') } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit, tell } = courierDay(server, manager);
const shop = await server.signedIn({ roles: ['shipper'] });
await server.call('rateAdmin.setCod', { userId: shop.id, limit: 2_000 }, { as: manager });
const COD = { cod: 1_250, senderEmail: shop.email };
const READY = 'Please have ready: $1,250.00 to pay in cash or by card at the door';

type To = { party?: 'sender' | 'receiver'; about?: object };
async function textOf(parcel: Parcel, kind: StoredMail['kind'], { party = 'receiver', about = {} }: To = {}) {
  const [row] = await server.query<{ receiver: string }>(
    `select ${party}_email as receiver from shipments where id = $1`,
    [parcel.id],
  );
  const subject = { shipmentId: parcel.id, party, ...about };
  const mail = { id: '', state: 'queued', deliveries: 1, kind, receiver: row?.receiver, about: subject } as StoredMail;
  return (await draftMail(server.services, mail))?.render('K7QM2XHTR4PB').text ?? '';
}
const changedTo = (status: string) => ({ about: { status, occurredAt: new Date().toISOString() } });

async function choose(parcel: Parcel, choice: object, as?: Person) {
  const codes = { id: parcel.id, code: parcel.receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', codes, { address: server.newAddress() })).data;
  const input = { id: parcel.id, choiceId: randomUUID(), ...choice };
  const headers = { 'x-shipment-grant': grant };
  const options = as ? { as } : { headers, address: server.newAddress() };
  const made = await server.call('choice.make', input, options);
  expect(made.outcome, made.body).toBe('ok');
  return headers;
}
const setStatus = (parcel: Parcel, status: string) =>
  server.call('shipmentAdmin.updateShipment', { id: parcel.id, status }, { as: manager });

it('names the amount to who pays it, in each email that says that the parcel comes, until it is paid', async () => {
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier, [COD]);
  const [parcel] = shipments as [Parcel];
  expect(await textOf(parcel, 'shipment-created')).toContain(`${READY}.`);
  expect(await textOf(parcel, 'shipment-created', { party: 'sender' })).not.toContain('1,250');
  const [task] = (await loadAndStart(courier)).tasks;
  expect(await textOf(parcel, 'status-changed', changedTo('delivery'))).toContain(`${READY}.`);
  expect(await textOf(parcel, 'two-stops')).toContain(`${READY}.`);
  const missed = { about: { reason: 'consignee_not_home', occurredAt: new Date().toISOString() } };
  expect(await textOf(parcel, 'delivery-attempted', missed)).toContain(`${READY}.`);
  for (const [kind, more] of [
    ['status-changed', changedTo('delivery')],
    ['two-stops', {}],
  ] as const)
    expect(await textOf(parcel, kind, { party: 'sender', ...more })).not.toContain('1,250');
  await visit(courier, task, DELIVERED, { payments: [{ taskId: task?.id, method: 'cash', amount: 1_250 }] });
  expect(await textOf(parcel, 'status-changed', changedTo('delivered'))).not.toContain('1,250');
  await setStatus(parcel, 'delivery');
  expect(await textOf(parcel, 'status-changed', changedTo('delivery'))).not.toContain('have ready');
});

it('asks for the code of who has to show one, once a run has the parcel', async () => {
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier, [COD]);
  const [parcel] = shipments as [Parcel];
  const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
  const set = await server.call('shipmentAdmin.setProof', { id: parcel.id, proof }, { as: manager });
  expect(set.outcome, set.body).toBe('ok');
  await loadAndStart(courier);
  expect(await textOf(parcel, 'status-changed', changedTo('delivery'))).toContain(
    `${READY}, and the code on its page.`,
  );
});

it('says the agreed day and the depot in each email that says when it comes', async () => {
  const parcel = await server.parcel(COD);
  await setStatus(parcel, 'held');
  const held = () => textOf(parcel, 'status-changed', changedTo('held'));
  expect(await held()).toContain('until it can be delivered');
  const day = shiftDay(dayIn('UTC', new Date()), 1);
  await choose(parcel, { kind: 'day', day });
  expect(await held()).toContain(`held in our warehouse and will be delivered on ${formatDayOfWeek(day)}:`);
  const arrived = { about: { place: 'Depot 4' } };
  const place = { id: parcel.id, address: 'Depot 4', comment: '' };
  const added = await server.call('shipmentAdmin.updateShipmentActivity', place, { as: manager });
  expect(added.outcome, added.body).toBe('ok');
  expect(await textOf(parcel, 'arrived', arrived)).toContain(`${READY}.`);
  // Nobody takes money at the depot, so this one has none to pay.
  const toCollect = await server.parcel();
  await setStatus(toCollect, 'held');
  await server.call('shipmentAdmin.updateShipmentActivity', { ...place, id: toCollect.id }, { as: manager });
  await choose(toCollect, { kind: 'hold' });
  for (const text of [
    await textOf(toCollect, 'status-changed', changedTo('held')),
    await textOf(toCollect, 'arrived', arrived),
  ]) {
    expect(text).toContain('and will be ready to collect at our depot:');
    expect(text).toContain('Please have ready: the code on its page.');
  }
});

it.each([
  ['consignee_not_home', 'registered'],
  ['consignee_refused', null],
])('promises a day after %s only where nobody has to decide first', async (reason, by) => {
  const courier = await newCourier();
  const deliveryDate = `${shiftDay(dayIn('UTC', new Date()), 3)}T10:00:00.000Z`;
  const { shipments } = await releasedRun(courier, [{ senderEmail: shop.email, deliveryDate }]);
  const [parcel] = shipments as [Parcel];
  const [task] = (await loadAndStart(courier)).tasks;
  await visit(courier, task, { result: 'failed', reason });
  await tell(courier, 'return', fact({ taskIds: [task?.id] }));
  const row = await findShipment(server.services.db, parcel.id);
  expect(row && (await readPromise(server.services.db, server.services.environment, row)).by).toBe(by);
});

it('says who took a parcel, and where it was left as agreed', async () => {
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier, [{ senderEmail: shop.email }, { senderEmail: shop.email }]);
  const [toNeighbour, toPlace] = shipments as [Parcel, Parcel];
  await choose(toPlace, { kind: 'safe-place', text: 'Behind the shed', consent: 1 });
  const { tasks } = await loadAndStart(courier);
  const taskOf = ({ trackingId }: Parcel) => tasks.find((task) => task.trackingId === trackingId);
  await visit(courier, taskOf(toNeighbour), { result: 'delivered', method: 'neighbour' }, { recipient: 'Kim Ek' });
  await visit(courier, taskOf(toPlace), { result: 'delivered', method: 'safe-place' });
  expect(await textOf(toNeighbour, 'status-changed', changedTo('delivered'))).toContain('Left with: Kim Ek');
  expect(await textOf(toPlace, 'status-changed', changedTo('delivered'))).toContain('Behind the shed');
});
