/** Another address: asked by the receiver’s account, agreed by the sender, until the run is released. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { courierDay } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CHOICES: 'note,day,address' } });
const manager = await server.signInAs('manager');
const { newCourier, shipmentOf, deskRun, mailsAbout, exceptionsOf } = courierDay(server, manager);

type Holder = { as: Person } | { headers: Record<string, string> };
const OLD = 'Storgatan 1, 111 22 Stockholm, Sweden';
const NEW = 'Kungsgatan 9, 111 43 Stockholm';
const MOVED = `${NEW}, Sweden`;

async function newParcel() {
  const receiver = await server.signedIn({});
  const details = { receiverEmail: receiver.email, receiverCountry: 'Sweden', shipTo: OLD };
  const parcel = await server.parcel(details);
  return { parcel, receiver: { as: receiver }, sender: await holderOf(parcel, 'sender') };
}
async function holderOf({ id, senderCode, receiverCode }: Parcel, party: 'sender' | 'receiver') {
  const input = { id, code: party === 'sender' ? senderCode : receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  return { headers: { 'x-shipment-grant': grant } };
}
const choose = ({ id }: Parcel, holder: Holder, choice: object = {}) =>
  server.call(
    'choice.make',
    { id, choiceId: randomUUID(), kind: 'address', text: NEW, ...choice },
    { address: server.newAddress(), ...holder },
  );
async function choicesOf({ trackingId }: Parcel, holder: Holder) {
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, holder);
  if (data.access !== 'detailed' || !data.choices) throw new Error('Not the details');
  return data.choices;
}
const statesOf = async (parcel: Parcel, holder: Holder) =>
  (await choicesOf(parcel, holder)).made.map(({ party, state }) => `${party} ${state}`);
const shipToOf = async ({ id }: Parcel) => (await shipmentOf(id)).shipTo;
async function plannedRun({ id }: Parcel) {
  const courier = await newCourier();
  const input = { day: 'today' as const, name: 'Centre', courierId: courier.id, shipmentIds: [id] };
  return (await server.call('runAdmin.create', input, { as: manager })).data;
}
const addressesOf = async (runId: string) => (await deskRun(runId)).stops.map(({ address }) => address);

describe('another address', () => {
  it('counts once the sender agrees, also on a planned run', async () => {
    const { parcel, receiver, sender } = await newParcel();
    const run = await plannedRun(parcel);
    expect((await choose(parcel, receiver)).outcome).toBe('ok');
    expect([await shipToOf(parcel), await statesOf(parcel, receiver)]).toEqual([OLD, ['receiver waiting']]);
    expect(await mailsAbout(parcel.id, 'choice-made')).toHaveLength(2);
    const choiceId = randomUUID();
    for (const _ of [1, 2]) expect((await choose(parcel, sender, { choiceId })).outcome).toBe('ok');
    expect([await shipToOf(parcel), await addressesOf(run.id)]).toEqual([MOVED, [MOVED]]);
    expect(await statesOf(parcel, receiver)).toEqual(['receiver withdrawn', 'sender counted']);
    const audited = await server.query(
      "select before->>'shipTo' as old from audit_entries where entity_id = $1 and procedure = 'choice.make' and before ? 'shipTo'",
      [parcel.id],
    );
    expect(audited).toEqual([{ old: OLD }]);
  });

  it('is no choice of a guest with the code, a stranger, or a sender alone', async () => {
    const { parcel, sender } = await newParcel();
    const guest = await choose(parcel, await holderOf(parcel, 'receiver'));
    expect(guest.error.message).toBe('Sign in with the account that has this parcel.');
    expect((await choose(parcel, { headers: {} })).outcome).toBe('NOT_FOUND');
    expect((await choose(parcel, { as: await server.signedIn({}) })).outcome).toBe('NOT_FOUND');
    expect((await choose(parcel, sender)).outcome).toBe('CONFLICT');
    expect(await shipToOf(parcel)).toBe(OLD);
  });

  it('is agreed as it is asked: not another one, nor one that was withdrawn', async () => {
    const { parcel, receiver, sender } = await newParcel();
    const choiceId = randomUUID();
    await choose(parcel, receiver, { choiceId });
    expect((await choose(parcel, sender, { text: 'Kungsgatan 10, 111 43 Stockholm' })).outcome).toBe('CONFLICT');
    expect((await server.call('choice.withdraw', { id: parcel.id, choiceId }, sender)).outcome).toBe('ok');
    expect((await choose(parcel, sender)).outcome).toBe('CONFLICT');
    expect(await shipToOf(parcel)).toBe(OLD);
  });

  it('stays in its country', async () => {
    const { parcel, receiver } = await newParcel();
    const abroad = await choose(parcel, receiver, { text: 'Karl Johans gate 1, Oslo, Norway' });
    expect(abroad.error.data.fieldErrors).toEqual({ text: ['We can’t deliver to another country.'] });
    expect((await choose(parcel, receiver, { text: MOVED })).outcome).toBe('ok');
  });

  it('comes too late once its run is released', async () => {
    const { parcel, receiver, sender } = await newParcel();
    await choose(parcel, receiver);
    const run = await plannedRun(parcel);
    expect((await server.call('runAdmin.release', run, { as: manager })).outcome).toBe('ok');
    expect((await choose(parcel, sender)).error.message).toBe('It’s too late. It’s on a courier’s run already.');
    expect((await choose(parcel, receiver)).outcome).toBe('CONFLICT');
    expect([await shipToOf(parcel), await addressesOf(run.id)]).toEqual([OLD, [OLD]]);
  });

  it('is taken back by who says that it was somebody else', async () => {
    const { parcel, receiver, sender } = await newParcel();
    await choose(parcel, receiver);
    await choose(parcel, sender);
    const run = await plannedRun(parcel);
    expect((await server.call('choice.dispute', { id: parcel.id }, sender)).outcome).toBe('ok');
    expect([await shipToOf(parcel), await addressesOf(run.id)]).toEqual([OLD, [OLD]]);
    expect(await exceptionsOf(run.id)).toEqual(['choice-disputed']);
    expect((await choose(parcel, receiver)).outcome).toBe('PRECONDITION_FAILED');
  });
});

it('is off unless the brand opens it', async () => {
  const usual = await testServer();
  expect(usual.services.environment.CHOICES).not.toContain('address');
});
