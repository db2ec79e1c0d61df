import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deleteUser } from '../../server/people/delete-user.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { type Contact, MAX_CONTACTS } from '../../src/domain/shops/contact.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import type { Parcel } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const { newShop, newRate, ask: send } = shops(server);
await newRate();
const [manager, dispatcher] = [await server.signInAs('manager'), await server.signedIn({ roles: ['dispatcher'] })];

const find = async (q: string, party: Party = 'receiver'): Promise<Contact[]> =>
  (await server.call('shipmentAdmin.findContacts', { party, q }, { as: dispatcher })).data;
const namesFor = async (q: string, party?: Party) => (await find(q, party)).map(({ name }) => name);

async function ask(parcel: Parcel, text: string) {
  const codes = (await server.call('shipmentAdmin.showCodes', { id: parcel.id }, { as: manager })).data;
  const input = { id: parcel.id, code: codes.receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  const note = { id: parcel.id, choiceId: randomUUID(), kind: 'note', text };
  const headers = { 'x-shipment-grant': grant };
  expect((await server.call('choice.make', note, { headers, address: server.newAddress() })).outcome).toBe('ok');
}

it('a receiver is found by name, phone or street, once, as the latest parcel has them', async () => {
  const receiver = {
    receiverName: 'Ylva Törnros',
    receiverPhone: '+46 70 123 45 67',
    shipTo: 'Kaj 9, 411 04 Göteborg',
  };
  await server.parcel({ ...receiver, receiverEmail: 'old@example.com', receiverPhone: '+46 70 123 00 00' });
  await server.parcel({ ...receiver, receiverEmail: 'ylva@example.com' });
  await server.parcel({ ...receiver, receiverEmail: 'ylva@example.com', receiverPhone: '+46701234567' });
  const latest = { name: 'Ylva Törnros', email: 'ylva@example.com', phone: '+46701234567', shipTo: receiver.shipTo };
  for (const q of ['ylva', 'TORNROS', '070-123 45 67', 'Kaj 9']) {
    const [first, ...others] = await find(q);
    expect(first, q).toMatchObject(latest);
    expect(
      others.filter(({ email }) => email === latest.email),
      q,
    ).toEqual([]);
  }
  expect(await namesFor('ylva')).toHaveLength(2);
  expect(await namesFor('ylva', 'sender')).toEqual([]);
});

it('receivers are found behind a shop of their name, and senders apart from them', async () => {
  await server.parcel({ receiverName: 'Quirin Berg' });
  for (const name of ['Nora', 'Olle']) await server.parcel({ senderName: 'Quirin Books', receiverName: name });
  expect(await namesFor('Quirin')).toEqual(['Quirin Berg']);
  expect(await namesFor('Quirin', 'sender')).toEqual(['Quirin Books']);
  expect((await find('Quirin', 'sender'))[0]).toMatchObject({ shipTo: '', asked: [] });
});

it('many of a name are the newest few, and what has no word finds nobody', async () => {
  for (let house = 1; house <= MAX_CONTACTS + 2; house += 1)
    await server.parcel({ receiverName: 'Wilma Ek', shipTo: `Ekvägen ${house}` });
  const found = await find('Wilma');
  expect(found).toHaveLength(MAX_CONTACTS);
  expect(found[0]?.shipTo).toBe(`Ekvägen ${MAX_CONTACTS + 2}`);
  expect(await find('%_')).toEqual([]);
});

it('what was asked at a door comes along; a profile’s words are for the desk and not for shops', async () => {
  const shop = await newShop();
  const doorNote = 'Cannot take stairs';
  const receiver = await server.signedIn({ firstName: 'Disa', lastName: 'Falk' });
  await server.query('update users set door_note = $1 where id = $2', [doorNote, receiver.id]);
  const body = v1Parcel({ receiver: { name: 'Disa Falk', email: receiver.email, phone: '+46 31 555 0199' } });
  const { id, tracking_id: trackingId } = (await send(shop.key, '/v1/shipments', { method: 'POST', payload: body }))
    .body as Record<string, string>;
  const ofShop = async (as = shop) => (await server.call('shipper.findReceivers', { q: 'Disa' }, { as })).data;
  expect(await find('Disa')).toMatchObject([{ asked: [doorNote] }]);
  expect(await ofShop()).toMatchObject([{ name: 'Disa Falk', asked: [], address: { city: 'Göteborg' } }]);
  await ask({ id, trackingId } as Parcel, 'Ring twice');
  expect(await find('Disa')).toMatchObject([{ asked: ['Ring twice'] }]);
  expect(await ofShop()).toMatchObject([{ asked: ['Ring twice'] }]);
  expect(await ofShop(await newShop())).toEqual([]);
  for (const call of ['shipmentAdmin.findContacts', 'shipper.findReceivers'] as const)
    expect((await server.call(call, { party: 'receiver', q: 'Disa' }, { as: receiver })).outcome).toBe('FORBIDDEN');
});

it('who had their account erased is not proposed any more, nor is a deleted shipment’s party', async () => {
  const person = await server.signedIn({ firstName: 'Xenia', lastName: 'Holm' });
  const xenia = { receiverName: 'Xenia Holm', receiverEmail: person.email };
  await server.parcel(xenia);
  const deleted = await server.parcel({ receiverName: 'Xaver Holm' });
  expect((await namesFor('Holm')).toSorted()).toEqual(['Xaver Holm', 'Xenia Holm']);
  await server.call('shipmentAdmin.deleteShipment', { id: deleted.id }, { as: manager });
  await server.inUnit((unit) => deleteUser(unit, { id: person.id }));
  expect(await namesFor('Holm')).toEqual([]);
  // Whoever orders for them again knows them again.
  await server.parcel(xenia);
  expect(await namesFor('Holm')).toEqual(['Xenia Holm']);
});
