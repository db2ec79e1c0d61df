/**
 * Checks who may see a shipment after a manager has corrected an address, or linked and unlinked an account.
 */
import { describe, expect, it } from 'vitest';
import { linkShipmentsByEmail } from '../../server/people/linked-shipments/change-linked.ts';
import { auditChanges, auditSentence } from '../../src/domain/audit.ts';
import type { CreateShipment, Party } from '../../src/domain/shipment.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Parcel, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url } });
const manager = await server.signInAs('manager', { firstName: 'Grace', lastName: 'Hopper' });
const as = manager.token;

const correct = (parcel: Pick<Parcel, 'id'>, details: Partial<CreateShipment>) =>
  server.call('shipmentAdmin.updateShipment', updateInput(parcel.id, details), { as });
const change = (parcel: Pick<Parcel, 'id'>, party: Party, input: { from?: string; email?: string }) =>
  server.call('shipmentAdmin.changeAccount', { id: parcel.id, party, email: null, ...input }, { as });
const ownersOf = async ({ id }: Pick<Parcel, 'id'>) => {
  const { senderId, receiverId } = (await server.call('shipmentAdmin.getShipment', { id }, { as })).data;
  return [senderId, receiverId];
};
/** What a change leaves behind; mails on their way change by themselves. */
const stateOf = ({ id }: Pick<Parcel, 'id'>) =>
  server.query(
    `select to_jsonb(s), (select count(*) from audit_entries) as audited, (select count(*) from mails) as mailed
     from shipments s where id = $1`,
    [id],
  );
const codesOf = async ({ id }: Pick<Parcel, 'id'>) =>
  (await server.call('shipmentAdmin.showCodes', { id }, { as })).data;
const open = (parcel: Pick<Parcel, 'id'>, code: string) =>
  server.call('shipment.verifyShipmentCode', { id: parcel.id, code }, { address: server.newAddress() });
const seenWith = async (parcel: Pick<Parcel, 'trackingId'>, headers: Record<string, string>) =>
  (await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, { headers })).data.access;
const seenBy = async (parcel: Pick<Parcel, 'trackingId'>, token: string) =>
  (await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, { as: token })).data.access;
const codeMailTo = (address: string) =>
  sink.mail(({ receivers, text = '' }) => receivers.includes(address) && /^Your private code/.test(text));
const sentences = async ({ id }: Pick<Parcel, 'id'>) =>
  (await server.call('auditAdmin.getEntries', { shipmentId: id, page: { page: 1 } }, { as })).data.data.map(
    auditSentence,
  );

describe('a corrected address', () => {
  it("is emailed a new code, and that party's old code and its grants no longer open anything", async () => {
    const addresses = { senderEmail: 'right.sender@example.com', receiverEmail: 'wrong@example.com' };
    const parcel = await server.parcel(addresses);
    const [byReceiver, bySender] = [await open(parcel, parcel.receiverCode), await open(parcel, parcel.senderCode)];
    const withGrant = (answer: typeof byReceiver) => seenWith(parcel, { 'x-shipment-grant': answer.data.grant });
    expect([await withGrant(byReceiver), await withGrant(bySender)]).toEqual(['detailed', 'detailed']);

    expect((await correct(parcel, { ...addresses, receiverEmail: 'Right.Receiver@example.com' })).outcome).toBe('ok');

    expect((await open(parcel, parcel.receiverCode)).error.data.fieldErrors).toEqual({
      code: ['That code doesn’t match this shipment.'],
    });
    expect([await withGrant(byReceiver), await withGrant(bySender)]).toEqual(['overview', 'detailed']);
    const codes = await codesOf(parcel);
    expect(codes.senderCode).toBe(parcel.senderCode);
    const mail = await codeMailTo('right.receiver@example.com');
    expect(mail.subject).toMatch(/^Your private code: .+ from /);
    const shown = /Receiver code: (.{14})/.exec(mail.text ?? '')?.[1] ?? '';
    expect(shown).toBe(inGroupsOfFour(codes.receiverCode).join(' '));
    expect((await open(parcel, shown)).outcome).toBe('ok');
    expect(mail.text).not.toContain(inGroupsOfFour(parcel.receiverCode).join(' '));
    const replaced = await server.query("select receiver from mails where kind = 'code-replaced'");
    expect(replaced).toEqual([{ receiver: 'right.receiver@example.com' }]);
  });

  it('that differs only in case changes no code and no account, and emails nobody', async () => {
    const owner = await server.person();
    const addresses = { senderEmail: 'same@example.com', receiverEmail: owner.email };
    const parcel = await server.parcel(addresses);
    await change(parcel, 'receiver', { from: owner.id });
    const codes = await codesOf(parcel);
    const mails = await server.query('select count(*)::int from mails');
    await correct(parcel, {
      senderEmail: 'SAME@example.com',
      receiverEmail: owner.email.toUpperCase(),
      weight: '9 kg',
    });
    expect(await codesOf(parcel)).toEqual(codes);
    // A person who was unlinked by hand is not linked again by the way.
    expect(await ownersOf(parcel)).toEqual([null, null]);
    expect(await server.query('select count(*)::int from mails')).toEqual(mails);
  });

  it('leaves a record that the code was replaced, and no code', async () => {
    const parcel = await server.parcel();
    await correct(parcel, { senderEmail: 'audited.sender@example.com', receiverEmail: 'audited@example.com' });
    const { data } = (await server.call('auditAdmin.getEntries', { shipmentId: parcel.id, page: {} }, { as })).data;
    const entry = data.find(({ procedure }) => procedure === 'shipmentAdmin.updateShipment');
    expect(entry && auditChanges(entry)).toContainEqual({
      label: 'Replaced',
      before: null,
      after: 'sender code, receiver code',
      isNote: true,
    });
    const { senderCode, receiverCode } = await codesOf(parcel);
    for (const code of [senderCode, receiverCode, parcel.senderCode, parcel.receiverCode])
      expect(JSON.stringify(data)).not.toContain(code);
  });
});

describe('an account', () => {
  it("is unlinked: it sees nothing, its codes open nothing, and the shipment's address gets a new one", async () => {
    const person = await server.signInAs('customer');
    const parcel = await server.parcel({
      senderEmail: 'unlinks.from@example.com',
      receiverEmail: 'unlinks@example.com',
    });
    const { receiverCode, senderCode } = parcel;
    const link = () =>
      server.call('shipment.linkShipment', { id: parcel.id, receiverCode, senderCode }, { as: person });
    expect((await link()).outcome).toBe('ok');
    expect((await change(parcel, 'receiver', { from: person.id })).outcome).toBe('ok');
    expect(await ownersOf(parcel)).toEqual([null, null]);
    expect(await seenBy(parcel, person.token)).toBe('overview');
    expect((await link()).error.message).toBe('Those codes don’t match this shipment.');
    const mail = await codeMailTo('unlinks@example.com');
    expect(mail.text).toContain(inGroupsOfFour((await codesOf(parcel)).receiverCode).join(' '));
    expect((await sentences(parcel)).at(1)).toBe('Grace Hopper unlinked the receiver account of the shipment');
  });

  it('is linked and changed by the email of a verified account, and the record says by whom', async () => {
    const [first, second] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const parcel = await server.parcel({ senderEmail: 'relinks@example.com' });
    expect((await change(parcel, 'sender', { email: first.email.toUpperCase() })).outcome).toBe('ok');
    expect(await ownersOf(parcel)).toEqual([first.id, null]);
    // Nobody had an account there, so the code is still valid.
    expect((await open(parcel, parcel.senderCode)).outcome).toBe('ok');
    expect((await change(parcel, 'sender', { from: first.id, email: second.email })).outcome).toBe('ok');
    expect(await ownersOf(parcel)).toEqual([second.id, null]);
    expect((await open(parcel, parcel.senderCode)).outcome).toBe('BAD_REQUEST');
    expect([await seenBy(parcel, first.token), await seenBy(parcel, second.token)]).toEqual(['overview', 'detailed']);
    const { data } = (await server.call('auditAdmin.getEntries', { shipmentId: parcel.id, page: {} }, { as })).data;
    expect(data.slice(0, 2).map(auditSentence)).toEqual([
      'Grace Hopper changed the sender account of the shipment',
      'Grace Hopper linked the sender account of the shipment',
    ]);
    expect(data[0] && auditChanges(data[0])).toContainEqual({
      label: 'Sender account',
      before: 'Linked',
      after: 'Linked to another account',
    });
  });

  it('is rejected at the field if the email is unknown or unverified, and nothing changes', async () => {
    const parcel = await server.parcel();
    const unverified = await server.person({ verified: false });
    const before = await stateOf(parcel);
    for (const [email, message] of [
      ['nobody.here@example.com', 'No account has this email.'],
      [unverified.email, 'The owner of this account hasn’t verified their email address yet.'],
      ['nobody', 'Enter a full email address, such as name@example.com.'],
    ] as const) {
      const answer = await change(parcel, 'receiver', { email });
      expect(answer.status).toBe(400);
      expect(answer.error.data.fieldErrors).toEqual({ email: [message] });
    }
    expect(await stateOf(parcel)).toEqual(before);
  });

  it('that someone else has changed is left alone, and so is one of a deleted shipment', async () => {
    const [first, second] = [await server.person(), await server.person()];
    const parcel = await server.parcel({ receiverEmail: first.email });
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => change(parcel, 'receiver', { from: first.id, email: second.email })),
    );
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(4).fill('CONFLICT'), 'ok']);
    expect((await change(parcel, 'receiver', {})).outcome).toBe('CONFLICT');
    expect(await ownersOf(parcel)).toEqual([null, second.id]);
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as });
    expect((await change(parcel, 'receiver', { from: second.id })).outcome).toBe('NOT_FOUND');
  });

  it('that is already linked changes nothing', async () => {
    const owner = await server.person();
    const parcel = await server.parcel({ senderEmail: owner.email });
    const before = await stateOf(parcel);
    expect((await change(parcel, 'sender', { from: owner.id.toUpperCase(), email: owner.email })).outcome).toBe('ok');
    expect(await stateOf(parcel)).toEqual(before);
  });
});

describe('an email that a dispatcher corrects', () => {
  const mailsAbout = ({ id }: Pick<Parcel, 'id'>) =>
    server.query("select kind, receiver from mails where about->>'shipmentId' = $1 and kind = 'code-replaced'", [id]);
  const calls = {
    'shipmentAdmin.correctParty': ({ id }: Parcel, email: string) => ({ id, party: 'receiver' as const, email }),
    'shipmentAdmin.updateParcel': ({ id }: Parcel, receiverEmail: string) => {
      const { fee, ...parcel } = updateInput(id, { receiverEmail });
      return parcel;
    },
  };

  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    'by %s opens nothing to the new address until a manager sends the code',
    async (call) => {
      const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
      const former = await server.signInAs('customer');
      const parcel = await server.parcel({ receiverEmail: former.email });
      const work = async (token: string) =>
        (await server.call('deskAdmin.getWork', undefined, { as: token })).data.work.find(
          ({ kind }) => kind === 'codes',
        );
      expect((await server.call(call, calls[call](parcel, dispatcher.email), { as: dispatcher })).outcome).toBe('ok');
      expect((await ownersOf(parcel))[1]).toBeNull();
      expect(await mailsAbout(parcel)).toEqual([]);
      expect((await open(parcel, parcel.receiverCode)).outcome).toBe('BAD_REQUEST');
      expect((await open(parcel, parcel.senderCode)).outcome).toBe('ok');
      // A new account with that address does not get it either.
      await server.inUnit((unit) => linkShipmentsByEmail(unit.tx, dispatcher).then(() => undefined));
      expect([await seenBy(parcel, dispatcher.token), await seenBy(parcel, former.token)]).toEqual([
        'overview',
        'overview',
      ]);
      const { data } = await server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: dispatcher });
      expect(data.codeless).toEqual(['receiver']);
      expect([(await work(as))?.count, await work(dispatcher.token)]).toEqual([1, undefined]);

      const { id } = parcel;
      const send = (person: string, email = dispatcher.email) =>
        server.call('shipmentAdmin.sendCode', { id, party: 'receiver', email }, { as: person });
      expect((await send(dispatcher.token)).outcome).toBe('FORBIDDEN');
      expect((await send(as, former.email)).outcome).toBe('CONFLICT');
      expect([(await send(as)).outcome, (await send(as)).outcome]).toEqual(['ok', 'ok']);
      expect(await mailsAbout(parcel)).toEqual([{ kind: 'code-replaced', receiver: dispatcher.email }]);
      expect((await ownersOf(parcel))[1]).toBe(dispatcher.id);
      expect(await work(as)).toBeUndefined();
    },
  );

  it('asks a manager for a recent proof, since it sends the code', async () => {
    const other = await server.signInAs('manager');
    const parcel = await server.parcel();
    await server.query("update sessions set proved_at = now() - interval '16 minutes' where user_id = $1", [other.id]);
    const before = await stateOf(parcel);
    const correctAs = (details: Partial<CreateShipment>) =>
      server.call('shipmentAdmin.updateShipment', updateInput(parcel.id, details), { as: other });
    expect((await correctAs({ receiverEmail: 'new.address@example.com' })).error.data.needs).toBe('proof');
    expect(await stateOf(parcel)).toEqual(before);
    expect((await correctAs({ weight: '9 kg' })).outcome).toBe('ok');
  });
});

it('a shipment with open bills is deleted by who may delete bills, not by who owes them, and with paid ones by nobody', async () => {
  const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
  const remove = async (parcel: Parcel, person: string) => {
    const answer = await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as: person });
    return answer.outcome === 'ok' ? 'ok' : answer.error.message;
  };
  const refused = 'This shipment has open bills. Ask someone who may delete them.';
  const parcel = await server.parcel();
  await server.bill(parcel, await server.person());
  const own = await server.parcel();
  await server.bill(own, manager);
  expect([await remove(parcel, dispatcher.token), await remove(own, as)]).toEqual([refused, refused]);
  await server.query('update bills set paid_at = now() where shipment_id = $1', [own.id]);
  expect(await remove(own, as)).toBe('This shipment has paid bills, so it stays. Cancel it instead.');
  expect(await remove(parcel, as)).toBe('ok');
});
