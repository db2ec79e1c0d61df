import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { deliverMail } from '../../server/mail/deliver-mail.ts';
import { INTERRUPTED_ATTEMPT_MESSAGE } from '../../server/mail/letters/failure.ts';
import { appointManager } from '../../server/people/appoint-manager.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay, shiftDay } from '../../src/domain/day.ts';
import type { LoggedMail } from '../../src/domain/mail.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { type DeliveredMail, startSmtpSink } from '../support/smtp-sink.ts';
import { PUBLIC_URL, updateInput } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());
afterEach(() => sink.behave('accept'));

const QUICK = { attempts: 2, retryDelaySeconds: 1, maxRetryDelaySeconds: 0, pollSeconds: 0.5 } satisfies MailDelivery;
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url }, mails: QUICK });
/** One whose mails stay in the queue. */
const idle = await testServer();
const asBoss = { as: await idle.signInAs('manager') };
const manager = await server.signInAs('manager');
const as = manager.token;

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)"> & "q" 's' {{7*7}} **`;
const to = (receiver: string) => (mail: DeliveredMail) => mail.receivers.includes(receiver);
const about = (receiver: string, subject: RegExp) => (mail: DeliveredMail) =>
  to(receiver)(mail) && subject.test(mail.subject ?? '');
/** One that begins with this. */
const news = (receiver: string, text: RegExp) => (mail: DeliveredMail) =>
  to(receiver)(mail) && text.test(mail.text ?? '');

let number = 0;
/** Addresses that only this test's parcel bears. */
function addresses() {
  number += 1;
  return { senderEmail: `sends-${number}@example.com`, receiverEmail: `gets-${number}@example.com` };
}

const kindsOf = (receiver: string) =>
  server
    .query<{ kind: string }>('select kind from mails where receiver = $1 order by id', [receiver])
    .then((rows) => rows.map(({ kind }) => kind));

async function logged(receiver: string): Promise<LoggedMail> {
  const { data } = (await server.call('mail.getMails', { page: { page: 1 } }, { as })).data;
  const mail = data.find((one) => one.receiver === receiver);
  if (!mail) throw new Error(`No mail to ${receiver} among the newest`);
  return mail;
}
const loggedAs = (receiver: string, state: LoggedMail['state']) =>
  until(`the mail to ${receiver} is ${state}`, async () => {
    const mail = await logged(receiver);
    return mail.state === state && mail;
  });

/** Returns the unused address. */
async function message(details: Record<string, unknown> = {}): Promise<string> {
  const receiver = `${randomUUID()}@example.com`;
  const input = { receiver, subject: 'About your parcel', body: 'It waits.', ...details };
  expect((await server.call('mail.send', input, { as })).outcome).toBe('ok');
  return receiver;
}

async function billed(email?: string) {
  const emails = addresses();
  const parcel = await idle.parcel(emails);
  const payer = await idle.person(email ? { email } : {});
  await idle.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, payer.id]);
  const bill = { userId: payer.id, amount: 9, summary: 'Duty', trackingId: parcel.trackingId };
  const addBill = async () => (await idle.call('billAdmin.addBill', bill, asBoss)).data.id;
  return { ...emails, parcel, payer, billId: await addBill(), addBill };
}

/** Returns the id of one. */
async function markSent(receiver: string): Promise<string> {
  const sent = "update mails set state = 'sent', sent_at = now() where receiver = $1 returning id";
  const [mail] = await idle.query<{ id: string }>(sent, [receiver]);
  return mail?.id ?? '';
}

describe('a status change', () => {
  it('is emailed to sender and receiver once each, with its name, time and a link of their own', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    // Nothing happens to a shipment before it is there.
    await server.query("update shipments set created_at = '2026-11-19T12:00:00Z' where id = $1", [parcel.id]);
    const change = { id: parcel.id, status: 'held', occurredAt: '2026-11-20T06:40:00.000Z' };
    await server.call('shipmentAdmin.updateShipment', change, { as });
    for (const [address, name, other, own, others] of [
      [senderEmail, 'Tomás Pereira', 'to Elin Strand', parcel.senderCode, parcel.receiverCode],
      [receiverEmail, 'Elin Strand', 'from Tomás Pereira', parcel.receiverCode, parcel.senderCode],
    ] as const) {
      const mail = await sink.mail(news(address, /^Held/));
      expect(mail.subject).toBe(`Held in our warehouse: Ceramic kiln parts, 2 cartons ${other}`);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain(`Hello ${name},`);
        expect(part).toContain(
          `held in our warehouse until it can be delivered: Ceramic kiln parts, 2 cartons ${other}.`,
        );
        expect(part).toContain('20 Nov 2026, 06:40 AM UTC');
        expect(part).toContain(`${PUBLIC_URL}/track/${parcel.trackingId}#code=${own}`);
        expect(part).not.toContain(others);
      }
      await loggedAs(address, 'sent');
      const noted = "select sent_text from mails where receiver = $1 and kind = 'status-changed'";
      const [row] = await server.query<{ sent_text: string }>(noted, [address]);
      expect(row?.sent_text).toContain(`#code=${'*'.repeat(12)}`);
      expect(row?.sent_text).not.toContain(own);
      expect(await kindsOf(address)).toEqual(['shipment-created', 'status-changed']);
      expect(await logged(address)).toMatchObject({ status: 'held', shipmentId: parcel.id });
    }
  });

  it('that changes nothing, repeats a key, or is rejected emails nobody', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const { id } = await server.parcel({ senderEmail, receiverEmail });
    const update = (input: object, key: string = randomUUID()) =>
      server.call('shipmentAdmin.updateShipment', { id, ...input }, { as, headers: { 'idempotency-key': key } });
    const key = randomUUID();
    await update({ status: 'shipped' }, key);
    const once = ['shipment-created', 'status-changed'];
    expect(await kindsOf(receiverEmail)).toEqual(once);

    expect((await update({ status: 'shipped' }, key)).outcome).toBe('ok');
    expect((await update({ status: 'shipped' })).outcome).toBe('ok');
    expect((await update({ status: 'held', baseStatusVersion: 1 })).outcome).toBe('CONFLICT');
    expect((await update({ status: 'teleported' })).outcome).toBe('BAD_REQUEST');
    for (const address of [senderEmail, receiverEmail]) expect(await kindsOf(address)).toEqual(once);

    // Back and forth is two changes, and each is emailed.
    await update({ status: 'held' });
    await update({ status: 'shipped' });
    expect(await kindsOf(receiverEmail)).toEqual([...once, 'status-changed', 'status-changed']);
  });

  it('is emailed once if sender and receiver share an address', async () => {
    const { senderEmail } = addresses();
    const { id } = await server.parcel({ senderEmail, receiverEmail: senderEmail.toUpperCase() });
    await server.call('shipmentAdmin.updateShipment', { id, status: 'delivered' }, { as });
    // Their codes differ, so the first mails are two.
    expect(await kindsOf(senderEmail)).toEqual(['shipment-created', 'shipment-created', 'status-changed']);
  });
});

describe('a new bill', () => {
  it('is emailed only to its payer, with its amount and its summary', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const payer = await server.person({ email: receiverEmail });
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    const bill = { userId: payer.id, amount: 1148.2, summary: 'Import duty', trackingId: parcel.trackingId };
    expect((await server.call('billAdmin.addBill', bill, { as })).outcome).toBe('ok');
    const mail = await sink.mail(about(receiverEmail, /^Payment/));
    expect(mail.subject).toBe('Payment of $1,148.20 required');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Payment of $1,148.20 required. Import duty');
      expect(part).toContain(formatDay(shiftDay(dayIn('UTC', new Date()), 14)));
      expect(part).toContain(`${PUBLIC_URL}/track/${parcel.trackingId}`);
    }
    expect(await kindsOf(receiverEmail)).toEqual(['shipment-created', 'payment-required']);
    expect(await kindsOf(senderEmail)).toEqual(['shipment-created']);
    expect((await logged(receiverEmail)).shipmentId).toBe(parcel.id);
  });

  it("goes to the account's address if the shipment has another one", async () => {
    const { senderEmail, receiverEmail } = addresses();
    const payer = await server.person({ firstName: 'Maja' });
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, payer.id]);
    const bill = { userId: payer.id, amount: 9, summary: 'Duty', trackingId: parcel.trackingId };
    await server.call('billAdmin.addBill', bill, { as });
    expect((await sink.mail(about(payer.email, /^Payment/))).text).toContain('Hello Maja,');
    expect(await kindsOf(receiverEmail)).toEqual(['shipment-created']);
  });
});

describe('a withdrawal', () => {
  it('is emailed to the person when requested, paid and failed, without an account number', async () => {
    const person = await server.signInAs('customer', { firstName: 'Maja', email: 'withdraws@example.com' });
    const deposit = { userId: person.id, amount: 100, summary: 'Refund', status: 'successful' };
    await server.call('transactionAdmin.addDeposit', deposit, { as });
    const asked = withdrawalInput({ amount: 60 });
    const { id } = (await server.call('transaction.withdraw', asked, { as: person })).data;
    const settle = (status: string, more: object = {}) =>
      server.call('transactionAdmin.updateTransaction', { id, amount: 60, status, ...more }, { as });

    const first = await sink.mail(news(person.email, /^Withdrawal requested/));
    await loggedAs(person.email, 'sent');
    await settle('successful');
    const paid = await sink.mail(news(person.email, /^Withdrawal paid/));
    await loggedAs(person.email, 'sent');
    await settle('failed');
    const failed = await sink.mail(news(person.email, /^Withdrawal failed/));

    const subjects = [first, paid, failed].map(({ subject }) => subject);
    expect(subjects).toEqual(Array(3).fill('Withdrawal of $60.00'));
    expect(new Set([first, paid, failed].map(({ references }) => references)).size).toBe(1);
    for (const mail of [first, paid, failed]) {
      expect(mail.text).toContain('Hello Maja,');
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain('Harbour Bank');
        expect(part).toContain(`${PUBLIC_URL}/profile/account`);
        for (const number of [asked.accountNumber, asked.iban, asked.routingNumber]) expect(part).not.toContain(number);
      }
    }
    await settle('failed', { summary: 'Reworded' });
    await settle('pending');
    await settle('pending', { summary: 'Reworded' });
    await settle('pending', { amount: 50 });
    expect(await kindsOf(person.email)).toEqual(['withdrawal', 'withdrawal', 'withdrawal']);
  });

  it('that is rejected, or a deposit or a fee that changes, emails nobody', async () => {
    const person = await server.signInAs('customer', { email: 'does-not-withdraw@example.com' });
    const movement = { userId: person.id, amount: 10, summary: 'x', status: 'pending' };
    expect((await server.call('transaction.withdraw', withdrawalInput(), { as: person })).outcome).toBe('BAD_REQUEST');
    for (const procedure of ['transactionAdmin.addDeposit', 'transactionAdmin.chargeFee'] as const) {
      const { id } = (await server.call(procedure, movement, { as })).data;
      await server.call('transactionAdmin.updateTransaction', { id, amount: 10, status: 'successful' }, { as });
    }
    expect(await kindsOf(person.email)).toEqual([]);
  });
});

describe('an email whose reason has gone before it is sent', () => {
  it('is dropped, and logged: another address, a deleted shipment, bill or person', async () => {
    const database = await testDatabase();
    const first = await testServer({ database, environment: { SMTP_URL: sink.url } });
    const token = (await first.signInAs('manager')).token;
    const addresses = { senderEmail: 'corrected-old@example.com', receiverEmail: 'kept-1@example.com' };
    const corrected = await first.parcel(addresses);
    const deleted = await first.parcel({ senderEmail: 'gone-1@example.com', receiverEmail: 'gone-2@example.com' });
    for (const { id } of [corrected, deleted])
      await first.call('shipmentAdmin.updateShipment', { id, status: 'held' }, { as: token });
    const payer = await first.person({ email: 'kept-1@example.com' });
    await first.query('update shipments set receiver_id = $2 where id = $1', [corrected.id, payer.id]);
    const bill = { userId: payer.id, amount: 9, summary: 'Duty', trackingId: corrected.trackingId };
    const { id: billId } = (await first.call('billAdmin.addBill', bill, { as: token })).data;
    await first.call('billAdmin.deleteBill', { id: billId }, { as: token });
    await first.call('shipmentAdmin.deleteShipment', { id: deleted.id }, { as: token });
    await first.query("update shipments set sender_email = 'corrected-new@example.com' where id = $1", [corrected.id]);
    for (const name of ['gone-3', 'moved']) await first.inUnit((unit) => appointManager(unit, `${name}@example.com`));
    // The links that the command prints.
    await first.query('delete from one_time_tokens');
    await first.query("update users set deleted_at = now() where email = 'gone-3@example.com'");
    await first.query("update users set email = 'elsewhere@example.com' where email = 'moved@example.com'");
    await first.close();

    const working = await testServer({ worker: true, database, environment: { SMTP_URL: sink.url }, mails: QUICK });
    await until('no mail waits', async () => {
      const waiting = await working.query("select 1 from mails where state = 'queued'");
      return waiting.length === 0;
    });
    const states = await working.query<{ receiver: string; kind: string; state: string }>(
      'select receiver, kind, state from mails order by id',
    );
    const sent = states.filter(({ state }) => state === 'sent').map(({ receiver, kind }) => [receiver, kind]);
    expect(sent).toEqual([
      ['kept-1@example.com', 'shipment-created'],
      ['kept-1@example.com', 'status-changed'],
    ]);
    expect(states.filter(({ state }) => state === 'dropped')).toHaveLength(9);
    expect(await working.query('select 1 from one_time_tokens')).toEqual([]);
    for (const name of ['corrected-old', 'corrected-new', 'gone-1', 'gone-2', 'gone-3', 'moved', 'elsewhere'])
      expect(sink.offered.filter(to(`${name}@example.com`))).toEqual([]);

    const page = { page: 1, state: 'dropped' };
    const { data, total } = (await working.call('mail.getMails', { page }, { as: token })).data;
    expect(total).toBe(9);
    const again = await working.call('mail.resend', { id: data[0]?.id }, { as: token });
    expect(again.outcome).toBe('CONFLICT');
    expect(again.error.message).toBe('This email is no longer needed.');
  });
});

describe('mail.send', () => {
  it('sends text to one receiver: bold between **, plain without them, signed by the site', async () => {
    const body = 'Dear **Maja & Co**,\n\nyour parcel\nis **here**.\n\nOne ** is two stars.';
    const receiver = await message({ subject: 'About your parcel', body });
    const mail = await sink.mail(to(receiver));
    expect(mail.receivers).toEqual([receiver]);
    expect(mail.subject).toBe('About your parcel');
    expect(mail.text?.trim()).toBe(
      'Dear Maja & Co,\n\nyour parcel\nis here.\n\nOne ** is two stars.\n\nWaybill\nsupport@waybill.test',
    );
    expect(mail.html).toContain('Dear <strong>Maja &amp; Co</strong>,</p>');
    expect(mail.html).toContain('your parcel<br>is <strong>here</strong>.</p>');
    expect(mail.html).toContain('One ** is two stars.</p>');
  });

  it('escapes before it makes bold, so that no input becomes markup', async () => {
    const receiver = await message({ subject: HOSTILE, body: `**<b>bold</b>** <strong>no</strong> ${HOSTILE}` });
    const mail = await sink.mail(to(receiver));
    expect(mail.subject).toBe(HOSTILE);
    expect(mail.html).toContain('<strong>&lt;b&gt;bold&lt;/b&gt;</strong> &lt;strong&gt;no&lt;/strong&gt;');
    expect(mail.html?.match(/<strong>/g)).toHaveLength(1);
    expect(mail.html).not.toMatch(/<script|<img|<b>|onerror="/);
  });

  it('is written once per key, with its author and subject in the audit trail', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const receiver = `Once.${randomUUID()}@example.com`;
    const input = { receiver, subject: 'Once', body: 'Only **once**.' };
    for (let index = 0; index < 3; index += 1)
      expect((await server.call('mail.send', input, { as, headers })).outcome).toBe('ok');
    const address = receiver.toLowerCase();
    expect(await kindsOf(address)).toEqual(['message']);
    const entries = await server.query(
      `select actor_id, procedure, after from audit_entries join mails on mails.id = entity_id
       where entity = 'mail' and mails.receiver = $1`,
      [address],
    );
    // The account’s deletion takes address and body, which the email itself has.
    expect(entries).toEqual([{ actor_id: manager.id, procedure: 'mail.send', after: { subject: 'Once' } }]);
  });
});

describe('the mail log', () => {
  it('lists the newest first, ten to a page, five without one, filtered by state if asked', async () => {
    for (let index = 0; index < 12; index += 1) {
      const input = { receiver: `log-${index}@example.com`, subject: `No. ${index}`, body: 'Body' };
      await idle.call('mail.send', input, asBoss);
    }
    await idle.query("update mails set state = 'failed' where receiver in ('log-3@example.com', 'log-7@example.com')");
    const list = async (page: object) => (await idle.call('mail.getMails', { page }, asBoss)).data;
    const receivers = (mails: LoggedMail[]) => mails.map(({ receiver }) => Number(/\d+/.exec(receiver)?.[0]));
    const first = await list({ page: 1 });
    expect(receivers(first.data)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect([first.total, first.pagination]).toEqual([12, { prev: null, next: 2 }]);
    expect(receivers((await list({ page: 2 })).data)).toEqual([1, 0]);
    expect(receivers((await list({})).data)).toEqual([11, 10, 9, 8, 7]);
    const failed = await list({ page: 1, state: 'failed' });
    expect([receivers(failed.data), failed.total]).toEqual([[7, 3], 2]);
  });

  it("shows an email's result and, of its text, only the subject a manager wrote", async () => {
    const receiver = await message({ subject: 'A subject', body: 'A canary of a body' });
    const sent = await loggedAs(receiver, 'sent');
    expect(sent).toMatchObject({ kind: 'message', subject: 'A subject', attempts: 1, lastError: null });
    expect(sent.trackingId).toBe(null);
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    const answer = await server.call('mail.getMails', { page: { page: 1 } }, { as });
    expect(answer.body).toContain(receiverEmail);
    expect(answer.body).not.toMatch(/canary/);
    for (const code of [parcel.senderCode, parcel.receiverCode]) expect(answer.body).not.toContain(code);
    const told = answer.data.data.find((mail) => mail.receiver === receiverEmail);
    expect(told).toMatchObject({ kind: 'shipment-created', subject: null, status: null, shipmentId: parcel.id });
    expect(told?.trackingId).toBe(parcel.trackingId);
  });

  it('finds emails by part of the address or subject, and by the tracking ID of their shipment', async () => {
    const { senderEmail, receiverEmail, parcel } = await billed('pays-the-bill@example.com');
    for (const subject of ['Pylösen_100%', 'Something else'])
      await idle.call('mail.send', { receiver: 'Searched.For@example.com', subject, body: 'Hay%stack' }, asBoss);
    const found = async (q: string, more: object = {}) => {
      const { data, total } = (await idle.call('mail.getMails', { page: { page: 1, q, ...more } }, asBoss)).data;
      expect(total).toBe(data.length);
      return data.map(({ kind, receiver, subject }) => subject ?? `${kind} ${receiver}`).toSorted();
    };
    expect(await found('searched.FOR@')).toEqual(['Pylösen_100%', 'Something else']);
    expect(await found('PYLÖSEN')).toEqual(['Pylösen_100%']);
    expect(await found('n_1')).toEqual(['Pylösen_100%']);
    expect(await found('py')).toEqual(['Pylösen_100%']);
    for (const nothing of ['%', 'ylö_en', 'Hay', 'no such mail']) expect(await found(nothing)).toEqual([]);
    const ofParcel = [
      'payment-required pays-the-bill@example.com',
      `shipment-created ${receiverEmail}`,
      `shipment-created ${senderEmail}`,
    ];
    expect(await found(parcel.trackingId)).toEqual(ofParcel);
    expect(await found(inGroupsOfFour(parcel.trackingId).join(' ').toLowerCase())).toEqual(ofParcel);
    await idle.query("update mails set state = 'failed' where receiver = $1", [senderEmail]);
    expect(await found(parcel.trackingId, { state: 'failed' })).toEqual([`shipment-created ${senderEmail}`]);
    expect(await found('searched', { state: 'failed' })).toEqual([]);
    // The indexes are asked past the newest five thousand.
    await idle.query(
      `insert into mails (id, kind, receiver, about)
       select gen_random_uuid(), 'message', 'crowd-' || n || '@example.com', '{"subject": "Crowd", "body": "Body"}' from generate_series(1, 5001) n`,
    );
    expect(await found('searched.for')).toEqual(['Pylösen_100%', 'Something else']);
    expect(await found(parcel.trackingId)).toEqual(ofParcel);
    const crowd = (await idle.call('mail.getMails', { page: { page: 2, q: 'crowd' } }, asBoss)).data;
    expect([crowd.data.length, crowd.total]).toEqual([10, 1001]);
    await idle.query("delete from mails where about->>'subject' = 'Crowd'");
  });
});

it('lists once, in the next email, what a mailbox was not told on the day', async () => {
  const { senderEmail, receiverEmail } = addresses();
  const parcel = await server.parcel({ senderEmail, receiverEmail });
  await loggedAs(receiverEmail, 'sent');
  await server.query("update mails set state = 'held', listed_in = null where receiver = $1", [receiverEmail]);
  const change = (status: string) => server.call('shipmentAdmin.updateShipment', { id: parcel.id, status }, { as });
  await change('shipped');
  const next = await sink.mail(news(receiverEmail, /^Shipped/));
  const held = `Since our last email:\nComing to you: Ceramic kiln parts, 2 cartons from Tomás Pereira\n`;
  expect(next.text).toContain(held);
  await loggedAs(receiverEmail, 'sent');
  await change('held');
  expect((await sink.mail(news(receiverEmail, /^Held/))).text).not.toContain('Since our last email');
});

describe('mail.getMail', () => {
  const read = async (id: string | undefined) => (await server.call('mail.getMail', { id }, { as })).data;

  it('shows the email with its private code masked, exactly as sent, despite later changes', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail, description: 'Two sacks' });
    const { id } = await loggedAs(receiverEmail, 'sent');
    await server.query("update shipments set description = 'Three sacks' where id = $1", [parcel.id]);
    const { sent, next } = await read(id);
    expect(sent?.subject).toMatch(/^(Coming to you: Two sacks from|Registered: Two sacks to) /);
    expect(sent?.text).toContain('is sending you a shipment: Two sacks.');
    expect(next?.text).toContain('is sending you a shipment: Three sacks.');
    expect(sent?.text).toContain('Receiver code: **** **** ****');
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as });
    expect(await read(id)).toMatchObject({ sent, next: null });
    const stored = await server.query('select sent_subject, sent_text from mails');
    for (const code of [parcel.senderCode, parcel.receiverCode])
      for (const written of [code, inGroupsOfFour(code).join(' ')])
        expect(JSON.stringify([sent, next, stored])).not.toContain(written);
  });

  it('masks links that work once, and creates none when read', async () => {
    const { email } = await server.person({ verified: false });
    await server.call('auth.forgotPassword', { email }, { address: server.newAddress() });
    const { id } = await loggedAs(email, 'sent');
    const token = /token=([\w-]+)/.exec((await sink.mail(to(email))).text ?? '')?.[1] ?? 'none';
    const tokens = () => server.query('select count(*)::int from one_time_tokens');
    const before = await tokens();
    const { sent, next } = await read(id);
    for (const mail of [sent, next]) expect(mail?.text).toContain('token=************');
    expect(JSON.stringify([sent, next])).not.toContain(token);
    expect(await tokens()).toEqual(before);
  });

  it('shows no email to a person who was deleted', async () => {
    const { id: userId, email } = await server.person();
    await server.call('mail.send', { receiver: email, subject: 'A subject', body: 'A body' }, { as });
    const { id } = await loggedAs(email, 'sent');
    expect((await read(id)).sent?.text).toContain('A body');
    await server.call('userAdmin.deleteUser', { id: userId }, { as });
    expect(await read(id)).toMatchObject({ state: 'sent', receiver: '', sent: null, next: null, resendable: false });
  });
});

describe('mail.resend', () => {
  it('delivers a failed email, with new attempts and the manager who resent it', async () => {
    sink.behave({ refuse: 554 });
    const receiver = await message();
    const { id } = await loggedAs(receiver, 'failed');
    sink.behave('accept');
    expect((await server.call('mail.resend', { id }, { as })).outcome).toBe('ok');
    const sent = await loggedAs(receiver, 'sent');
    expect([sent.id, sent.attempts, sent.lastError]).toEqual([id, 2, null]);
    expect(sink.mails.filter(to(receiver))).toHaveLength(1);
    const entries = await server.query(
      'select actor_id, procedure, before, after from audit_entries where entity_id = $1 order by id offset 1',
      [id],
    );
    expect(entries).toEqual([
      { actor_id: manager.id, procedure: 'mail.resend', before: { state: 'failed' }, after: { state: 'queued' } },
    ]);
  });

  it('of a sent email creates a new one, since the other side would discard a duplicate', async () => {
    const receiver = await message();
    const { id } = await loggedAs(receiver, 'sent');
    await server.call('mail.resend', { id }, { as });
    await until('it came twice', () => sink.mails.filter(to(receiver)).length === 2);
    expect(sink.mails.filter(to(receiver)).map(({ messageId }) => messageId)).toEqual([
      `<${id}@waybill.test>`,
      `<${id}.2@waybill.test>`,
    ]);
  });

  it('never overwrites that an email was sent, however the resend ends', async () => {
    const receiver = await message();
    const first = await loggedAs(receiver, 'sent');
    expect([first.resendable, first.resentAt]).toEqual([true, null]);
    await server.call('mail.resend', { id: first.id }, { as });
    const second = await until('it was sent again', async () => {
      const mail = await logged(receiver);
      return mail.resentAt !== null && mail;
    });
    expect([second.state, second.sentAt]).toEqual(['sent', first.sentAt]);
    sink.behave({ refuse: 550 });
    await server.call('mail.resend', { id: first.id }, { as });
    expect(await loggedAs(receiver, 'failed')).toMatchObject({ sentAt: first.sentAt, resentAt: second.resentAt });
    expect((await server.call('mail.getMail', { id: first.id }, { as })).data.sent?.text).toContain('It waits.');
  });

  it('leaves an old job nothing to send: only the latest delivery goes out', async () => {
    const receiver = 'sent-again@example.com';
    await idle.call('mail.send', { receiver, subject: 'Again', body: 'Body' }, asBoss);
    const mailId = await markSent(receiver);
    expect((await idle.call('mail.resend', { id: mailId }, asBoss)).outcome).toBe('ok');
    const sent: string[] = [];
    const transport = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => undefined };
    for (const number of [1, 2, 1]) await deliverMail(idle.services, transport, { mailId, number });
    expect(sent).toEqual([`${mailId}.2`]);
  });

  it('leaves the email as sent if its reason is gone at the next delivery', async () => {
    const { receiverEmail, parcel } = await billed();
    const id = await markSent(receiverEmail);
    expect((await idle.call('mail.resend', { id }, asBoss)).outcome).toBe('ok');
    await idle.call('shipmentAdmin.deleteShipment', { id: parcel.id }, asBoss);
    const transport = { send: () => Promise.reject(new Error('Nothing should be sent')), close: () => undefined };
    await deliverMail(idle.services, transport, { mailId: id, number: 2 });
    const { data } = await idle.call('mail.getMail', { id }, asBoss);
    expect(data).toMatchObject({ state: 'sent', sentAt: expect.any(String), resendable: false, next: null });
  });

  it('is not offered, and rejected, if the email could only be dropped', async () => {
    const { senderEmail, receiverEmail, parcel, payer, billId } = await billed();
    const unverified = await idle.signInAs('unverified');
    await idle.call('auth.requestVerification', undefined, { as: unverified });
    const offered = async (receiver: string) => {
      await markSent(receiver);
      const { data } = (await idle.call('mail.getMails', { page: { page: 1, q: receiver } }, asBoss)).data;
      expect(data).toHaveLength(1);
      return data[0];
    };
    for (const receiver of [senderEmail, receiverEmail, payer.email, unverified.email])
      expect((await offered(receiver))?.resendable).toBe(true);

    const corrected = updateInput(parcel.id, { senderEmail: 'corrected@example.com', receiverEmail });
    await idle.call('shipmentAdmin.updateShipment', corrected, asBoss);
    await idle.call('billAdmin.deleteBill', { id: billId }, asBoss);
    await idle.call('userAdmin.verifyUser', { id: unverified.id }, asBoss);
    for (const receiver of [senderEmail, payer.email, unverified.email]) {
      const mail = await offered(receiver);
      expect([mail?.kind, mail?.resendable]).toEqual([mail?.kind, false]);
      const answer = await idle.call('mail.resend', { id: mail?.id }, asBoss);
      expect([answer.outcome, answer.error.message]).toEqual(['CONFLICT', 'This email is no longer needed.']);
    }
    expect((await offered(receiverEmail))?.resendable).toBe(true);
    await idle.call('shipmentAdmin.deleteShipment', { id: parcel.id }, asBoss);
    expect((await offered(receiverEmail))?.resendable).toBe(false);
  });

  it('is no longer requested if the reason of a failed email is gone', async () => {
    const { senderEmail, receiverEmail, parcel, payer, billId, addBill } = await billed();
    await addBill();
    const friend = await idle.person();
    await idle.call('mail.send', { receiver: friend.email, subject: 'Hello', body: 'Hello' }, asBoss);
    const ours = [friend.email, payer.email, payer.email, receiverEmail, senderEmail];
    await idle.query("update mails set state = 'failed', last_error = 'No such user' where receiver = any($1)", [ours]);
    const failed = async () => {
      const { data } = (await idle.call('mail.getMails', { page: { page: 1, state: 'failed' } }, asBoss)).data;
      return data.map(({ receiver }) => receiver).filter((receiver) => ours.includes(receiver));
    };
    expect(await failed()).toEqual(ours);
    await idle.call('billAdmin.deleteBill', { id: billId }, asBoss);
    expect(await failed()).toEqual([friend.email, payer.email, receiverEmail, senderEmail]);
    const corrected = updateInput(parcel.id, { senderEmail: 'corrected@example.com', receiverEmail });
    await idle.call('shipmentAdmin.updateShipment', corrected, asBoss);
    expect(await failed()).toEqual([friend.email, payer.email, receiverEmail]);
    await idle.call('shipmentAdmin.deleteShipment', { id: parcel.id }, asBoss);
    expect(await failed()).toEqual([friend.email]);
    await idle.call('userAdmin.deleteUser', { id: friend.id }, asBoss);
    expect(await failed()).toEqual([]);
  });

  it('creates a new link for an email with one', async () => {
    const { email } = await server.person({ verified: false });
    await server.call('auth.forgotPassword', { email }, { address: server.newAddress() });
    const { id } = await loggedAs(email, 'sent');
    await server.call('mail.resend', { id }, { as });
    await until('it came twice', () => sink.mails.filter(to(email)).length === 2);
    const links = sink.mails.filter(to(email)).map(({ text = '' }) => /token=([\w-]+)/.exec(text)?.[1]);
    expect(new Set(links).size).toBe(2);
  });

  it('by ten at the same time sends once, and the others learn that it is on its way', async () => {
    const receiver = 'ten-times@example.com';
    await idle.call('mail.send', { receiver, subject: 'Ten times', body: 'Body' }, asBoss);
    const id = await markSent(receiver);
    const responses = await Promise.all(Array.from({ length: 10 }, () => idle.call('mail.resend', { id }, asBoss)));
    const said = responses.map((answer) => (answer.outcome === 'ok' ? 'ok' : answer.error.message));
    expect(said.toSorted()).toEqual([...Array(9).fill('This email is already on its way.'), 'ok']);
    const jobs = await idle.query("select data from pgboss.job where data->>'mailId' = $1", [id]);
    expect(jobs.map(({ data }) => data.number).toSorted()).toEqual([1, 2]);
  });

  it('returns an error for an unknown email, as reading it does', async () => {
    const answer = await server.call('mail.resend', { id: randomUUID() }, { as });
    expect([answer.outcome, answer.error.message]).toEqual(['NOT_FOUND', 'This email doesn’t exist.']);
    expect((await server.call('mail.getMail', { id: randomUUID() }, { as })).outcome).toBe('NOT_FOUND');
  });
});

describe('a server that is killed', () => {
  it('during the last attempt leaves an email that is then failed, and can be sent again', async () => {
    const database = await testDatabase();
    const environment = { SMTP_URL: sink.url };
    const killed = await testServer({ database, environment, mails: { ...QUICK, attempts: 1 } });
    const token = (await killed.signInAs('manager')).token;
    const receiver = 'cut-off@example.com';
    await killed.call('mail.send', { receiver, subject: 'Cut off', body: 'Body' }, { as: token });
    await killed.close();
    // Its job was begun long ago and never ended.
    await database.query(
      "update pgboss.job set state = 'active', started_on = now() - interval '1 hour' where name = 'mail'",
    );

    const working = await testServer({ worker: true, database, environment, mails: { ...QUICK, attempts: 1 } });
    const page = { page: 1, state: 'failed' };
    const lost = await until('the mail is known to have failed', async () => {
      const { data } = (await working.call('mail.getMails', { page }, { as: token })).data;
      return data[0];
    });
    expect(lost).toMatchObject({ receiver, state: 'failed', lastError: INTERRUPTED_ATTEMPT_MESSAGE });
    expect(sink.offered.filter(to(receiver))).toEqual([]);
    await working.call('mail.resend', { id: lost.id }, { as: token });
    await sink.mail(to(receiver));
  });

  it('in an earlier delivery does not affect a later one', async () => {
    const receiver = await message();
    const { id } = await loggedAs(receiver, 'sent');
    await server.call('mail.resend', { id }, { as });
    await until('it came twice', () => sink.mails.filter(to(receiver)).length === 2);
    await loggedAs(receiver, 'sent');
    const late = { mailId: id, number: 1 };
    await server.services.db.transaction(async (tx) => {
      await server.services.jobs.send(tx, 'mail', late);
      await server.services.jobs.send(tx, 'lost-mail', late);
    });
    await until('both jobs are done', async () => {
      const open = await server.query(
        "select 1 from pgboss.job where data->>'mailId' = $1 and state::text <> 'completed'",
        [id],
      );
      return open.length === 0;
    });
    expect((await logged(receiver)).state).toBe('sent');
    expect(sink.mails.filter(to(receiver))).toHaveLength(2);
  });
});
