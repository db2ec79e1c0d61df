/** Another address: asked by the receiver’s account, agreed by the sender, until the run is released. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { courierDay, DELIVERED, NOT_HOME } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CHOICES: 'note,day,address' } });
const manager = await server.signInAs('manager');
const { newCourier, loadAndStart, runOf, visit, shipmentOf, changeInfo, deskRun, mailsAbout, exceptionsOf } =
  courierDay(server, manager);

type Holder = { as: Person } | { headers: Record<string, string> };
const OLD = 'Storgatan 1, 111 22 Stockholm, Sweden';
const NEW = 'Kungsgatan 9, 111 43 Stockholm';
const MOVED = `${NEW}, Sweden`;

async function newParcel(more: object = {}) {
  const receiver = await server.signedIn({});
  const details = { receiverEmail: receiver.email, receiverCountry: 'Sweden', shipTo: OLD, ...more };
  const parcel = await server.parcel(details);
  return { parcel, receiver: { as: receiver }, sender: await holderOf(parcel, 'sender') };
}
async function holderOf({ id }: Parcel, party: 'sender' | 'receiver') {
  // A dispute replaces them.
  const codes = (await server.call('shipmentAdmin.showCodes', { id }, { as: manager })).data;
  const input = { id, code: codes[`${party}Code`] };
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
async function plannedRun({ id }: Parcel, courier?: Person) {
  courier ??= await newCourier();
  const input = { day: 'today' as const, name: 'Centre', courierId: courier.id, shipmentIds: [id] };
  return (await server.call('runAdmin.create', input, { as: manager })).data;
}
const addressesOf = async (runId: string) => (await deskRun(runId)).stops.map(({ address }) => address);

describe('another address', () => {
  it('waits in the to-do of the shop whose parcel it is, and in an email to agree, until it has answered', async () => {
    const shop = await server.signedIn({ roles: ['shipper'] });
    const waits = async (as = shop) => (await server.call('shipper.getAskedAddresses', undefined, { as })).data;
    const own = { as: shop };
    const textOf = async ({ id }: Parcel, party: string, answer: string | null) => {
      const [mail] = await server.query<StoredMail & Record<string, unknown>>(
        `select kind, receiver, about from mails where about->>'shipmentId' = $1 and kind = 'choice-made'
          and about->>'party' = $2 and about->>'answer' is not distinct from $3`,
        [id, party, answer],
      );
      return mail && (await draftMail(server.services, mail as StoredMail))?.render('K7QM2XHTR4PB').text;
    };
    const [agreed, declined, released] = [
      await newParcel({ senderEmail: shop.email }),
      await newParcel({ senderEmail: shop.email }),
      await newParcel({ senderEmail: shop.email }),
    ];
    for (const { parcel, receiver } of [agreed, declined, released])
      expect((await choose(parcel, receiver)).outcome).toBe('ok');
    const ids = async () => (await waits()).map(({ id }) => id);
    expect((await ids()).toSorted()).toEqual([agreed, declined, released].map(({ parcel }) => parcel.id).toSorted());
    expect(await waits(await server.signedIn({ roles: ['shipper'] }))).toEqual([]);
    expect(await textOf(agreed.parcel, 'sender', null)).toMatch(
      /only deliver there if you agree[\s\S]*Agree or decline/,
    );
    expect(await textOf(agreed.parcel, 'receiver', null)).not.toContain('if you agree');
    // It is too late to agree once the parcel is on its run.
    const run = await plannedRun(released.parcel);
    await server.call('runAdmin.release', run, { as: manager });
    expect(await ids()).not.toContain(released.parcel.id);
    const asked = new Map((await waits()).map((one) => [one.id, one]));
    const { choiceId, text } = asked.get(declined.parcel.id) ?? {};
    expect(text).toBe(NEW);
    expect((await server.call('choice.withdraw', { id: declined.parcel.id, choiceId }, own)).outcome).toBe('ok');
    expect((await choose(agreed.parcel, own)).outcome).toBe('ok');
    expect(await waits()).toEqual([]);
    expect([await shipToOf(agreed.parcel), await shipToOf(declined.parcel)]).toEqual([MOVED, OLD]);
    expect(await statesOf(declined.parcel, declined.receiver)).toEqual(['receiver declined']);
    expect(await textOf(declined.parcel, 'receiver', 'declined')).toContain('it comes to the address as before');
    // They withdraw their own: nobody has declined anything.
    const third = await newParcel({ senderEmail: shop.email });
    await choose(third.parcel, third.receiver);
    const [own3] = await waits();
    await server.call('choice.withdraw', { id: third.parcel.id, choiceId: own3?.choiceId }, third.receiver);
    expect(await statesOf(third.parcel, third.receiver)).toEqual(['receiver withdrawn']);
    expect(await textOf(third.parcel, 'receiver', 'declined')).toBeUndefined();
  });

  it('counts once the sender agrees, also on a planned run', async () => {
    const { parcel, receiver, sender } = await newParcel();
    const courier = await newCourier();
    const run = await plannedRun(parcel, courier);
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
    const { id, version } = await deskRun(run.id);
    expect((await server.call('runAdmin.release', { id, version }, { as: manager })).outcome).toBe('ok');
    const seen = await loadAndStart(courier);
    await visit(courier, seen.tasks[0], DELIVERED, { runVersion: seen.version });
    expect(await statesOf(parcel, receiver)).toEqual(['receiver withdrawn', 'sender counted']);
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

  it('has the price of the old one, when it is asked and when it is agreed', async () => {
    const { parcel, receiver, sender } = await newParcel();
    const rate = (postcode: string, fee: number) =>
      server.call('rateAdmin.save', { maxGrams: 900_000, country: 'Sweden', postcode, fee }, { as: manager });
    for (const saved of [await rate('', 5), await rate('96', 12)]) expect(saved.outcome).toBe('ok');
    const far = await choose(parcel, receiver, { text: 'Storgatan 96, 962 31 Jokkmokk' });
    expect(far.error.message).toBe('Delivery there has another price. Ask the sender to send it there.');
    const unknown = await choose(parcel, receiver, { text: 'Storgatan 96, Jokkmokk' });
    expect(unknown.error.data.fieldErrors).toEqual({ text: ['Add the postcode: the price depends on it.'] });
    expect((await choose(parcel, receiver)).outcome).toBe('ok');
    await rate('11143', 7);
    expect((await choose(parcel, sender)).outcome).toBe('PRECONDITION_FAILED');
    expect([await shipToOf(parcel), await statesOf(parcel, receiver)]).toEqual([OLD, ['receiver waiting']]);
    await server.query('delete from rates');
    expect((await choose(parcel, sender)).outcome).toBe('ok');
  });

  it('has the fees of its postcode, for cash on delivery and for a return', async () => {
    const shop = await server.signedIn({ roles: ['shipper'] });
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, { as: manager });
    for (const [postcode, codFee, returnFee] of [
      ['', 1, 4],
      ['111 4', 2, 6],
    ] as const) {
      const rate = { userId: shop.id, maxGrams: 900_000, country: 'Sweden', postcode, fee: 5, codFee, returnFee };
      expect((await server.call('rateAdmin.save', rate, { as: manager })).outcome).toBe('ok');
    }
    const { parcel, receiver, sender } = await newParcel({ senderEmail: shop.email });
    for (const holder of [receiver, sender]) expect((await choose(parcel, holder)).outcome).toBe('ok');
    await changeInfo(parcel.id, { cod: 100, deliveryDate: '2026-12-01T09:00:00.000Z' });
    const kept = await server.query('select cod_fee_cents from shipments where id = $1', [parcel.id]);
    expect(kept).toEqual([{ cod_fee_cents: '200' }]);
    const delivered = { id: parcel.id, status: 'delivered' as const };
    expect((await server.call('shipmentAdmin.updateShipment', delivered, { as: manager })).outcome).toBe('ok');
    expect((await shipmentOf(parcel.id)).returns?.offer?.fee).toBe(6);
    const paid = await newParcel({ senderEmail: shop.email, cod: 100 });
    expect((await choose(paid.parcel, paid.receiver)).error.message).toContain('has another price');
    await server.query('delete from rates');
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

  it('is agreed once in two tabs, on two servers', async () => {
    const other = await testServer({ database: server.database, environment: { CHOICES: 'address' } });
    const { parcel, receiver, sender } = await newParcel();
    await choose(parcel, receiver);
    const agree = (at: typeof server) =>
      at.call(
        'choice.make',
        { id: parcel.id, choiceId: randomUUID(), kind: 'address', text: NEW },
        { address: server.newAddress(), ...sender },
      );
    const agreed = await Promise.all([server, other, server, other].map(agree));
    expect(agreed.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect([await shipToOf(parcel), await statesOf(parcel, receiver)]).toEqual([
      MOVED,
      ['receiver withdrawn', 'sender counted'],
    ]);
    expect(await mailsAbout(parcel.id, 'choice-made')).toHaveLength(4);
  });

  it('is agreed before a release or after it, never half', async () => {
    for (const _ of [1, 2, 3]) {
      const { parcel, receiver, sender } = await newParcel();
      await choose(parcel, receiver);
      const run = await plannedRun(parcel);
      const [agreed, released] = await Promise.all([
        choose(parcel, sender),
        server.call('runAdmin.release', run, { as: manager }),
      ]);
      const address = agreed.outcome === 'ok' ? MOVED : OLD;
      if (address === OLD) expect(agreed.error.message).toBe('It’s too late. It’s on a courier’s run already.');
      expect([await shipToOf(parcel), await addressesOf(run.id)]).toEqual([address, [address]]);
      // The run may have changed since the desk read it.
      expect(['ok', 'CONFLICT']).toContain(released.outcome);
    }
  });

  it('is not agreed once the parcel is cancelled', async () => {
    const { parcel, receiver, sender } = await newParcel();
    await choose(parcel, receiver);
    const cancelled = { id: parcel.id, status: 'cancelled' as const };
    expect((await server.call('shipmentAdmin.updateShipment', cancelled, { as: manager })).outcome).toBe('ok');
    expect((await choose(parcel, sender)).error.message).toBe('It’s too late. This parcel is cancelled.');
    expect([await shipToOf(parcel), await statesOf(parcel, receiver)]).toEqual([OLD, ['receiver too-late']]);
  });

  it('goes back to before all that is disputed, and no further', async () => {
    const { parcel, receiver } = await newParcel();
    const dispute = async () => server.call('choice.dispute', { id: parcel.id }, await holderOf(parcel, 'sender'));
    const open = () => server.call('choiceAdmin.lock', { id: parcel.id, locked: false }, { as: manager });
    const agree = async (text: string) => {
      const sender = await holderOf(parcel, 'sender');
      for (const holder of [receiver, sender]) expect((await choose(parcel, holder, { text })).outcome).toBe('ok');
    };
    await agree(NEW);
    await agree('Kungsgatan 10, 111 43 Stockholm');
    await choose(parcel, receiver, { text: 'Kungsgatan 11, 111 43 Stockholm' });
    await dispute();
    expect(await shipToOf(parcel)).toBe(OLD);
    await open();
    await server.query("update delivery_choices set created_at = created_at - interval '2 hours'");
    await agree(NEW);
    const BY_DESK = 'Storgatan 3, 111 22 Stockholm, Sweden';
    await server.query('update shipments set ship_to = $2 where id = $1', [parcel.id, BY_DESK]);
    await agree(NEW);
    await dispute();
    expect(await shipToOf(parcel)).toBe(BY_DESK);
  });

  it('stays agreed while another one is asked for, and once that is declined', async () => {
    const { parcel, receiver, sender } = await newParcel();
    for (const holder of [receiver, sender]) expect((await choose(parcel, holder)).outcome).toBe('ok');
    const choiceId = randomUUID();
    expect((await choose(parcel, receiver, { choiceId, text: OLD })).outcome).toBe('ok');
    expect(await statesOf(parcel, receiver)).toEqual(['receiver withdrawn', 'sender counted', 'receiver waiting']);
    expect((await server.call('choice.withdraw', { id: parcel.id, choiceId }, sender)).outcome).toBe('ok');
    expect(await statesOf(parcel, receiver)).toEqual(['receiver withdrawn', 'sender counted', 'receiver declined']);
    await server.query("update delivery_choices set created_at = created_at - interval '2 hours'");
    // Asked for and agreed to once more, nothing waits.
    for (const holder of [receiver, sender]) expect((await choose(parcel, holder)).outcome).toBe('ok');
    expect((await statesOf(parcel, receiver)).slice(3)).toEqual(['receiver withdrawn', 'sender counted']);
    expect(await shipToOf(parcel)).toBe(MOVED);
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

  /** A parcel on its way to an address that was agreed to. */
  async function onItsWay() {
    const { parcel, receiver, sender } = await newParcel();
    for (const holder of [receiver, sender]) await choose(parcel, holder);
    const courier = await newCourier();
    const planned = await plannedRun(parcel, courier);
    expect((await server.call('runAdmin.release', planned, { as: manager })).outcome).toBe('ok');
    const dispute = async () => (await server.call('choice.dispute', { id: parcel.id }, sender)).outcome;
    return { parcel, courier, runId: planned.id, dispute };
  }

  it('is taken back from a courier who is on the way, and the phone shows that', async () => {
    for (const isStarted of [false, true]) {
      const { parcel, courier, runId, dispute } = await onItsWay();
      const seen = isStarted ? await loadAndStart(courier) : await runOf(courier);
      expect(seen.stops.map(({ address }) => address)).toEqual([MOVED]);
      const { version } = await runOf(courier);
      expect(await dispute()).toBe('ok');
      const after = await runOf(courier);
      expect([await shipToOf(parcel), after.stops.map(({ address }) => address)]).toEqual([OLD, [OLD]]);
      expect(after.version).toBeGreaterThan(version);
      const opened = { id: parcel.id, locked: false };
      expect((await server.call('choiceAdmin.lock', opened, { as: manager })).outcome).toBe('ok');
      expect([await shipToOf(parcel), await addressesOf(runId)]).toEqual([OLD, [OLD]]);
    }
  });

  it('stays where a courier has tried it, and for good where it was delivered', async () => {
    for (const outcome of [NOT_HOME, DELIVERED]) {
      const { parcel, courier, runId, dispute } = await onItsWay();
      const seen = await loadAndStart(courier);
      await visit(courier, seen.tasks[0], outcome, { runVersion: seen.version });
      expect(await dispute()).toBe('ok');
      const next = outcome === NOT_HOME ? OLD : MOVED;
      expect([await shipToOf(parcel), await addressesOf(runId)]).toEqual([next, [MOVED]]);
    }
  });

  it('takes back that the parcel may be handed over without a code, once it is disputed', async () => {
    const { parcel, courier, dispute } = await onItsWay();
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    await server.call('shipmentAdmin.setProof', { id: parcel.id, proof }, { as: manager });
    const [task] = (await loadAndStart(courier)).tasks;
    const release = { id: task?.id, reason: 'The receiver has no phone' };
    expect((await server.call('runAdmin.releaseCode', release, { as: manager })).outcome).toBe('ok');
    expect((await runOf(courier)).tasks[0]?.proof).toMatchObject({ code: 'off' });
    expect(await dispute()).toBe('ok');
    expect((await runOf(courier)).tasks[0]?.proof).toMatchObject({ code: 'required' });
  });
});

it('is off unless the brand opens it', async () => {
  const usual = await testServer();
  expect(usual.services.environment.CHOICES).not.toContain('address');
});
