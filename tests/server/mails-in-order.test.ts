/** After an outage a parcel's emails leave in the order of events, and only if still true. */
import { expect, it } from 'vitest';
import { deliverMail } from '../../server/mail/deliver-mail.ts';
import type { OutgoingMail } from '../../server/mail/letters/transport.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Parcel } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

// Nobody works on its jobs but the test.
const server = await testServer();

/** A mail server that is away, rejects mails by their subject, or takes all. */
const taken: OutgoingMail[] = [];
let isAway = false;
let rejected = '';
const transport = {
  async send(mail: OutgoingMail) {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    if (rejected && mail.subject.startsWith(rejected))
      throw Object.assign(new Error('Too large'), { responseCode: 552, command: 'DATA' });
    taken.push(mail);
  },
  close: () => undefined,
};

interface Row {
  id: string;
  kind: string;
  status: string | null;
  state: string;
}
const mailsOf = ({ id }: Pick<Parcel, 'id'>) =>
  server.query<Row>(
    `select id, kind, about->>'status' as status, state from mails
     where about->>'shipmentId' = $1 and about->>'party' = 'receiver' order by id`,
    [id],
  );
const findMail = async (parcel: Pick<Parcel, 'id'>, what: string): Promise<Row> => {
  const found = (await mailsOf(parcel)).find(({ kind, status }) => (status ?? kind) === what);
  if (!found) throw new Error(`Nobody wrote of ${what}`);
  return found;
};
const deliver = async (mail: Row, services = server.services) =>
  deliverMail(services, transport, { mailId: mail.id, number: 1 });
const statesOf = async (parcel: Pick<Parcel, 'id'>) =>
  Object.fromEntries((await mailsOf(parcel)).map(({ kind, status, state }) => [status ?? kind, state]));
const subjects = () => taken.splice(0).map(({ subject }) => subject.split(':')[0]);

/** A parcel that all this happened to an hour ago, while no email left. */
async function outage(...statuses: ShipmentStatus[]): Promise<Parcel> {
  const parcel = await server.parcel();
  for (const status of statuses) await server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status }));
  await server.query("update mails set created_at = created_at - interval '1 hour' where about->>'shipmentId' = $1", [
    parcel.id,
  ]);
  isAway = true;
  for (const mail of await mailsOf(parcel))
    await deliver(mail).catch((error) => expect(error.code).toBe('ECONNREFUSED'));
  isAway = false;
  return parcel;
}

it('what happened first leaves first, whichever is tried first, and each once', async () => {
  const parcel = await outage('shipped', 'delivery');
  await deliver(await findMail(parcel, 'delivery'));
  expect(subjects()).toEqual(['Coming to you', 'Out for delivery today']);
  expect(await statesOf(parcel)).toEqual({ 'shipment-created': 'sent', shipped: 'dropped', delivery: 'sent' });
  for (const mail of await mailsOf(parcel)) await deliver(mail);
  expect(subjects()).toEqual([]);
});

it('what a delivery has overtaken is not sent, nor that the parcel is coming', async () => {
  const parcel = await outage('delivery', 'delivered');
  for (const mail of await mailsOf(parcel)) await deliver(mail);
  expect(subjects()).toEqual(['Delivered']);
  expect(await statesOf(parcel)).toEqual({ 'shipment-created': 'dropped', delivery: 'dropped', delivered: 'sent' });
});

it('a parcel that went out on two days is in one email, about the second', async () => {
  const parcel = await outage('delivery', 'held', 'delivery');
  for (const mail of await mailsOf(parcel)) await deliver(mail);
  expect(subjects()).toEqual(['Coming to you', 'Out for delivery today']);
});

it('an earlier email that is rejected for good keeps none of the later ones back', async () => {
  const parcel = await outage('delivery');
  rejected = 'Coming';
  await deliver(await findMail(parcel, 'delivery'));
  rejected = '';
  expect(subjects()).toEqual(['Out for delivery today']);
  expect(await statesOf(parcel)).toEqual({ 'shipment-created': 'failed', delivery: 'sent' });
});

it('an email that may still be undone is not taken along by a later one', async () => {
  const parcel = await server.parcel();
  await server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status: 'delivery' }));
  await deliver(await findMail(parcel, 'delivery'));
  expect(subjects()).toEqual(['Out for delivery today']);
  expect(await statesOf(parcel)).toEqual({ 'shipment-created': 'queued', delivery: 'sent' });
});

it('what another email has gathered is still sent when that is taken along by a third', async () => {
  const door = { receiverEmail: 'cafe@example.com', shipTo: 'Kaj 7, 411 04 Göteborg' };
  const parcels = [await server.parcel(door), await server.parcel(door)] as const;
  const [first, second] = [
    await findMail(parcels[0], 'shipment-created'),
    await findMail(parcels[1], 'shipment-created'),
  ];
  isAway = true;
  await expect(deliver(first)).rejects.toThrow('ECONNREFUSED');
  isAway = false;
  // The first has the second, whose own turn is over then.
  await deliver(second);
  expect(subjects()).toEqual([]);
  await server.query("update mails set created_at = created_at - interval '1 hour' where receiver = $1", [
    door.receiverEmail,
  ]);
  await server.inUnit((unit) => updateShipment(unit, { id: parcels[0].id, status: 'delivery' }));
  await deliver(await findMail(parcels[0], 'delivery'));
  expect(subjects()).toEqual(['Coming to you', 'Out for delivery today']);
  expect(await statesOf(parcels[1])).toEqual({ 'shipment-created': 'sent' });
  await deliver(first);
  expect(subjects()).toEqual([]);
});

it('a failover right after the mail server has taken an email does not have it sent twice', async () => {
  const parcel = await server.parcel();
  const mail = await findMail(parcel, 'shipment-created');
  let failures = 2;
  const db = new Proxy(server.services.db, {
    get(target, name, receiver) {
      if (name !== 'update' || taken.length === 0 || failures === 0) return Reflect.get(target, name, receiver);
      failures -= 1;
      throw new Error('Connection terminated unexpectedly');
    },
  });
  await deliver(mail, { ...server.services, db });
  expect(failures).toBe(0);
  await deliver(mail);
  expect(subjects()).toEqual(['Coming to you']);
  expect(await statesOf(parcel)).toEqual({ 'shipment-created': 'sent' });
});
