/** Whatever opens a parcel or takes it away ends when its party becomes somebody else. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draftMail } from '../../server/mail/draft-mail.ts';
import { findMail } from '../../server/mail/store/mails.ts';
import type { ScanResult } from '../../src/domain/desk-scan.ts';
import { DEPOT, parseToken } from '../../src/domain/handover.ts';
import { DEFAULT_CHOICES } from '../../src/domain/messages.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { courierDay, DELIVERED } from '../support/courier-day.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { type Parcel, type Person, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const SMS = { SMS_URL: 'https://sms.example/', SMS_TOKEN: 'AC1:secret', SMS_FROM: 'North', SMS_EVENTS: 'code' };
const server = await testServer({ environment: { ...SMS, CHOICES: 'hold,note' } });
const manager = await server.signInAs('manager');
const as = manager;
const { newCourier, releasedRun, loadAndStart, visit, exceptionsOf, mailsAbout, runOf, shipmentOf } = courierDay(
  server,
  manager,
);

const codesOf = async ({ id }: Pick<Parcel, 'id'>) =>
  (await server.call('shipmentAdmin.showCodes', { id }, { as })).data;
const open = (parcel: Pick<Parcel, 'id'>, code: string) =>
  server.call('shipment.verifyShipmentCode', { id: parcel.id, code }, { address: server.newAddress() });
const claimsOf = async ({ id }: Pick<Parcel, 'id'>) => {
  const [row] = await server.query<{ claims: number[] }>(
    'select array[sender_claim, receiver_claim] as claims from shipments where id = $1',
    [id],
  );
  return row?.claims;
};

/** Someone with the code that a party has now. */
async function holder(parcel: Pick<Parcel, 'id'>, party: Party = 'receiver') {
  const codes = await codesOf(parcel);
  const { grant } = (await open(parcel, codes[`${party}Code`])).data;
  return { headers: { 'x-shipment-grant': grant }, address: server.newAddress() };
}
type Holder = Awaited<ReturnType<typeof holder>>;

const viewOf = async ({ trackingId }: Pick<Parcel, 'trackingId'>, by: Holder) =>
  (await server.call('shipment.getShipmentByTrackingId', { trackingId }, by)).data;
async function tokenOf(parcel: Pick<Parcel, 'id' | 'trackingId'>, by?: Holder): Promise<string> {
  const view = await viewOf(parcel, by ?? (await holder(parcel)));
  if (view.access !== 'detailed' || !view.handover) throw new Error('The receiver has no code to show');
  return view.handover.token;
}
const choose = async (parcel: Parcel, kind: 'hold' | 'note', by?: Holder) => {
  const choice = { id: parcel.id, choiceId: randomUUID(), kind, text: kind === 'note' ? 'Knock' : '' };
  const { outcome } = await server.call('choice.make', choice, by ?? (await holder(parcel)));
  expect(outcome).toBe('ok');
  return choice;
};

async function handOver(parcel: Pick<Parcel, 'trackingId'>, code: string): Promise<ScanResult | undefined> {
  const scan = { scanId: randomUUID(), act: 'hand-over', trackingId: parcel.trackingId, code };
  return (await server.call('deskAdmin.scan', { scans: [scan] }, { as })).data.results[0];
}
const refusal = async (parcel: Pick<Parcel, 'trackingId'>, code: string) =>
  (await handOver(parcel, code))?.problem?.message;
const statusOf = async ({ id }: Pick<Parcel, 'id'>) =>
  (await server.query<{ status: string }>('select status from shipments where id = $1', [id]))[0]?.status;

const correct = (parcel: Pick<Parcel, 'id'>, changes: object, person: Person = manager) =>
  server.call('shipmentAdmin.correctParty', { id: parcel.id, party: 'receiver', ...changes }, { as: person });
/** An email as it would leave, with its secrets. */
async function draftOf(id: string): Promise<string | undefined> {
  const mail = await findMail(server.services.db, id);
  const draft = mail && (await draftMail(server.services, mail));
  return draft?.render(await draft.secret()).text;
}

const TOO_OLD = 'This code isn’t for the depot, or is too old. Ask for the one that the page shows now.';

async function linked({ id }: Parcel): Promise<Person> {
  const person = await server.signedIn();
  await server.call('shipmentAdmin.changeAccount', { id, party: 'receiver', email: person.email }, { as });
  return person;
}

/** What can happen to a receiver after they have saved what they may show or open. */
const ENDS: Record<string, (parcel: Parcel) => Promise<unknown>> = {
  'the choices are disputed': async (parcel) =>
    server.call('choice.dispute', { id: parcel.id }, await holder(parcel, 'sender')),
  'the code is replaced': async (parcel) => {
    const account = { id: parcel.id, party: 'receiver', from: (await linked(parcel)).id, email: null };
    return server.call('shipmentAdmin.changeAccount', account, { as });
  },
  'the account is erased': async (parcel) => {
    const person = await linked(parcel);
    return server.call('userAdmin.deleteUser', { id: person.id }, { as });
  },
  'the account is secured': async (parcel) => {
    const token = await server.linkToken(await linked(parcel), { purpose: 'not-me' });
    return server.call('auth.secureAccount', { token });
  },
  'the receiver is replaced': (parcel) => correct(parcel, { email: `${randomUUID()}@example.com` }),
  'their number is another one': (parcel) => correct(parcel, { phone: '+46 70 999 88 77' }),
  'their country completes another number': (parcel) =>
    server.call(
      'shipmentAdmin.updateShipment',
      updateInput(parcel.id, { receiverPhone: '070 123 45 67', receiverCountry: 'Norway' }),
      { as },
    ),
};

describe.each(Object.entries(ENDS))('once %s', (_, end) => {
  it('a saved code of the depot takes nothing, and the one of now does', async () => {
    const parcel = await server.parcel({ receiverPhone: '070 123 45 67', receiverCountry: 'Sweden' });
    const choice = await choose(parcel, 'hold');
    const saved = await tokenOf(parcel);
    await end(parcel);
    expect(await refusal(parcel, saved)).toBe(TOO_OLD);
    expect(await statusOf(parcel)).toBe('in-progress');
    // A dispute has ended the choice, too: the desk opens choices before there can be another.
    await server.call('choiceAdmin.lock', { id: parcel.id, locked: false }, { as });
    await server.call('choice.withdraw', { id: parcel.id, choiceId: choice.choiceId }, await holder(parcel));
    await choose(parcel, 'hold');
    expect((await handOver(parcel, await tokenOf(parcel)))?.outcome).toBe('done');
  });

  it('a code saved for the door counts as wrong, and the phone hears which one is right', async () => {
    const courier = await newCourier();
    const swedish = { receiverPhone: '070 123 45 67', receiverCountry: 'Sweden' };
    const run = await releasedRun(courier, [swedish, { ...swedish, shipTo: 'Kaj 2' }]);
    const [parcel, other] = run.shipments as [Parcel, Parcel];
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    for (const { id } of run.shipments) {
      await server.call('shipmentAdmin.setProof', { id, proof }, { as });
      await choose({ ...parcel, id }, 'note');
    }
    const { tasks } = await loadAndStart(courier);
    const by = await holder(parcel);
    const saved = await tokenOf(parcel, by);
    const { version } = await runOf(courier);
    for (const one of run.shipments as Parcel[]) await end(one);
    expect((await viewOf(parcel, by)).access).toBe('overview');
    const now = await tokenOf(other);
    expect([parseToken(saved)?.claim, parseToken(now)?.claim]).toEqual([1, 2]);
    const heard = await runOf(courier);
    expect(heard.tasks.map(({ claim }) => claim)).toEqual([2, 2]);
    expect(heard.version).toBeGreaterThan(version);
    const taskOf = ({ trackingId }: Parcel) => tasks.find((task) => task.trackingId === trackingId);
    const stopOf = ({ trackingId }: Parcel) => heard.tasks.find((task) => task.trackingId === trackingId)?.stopId;
    await visit(courier, { ...taskOf(parcel), stopId: stopOf(parcel) }, { ...DELIVERED, code: saved });
    await visit(courier, { ...taskOf(other), stopId: stopOf(other) }, { ...DELIVERED, code: now });
    const resultOf = async ({ id }: Parcel) => (await shipmentOf(id)).visits.at(-1)?.codeResult;
    expect([await resultOf(parcel), await resultOf(other)]).toEqual(['wrong', 'qr']);
    expect(await exceptionsOf(run.id)).toContain('code-mismatch');
  });
});

describe('a parcel to collect at the depot', () => {
  it('is given away once, and a second desk reads when', async () => {
    const parcel = await server.parcel();
    await choose(parcel, 'hold');
    const token = await tokenOf(parcel);
    expect(parseToken(token)?.runId).toBe(DEPOT);
    const [one, other] = await Promise.all([handOver(parcel, token), handOver(parcel, token)]);
    const [done, refused] = one?.outcome === 'done' ? [one, other] : [other, one];
    expect(done?.outcome).toBe('done');
    expect(refused?.problem).toMatchObject({ reason: 'CONFLICT' });
    expect(refused?.problem?.message).toMatch(/^Given away at \d\d:\d\d already\.$/);
  });

  it('stays there once its receiver no longer wants to collect it', async () => {
    const parcel = await server.parcel();
    const { choiceId } = await choose(parcel, 'hold');
    const by = await holder(parcel);
    const token = await tokenOf(parcel, by);
    await server.call('choice.withdraw', { id: parcel.id, choiceId }, by);
    expect(await refusal(parcel, token)).toBe(
      'Its receiver no longer collects it here. Ask them to choose the depot again.',
    );
    expect(await statusOf(parcel)).toBe('in-progress');
  });
});

describe('a party', () => {
  it('is the same one with a first account, another way to write a number, or what is no contact', async () => {
    const parcel = await server.parcel({ receiverPhone: '070-123 45 67', receiverCountry: 'Sweden' });
    const person = await server.person();
    await server.call('shipmentAdmin.changeAccount', { id: parcel.id, party: 'receiver', email: person.email }, { as });
    await correct(parcel, { phone: '+46 70 123 45 67' });
    await correct(parcel, { name: 'Somebody Else' });
    expect(await claimsOf(parcel)).toEqual([1, 1]);
    expect((await open(parcel, parcel.receiverCode)).outcome).toBe('ok');
  });

  it('is another one, with another code, once its account is erased', async () => {
    const [sender, receiver] = [await server.signedIn(), await server.signedIn()];
    const parcel = await server.parcel({ senderEmail: sender.email, receiverEmail: receiver.email });
    await server.call('userAdmin.deleteUser', { id: receiver.id }, { as });
    expect(await claimsOf(parcel)).toEqual([1, 2]);
    expect((await open(parcel, parcel.receiverCode)).outcome).toBe('BAD_REQUEST');
    expect((await open(parcel, parcel.senderCode)).outcome).toBe('ok');
    expect((await codesOf(parcel)).receiverCode).not.toBe('');
  });
});

describe('a contact that a dispatcher changes', () => {
  it.each([
    ['their email', { email: 'dispatcher.own@example.com' }],
    ['their phone', { phone: '+46 70 999 88 77' }],
  ])('%s ends the code, tells who was reached until then, and waits for a manager', async (_, changes) => {
    const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
    const parcel = await server.parcel({ receiverPhone: '070 123 45 67', receiverCountry: 'Sweden' });
    const shipment = await shipmentOf(parcel.id);
    const former = shipment.receiverEmail;
    expect((await correct(parcel, changes, dispatcher)).outcome).toBe('ok');
    expect((await codesOf(parcel)).receiverCode).toBe('');
    expect((await open(parcel, parcel.receiverCode)).outcome).toBe('BAD_REQUEST');
    expect(await mailsAbout(parcel.id, 'code-replaced')).toEqual([]);
    const told = await mailsAbout(parcel.id, 'contact-changed');
    const [mail] = await server.query<{ id: string }>(
      "select id from mails where kind = 'contact-changed' and receiver = $1",
      [former],
    );
    expect(told).toEqual([{ receiver: former, about: { shipmentId: parcel.id, party: 'receiver' } }]);
    const email = 'email' in changes ? changes.email : former;
    const sent = await server.call('shipmentAdmin.sendCode', { id: parcel.id, party: 'receiver', email }, { as });
    expect(sent.outcome).toBe('ok');
    const { receiverCode } = await codesOf(parcel);
    expect(receiverCode).not.toBe('');
    // It names nobody, and the new code is not in it either.
    const sentence = (await draftOf(mail?.id ?? '')) ?? '';
    expect(sentence).toContain('Someone at our desk changed how we reach the receiver of this parcel.');
    for (const secret of ['#code', receiverCode, parcel.receiverCode, shipment.receiverName])
      expect(sentence.replaceAll(/[ -]/g, '')).not.toContain(secret.replaceAll(/[ -]/g, ''));
  });
});

describe('a code that waits for a manager', () => {
  const account = (parcel: Parcel, details: object) =>
    server.call('shipmentAdmin.changeAccount', { id: parcel.id, party: 'receiver', ...details }, { as });
  /** What others do who have not looked at the address. */
  const ACTS: Record<string, (parcel: Parcel) => Promise<unknown>> = {
    'its sender disputes the choices': async (parcel) =>
      server.call('choice.dispute', { id: parcel.id }, await holder(parcel, 'sender')),
    'a manager corrects only the phone': (parcel) => correct(parcel, { phone: '+46 70 888 77 66' }),
    'a manager unlinks an account that was linked by hand': async (parcel) => {
      const person = await server.person();
      await account(parcel, { email: person.email });
      return account(parcel, { from: person.id, email: null });
    },
    'the shop changes only the phone': async (parcel) => {
      const shop = await shops(server).newShop();
      await server.query('update shipments set sender_id = $2 where id = $1', [parcel.id, shop.id]);
      const payload = { receiver: { phone: '+46 70 888 77 66' } };
      return shops(server).ask(shop.key, `/v1/shipments/${parcel.id}`, { method: 'PATCH', payload });
    },
  };

  it.each(Object.entries(ACTS))('still waits after %s', async (_, act) => {
    const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
    const parcel = await server.parcel({ receiverPhone: '070 123 45 67', receiverCountry: 'Sweden' });
    await choose(parcel, 'note');
    const own = `${randomUUID()}@example.com`;
    await correct(parcel, { email: own }, dispatcher);
    await act(parcel);
    expect((await codesOf(parcel)).receiverCode).toBe('');
    expect(await mailsAbout(parcel.id, 'code-replaced')).not.toContainEqual(expect.objectContaining({ receiver: own }));
    const seen = { id: parcel.id, party: 'receiver', email: own };
    const stale = await server.call('shipmentAdmin.sendCode', { ...seen, phone: '+46 70 000 00 00' }, { as });
    expect(stale.outcome).toBe('CONFLICT');
    expect((await server.call('shipmentAdmin.sendCode', seen, { as })).outcome).toBe('ok');
  });
});

it('a phone hears which code is right once a manager has sent one that waited', async () => {
  const courier = await newCourier();
  const { shipments } = await releasedRun(courier);
  const [parcel] = shipments as [Parcel];
  await loadAndStart(courier);
  const email = `${randomUUID()}@example.com`;
  await correct(parcel, { email }, await server.signedIn({ roles: ['dispatcher'] }));
  const before = await runOf(courier);
  await server.call('shipmentAdmin.sendCode', { id: parcel.id, party: 'receiver', email }, { as });
  const heard = await runOf(courier);
  expect([before, heard].map(({ tasks }) => tasks[0]?.claim)).toEqual([2, 3]);
  expect(heard.version).toBeGreaterThan(before.version);
});

describe('once a party is somebody else', () => {
  it('what a stranger has chosen ends, on the page, on the phone and for messages', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [parcel] = shipments as [Parcel];
    await choose(parcel, 'note');
    const choices = { mail: [], sms: [], push: [] };
    const by = await holder(parcel);
    await server.call('message.saveChoices', { trackingId: parcel.trackingId, choices }, by);
    expect((await runOf(courier)).tasks[0]?.choices).toHaveLength(1);
    const email = `${randomUUID()}@example.com`;
    await correct(parcel, { email });
    expect((await runOf(courier)).tasks[0]?.choices).toBeUndefined();
    const now = await viewOf(parcel, await holder(parcel));
    expect(now.access === 'detailed' && now.choices?.made.map(({ state }) => state)).toEqual(['withdrawn']);
    await server.call('shipmentAdmin.updateShipment', { id: parcel.id, status: 'held' }, { as });
    expect(await mailsAbout(parcel.id, 'status-changed')).toContainEqual(expect.objectContaining({ receiver: email }));
  });

  it('a stranger who silenced their messages is not heard any more after a dispute', async () => {
    const parcel = await server.parcel();
    const by = await holder(parcel);
    const silence = { trackingId: parcel.trackingId, choices: { mail: [], sms: [], push: [] } };
    await server.call('message.saveChoices', silence, by);
    await choose(parcel, 'note', by);
    await server.call('choice.dispute', { id: parcel.id }, await holder(parcel, 'sender'));
    const chosen = await server.call('message.getChoices', { trackingId: parcel.trackingId }, await holder(parcel));
    expect(chosen.data).toMatchObject({ choices: DEFAULT_CHOICES, isOwn: false });
  });

  it('a parcel that was let go without its code needs one again', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const [parcel] = shipments as [Parcel];
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    await server.call('shipmentAdmin.setProof', { id: parcel.id, proof }, { as });
    const { tasks } = await loadAndStart(courier);
    await server.call('runAdmin.releaseCode', { id: tasks[0]?.id, reason: 'No phone' }, { as });
    await correct(parcel, { phone: '+46 70 888 77 66' });
    await visit(courier, tasks[0]);
    expect(await exceptionsOf(id)).toEqual(['code-missing']);
  });

  it('who has been in an account keeps no code of its parcels after its owner has secured it', async () => {
    const person = await server.signedIn();
    const parcel = await server.parcel({ receiverEmail: person.email });
    await choose(parcel, 'hold');
    const view = await server.call(
      'shipment.getShipmentByTrackingId',
      { trackingId: parcel.trackingId },
      { as: person },
    );
    const { handover } = view.data as { handover?: { token: string } };
    const token = await server.linkToken(person, { purpose: 'not-me' });
    expect((await server.call('auth.secureAccount', { token })).outcome).toBe('ok');
    expect(await refusal(parcel, handover?.token ?? '')).toBe(TOO_OLD);
  });

  it('a return opens no more to who made it', async () => {
    const { newShop, ask, newRate } = shops(server);
    await newRate({ returnFeeCents: 450n });
    const shop = await newShop();
    await server.query("update users set address = 'Kaj 1', city = 'Gothenburg', state = 'VG' where id = $1", [
      shop.id,
    ]);
    const rules = { mode: 'on', days: 14, payer: 'shop', perShipment: 1 };
    await server.call('shipper.saveReturns', rules, { as: shop });
    const made = await ask<{ id: string }>(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel() });
    const { id } = made.body;
    await server.call('shipmentAdmin.updateShipment', { id, status: 'delivered' }, { as });
    const by = await holder({ id });
    const headers = { ...by.headers, 'idempotency-key': randomUUID() };
    const request = async () => (await server.call('shipment.requestReturn', { id }, { ...by, headers })).data;
    const first = await request();
    expect((await request()).grant).not.toBeNull();
    const [back] = await server.query<{ id: string }>('select id from shipments where tracking_id = $1', [
      first.trackingId,
    ]);
    const sender = { id: back?.id, party: 'sender', email: `${randomUUID()}@example.com` };
    expect((await server.call('shipmentAdmin.correctParty', sender, { as })).outcome).toBe('ok');
    expect((await request()).grant).toBeNull();
  });
});

it.each([
  ['it is cancelled', "status = 'cancelled'", 'This parcel is cancelled.'],
  ['there is cash to collect', 'cod_cents = 5000', 'Its receiver has to pay first, and only couriers take money.'],
])('a code of the depot takes nothing once %s', async (_, change, message) => {
  const parcel = await server.parcel();
  await choose(parcel, 'hold');
  const token = await tokenOf(parcel);
  await server.query(`update shipments set ${change} where id = $1`, [parcel.id]);
  expect(await refusal(parcel, token)).toContain(message);
});
