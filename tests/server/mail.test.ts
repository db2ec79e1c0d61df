import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../server/base/config/env.ts';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { SMTP_LIMITS, smtpTransport } from '../../server/mail/letters/transport.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { issueStatement } from '../../server/statements/issue-statements.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { readPdf } from '../support/read-pdf.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { type DeliveredMail, startSmtpSink } from '../support/smtp-sink.ts';
import { type Parcel, PUBLIC_URL } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());
afterEach(() => sink.behave('accept'));

/** The production delivery with its waits taken out. */
const QUICK = { attempts: 4, retryDelaySeconds: 1, maxRetryDelaySeconds: 0, pollSeconds: 0.5 } satisfies MailDelivery;
const server = await testServer({
  worker: true,
  environment: { SMTP_URL: sink.url, STATEMENT_EMAILS: 'pdf' },
  mails: QUICK,
});

const stored = (parcel: Pick<Parcel, 'id'>) =>
  server.query<{ id: string; receiver: string; state: string; attempts: number; last_error: string | null }>(
    "select id, receiver, state, attempts, last_error from mails where about->>'shipmentId' = $1 order by id",
    [parcel.id],
  );
const states = async (parcel: Pick<Parcel, 'id'>) => (await stored(parcel)).map(({ state }) => state);
const settled = (parcel: Pick<Parcel, 'id'>, state: string) =>
  until(`both mails are ${state}`, async () => (await states(parcel)).every((one) => one === state));
const jobsAre = (parcel: Pick<Parcel, 'id'>, expected: string) =>
  until(`both jobs are ${expected}`, async () => {
    const ids = (await stored(parcel)).map(({ id }) => id);
    const jobs = await server.query(
      "select state::text from pgboss.job where name = 'mail' and data->>'mailId' = any($1)",
      [ids],
    );
    return jobs.length === 2 && jobs.every(({ state }) => state === expected);
  });
const to = (receiver: string) => (mail: DeliveredMail) => mail.receivers.includes(receiver);
const MAIL = { id: 'made', subject: 's', text: 't', html: 'h', isAutomatic: true };
const grouped = (code: string) => inGroupsOfFour(code).join(' ');

let number = 0;
/** Addresses that only this test's parcel bears. */
function addresses() {
  number += 1;
  return { senderEmail: `sender-${number}@example.com`, receiverEmail: `receiver-${number}@example.com` };
}

describe('shipment created', () => {
  it('gives each party only its own code, with the tracking ID and the link', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    for (const [address, own, other, name] of [
      [senderEmail, parcel.senderCode, parcel.receiverCode, 'Tomás Pereira'],
      [receiverEmail, parcel.receiverCode, parcel.senderCode, 'Elin Strand'],
    ] as const) {
      const mail = await sink.mail(to(address));
      expect(mail.receivers).toEqual([address]);
      expect(mail.to?.map((one) => one.address)).toEqual([address]);
      expect(mail.from?.address).toBe('no-reply@waybill.test');
      expect(mail.subject).toMatch(/^(Registered: .+ to Elin Strand|Coming to you: .+ from Tomás Pereira)$/);
      expect(mail.text).toMatch(/^(Registered|Coming to you)\n/);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain(`Hello ${name},`);
        expect(part).toContain(grouped(own));
        expect(part).toContain(grouped(parcel.trackingId));
        expect(part).toContain(`${PUBLIC_URL}/track/${parcel.trackingId}`);
        expect(part).not.toContain(grouped(other));
        expect(part).not.toContain(other);
      }
      for (const type of ['multipart/alternative', 'text/plain', 'text/html'])
        expect(mail.raw).toContain(`\nContent-Type: ${type}`);
      const [, code = ''] = /(?:Sender|Receiver) code: (.+)/.exec(mail.text ?? '') ?? [];
      expect((await server.call('shipment.verifyShipmentCode', { id: parcel.id, code })).outcome).toBe('ok');
    }
    await settled(parcel, 'sent');
    for (const mail of await stored(parcel)) expect(mail).toMatchObject({ attempts: 1, last_error: null });
  });

  it('escapes malicious text: nothing in it becomes markup', async () => {
    const hostile = `<script>alert(1)</script><img src=x onerror="alert(2)"> "quoted" 'single' &amp; ]]> {{7*7}}`;
    const { senderEmail, receiverEmail } = addresses();
    const words = { senderName: hostile, receiverName: hostile, description: hostile };
    await server.parcel({ senderEmail, receiverEmail, ...words });
    for (const address of [senderEmail, receiverEmail]) {
      const mail = await sink.mail(to(address));
      expect(mail.text).toContain(hostile);
      expect(mail.html).not.toMatch(/<script|<img|onerror="|"quoted"|'single'/);
      expect(mail.html).toContain(
        '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(2)&quot;&gt;',
      );
      expect(mail.html).toContain('&quot;quoted&quot; &#39;single&#39; &amp;amp; ]]&gt; {{7*7}}');
    }
  });

  it('has exactly our headers, with any site name', async () => {
    const transport = smtpTransport(sink.url, {
      environment: readEnvironment({ SITE_NAME: 'Way\r\nBcc: evil@example.com' }),
    });
    const subject = 'Shipment\r\nBcc: evil@example.com\r\n\r\nbody';
    await transport.send({ ...MAIL, to: 'one-line@example.com', subject });
    transport.close();
    const mail = await sink.mail(to('one-line@example.com'));
    expect(mail.receivers).toEqual(['one-line@example.com']);
    expect(mail.bcc).toBeUndefined();
    const ours = 'auto-submitted content-type date from message-id mime-version reply-to subject to';
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(ours.split(' '));
  });

  it('asks for no auto-reply, takes replies at support, and is one conversation with its shipment’s emails', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    const as = (await server.signInAs('manager')).token;
    await server.call('shipmentAdmin.updateShipment', { id: parcel.id, status: 'held' }, { as });
    const message = { receiver: receiverEmail, subject: 'About your parcel', body: 'It waits.' };
    await server.call('mail.send', message, { as });
    const headersOf = async (start: RegExp) => {
      const { subject, replyTo, references, inReplyTo, headers } = await sink.mail(
        (mail) => to(receiverEmail)(mail) && start.test(mail.text ?? ''),
      );
      const automatic = headers.find(({ key }) => key === 'auto-submitted')?.value;
      return { subject, replyTo: replyTo?.map(({ address }) => address), references, inReplyTo, automatic };
    };
    const conversation = `<shipment-${parcel.id}@waybill.test>`;
    const ofShipment = {
      replyTo: ['support@waybill.test'],
      references: conversation,
      inReplyTo: conversation,
      automatic: 'auto-generated',
    };
    const subjects = ['Coming to you', 'Held in our warehouse'].map(
      (what) => `${what}: Ceramic kiln parts, 2 cartons from Tomás Pereira`,
    );
    expect(await headersOf(/^Coming to you/)).toEqual({ ...ofShipment, subject: subjects[0] });
    expect(await headersOf(/^Held/)).toEqual({ ...ofShipment, subject: subjects[1] });
    expect(await headersOf(/^It waits/)).toEqual({
      subject: 'About your parcel',
      replyTo: ['support@waybill.test'],
    });
  });

  it('goes to one address only, even if that looks like several', async () => {
    const transport = smtpTransport(sink.url, { environment: readEnvironment({}) });
    const hostile = [
      'first@example.com, second@example.com',
      'first@example.com\r\nRCPT TO:<second@example.com>',
      '<first@example.com> <second@example.com>',
      'first@example.com>\r\nDATA\r\nBcc: second@example.com',
    ];
    const mail = { ...MAIL, id: 'one-address' };
    for (const to of hostile) await transport.send({ ...mail, to }).catch(() => undefined);
    await transport.send({ ...mail, to: 'plain@example.com' });
    transport.close();
    const offered = sink.offered.filter(({ messageId }) => messageId?.startsWith('<one-address@'));
    expect(offered.at(-1)?.receivers).toEqual(['plain@example.com']);
    for (const { receivers, bcc, cc, headers } of offered) {
      expect(receivers).toHaveLength(1);
      expect(receivers).not.toContain('second@example.com');
      expect([bcc, cc]).toEqual([undefined, undefined]);
      expect(headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });
});

describe('a mail server that rejects emails', () => {
  it.each([
    ['says later', { refuse: 451 }],
    ['dies after the data', 'die after data'],
  ] as const)(
    'and %s, then takes them: each is delivered, every time under the same Message-ID',
    async (_, behaviour) => {
      sink.behave(behaviour);
      const { senderEmail, receiverEmail } = addresses();
      const parcel = await server.parcel({ senderEmail, receiverEmail });
      await until('both were offered', () =>
        [senderEmail, receiverEmail].every((address) => sink.offered.some(to(address))),
      );
      await until('both attempts were noted', async () =>
        (await stored(parcel)).every(({ attempts }) => attempts >= 1),
      );
      expect(await states(parcel)).toEqual(['queued', 'queued']);
      for (const { last_error } of await stored(parcel)) expect(last_error).toEqual(expect.any(String));
      expect(sink.mails.some(to(senderEmail))).toBe(false);

      sink.behave('accept');
      await settled(parcel, 'sent');
      for (const { id, receiver, attempts, last_error } of await stored(parcel)) {
        const offered = sink.offered.filter(to(receiver));
        expect(new Set(offered.map(({ messageId }) => messageId))).toEqual(new Set([`<${id}@waybill.test>`]));
        expect(sink.mails.filter(to(receiver))).toHaveLength(1);
        expect(attempts).toBe(offered.length);
        expect(attempts).toBeGreaterThan(1);
        expect(last_error).toBeNull();
      }
    },
  );

  it('for good: after the last attempt the email is failed, and says how often and why', async () => {
    sink.behave({ refuse: 450 });
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    await settled(parcel, 'failed');
    for (const { receiver, attempts, last_error } of await stored(parcel)) {
      expect(attempts).toBe(QUICK.attempts);
      expect(last_error).toContain('450');
      expect(sink.offered.filter(to(receiver))).toHaveLength(QUICK.attempts);
    }
    await jobsAre(parcel, 'failed');
  });

  it.each([
    ['the receiver', { refuse: 550, at: 'RCPT TO' }],
    ['the message', { refuse: 554 }],
  ] as const)('and says no to %s: the mail has failed at once, and says why', async (_, behaviour) => {
    sink.behave(behaviour);
    const parcel = await server.parcel(addresses());
    await settled(parcel, 'failed');
    for (const { attempts, last_error } of await stored(parcel)) {
      expect(attempts).toBe(1);
      expect(last_error).toContain(`The mail server replied: ${behaviour.refuse} The sink refuses`);
    }
    await jobsAre(parcel, 'completed');
  });

  it.each([
    ['the connection', { refuse: 554, at: 'CONN' }],
    ['our sign-in', { refuse: 535, at: 'AUTH' }],
    ['us as the sender', { refuse: 550, at: 'MAIL FROM' }],
    ['the receiver because we have not signed in', { refuse: 530, at: 'RCPT TO' }],
    ['the receiver for now', { refuse: 450, at: 'RCPT TO' }],
  ] as const)('and rejects %s is tried again, and gets the email once that is fixed', async (_, behaviour) => {
    const own = await startSmtpSink();
    own.behave(behaviour);
    const environment = { SMTP_URL: own.url.replace('//', '//waybill:secret@') };
    const working = await testServer({ worker: true, environment, mails: { ...QUICK, attempts: 100 } });
    try {
      await working.parcel(addresses());
      const state = () => working.query('select state, attempts, last_error from mails');
      await until('both were tried twice', async () => (await state()).every(({ attempts }) => attempts >= 2));
      for (const mail of await state()) expect(mail).toMatchObject({ state: 'queued', last_error: expect.any(String) });
      own.behave('accept');
      await until('both are sent', async () => (await state()).every((mail) => mail.state === 'sent'));
      expect(own.mails).toHaveLength(2);
    } finally {
      await working.close();
      await own.stop();
    }
  });

  it.each([
    ['after the data', 'socketTimeout', true],
    ['before it has said a word', 'greetingTimeout', false],
  ] as const)('and hangs %s costs one attempt and no more: it is given up after a while', async (_, limit, speaks) => {
    const hanging = await startSmtpSink();
    hanging.behave('hang');
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = speaks ? hanging.url : `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const transport = smtpTransport(url, { environment: readEnvironment({}) }, { ...SMTP_LIMITS, [limit]: 300 });
    await expect(transport.send({ ...MAIL, to: 'hang@example.com' })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    transport.close();
    silent.close();
    await hanging.stop();
  });

  it('is given up before the queue assumes the job is lost, however slow each step is', async () => {
    const [queue] = await server.query("select expire_seconds from pgboss.queue where name = 'mail'");
    const { connectionTimeout, greetingTimeout, socketTimeout } = SMTP_LIMITS;
    const signIn = ['EHLO', 'STARTTLS', 'EHLO again', 'AUTH LOGIN', 'the user', 'the password'];
    const steps = [...signIn, 'MAIL FROM', 'RCPT TO', 'DATA', 'the end of the text'];
    const longest = connectionTimeout + greetingTimeout + steps.length * socketTimeout;
    expect(longest / 1000).toBeLessThan(queue?.expire_seconds);
  });
});

it('a password reset waits for none of 500 emails that the mail server is slow to take', async () => {
  const slow = await startSmtpSink();
  slow.behave('hang');
  const own = await testServer({
    worker: true,
    environment: { SMTP_URL: slow.url, EMAILS_A_DAY: '1000' },
    mails: QUICK,
  });
  try {
    const person = await own.person();
    const { id: shipmentId } = await own.parcel({ receiverEmail: 'busy@example.com' });
    const about = { shipmentId, party: 'receiver' as const };
    const mail = { kind: 'shipment-created' as const, receiver: 'busy@example.com', about };
    await own.inUnit((unit) => unit.mails(Array.from({ length: 500 }, () => mail)));
    await until('some are being sent', () => slow.offered.length > 0);
    await own.call('auth.forgotPassword', { email: person.email });
    await until('the reset is offered', () => slow.offered.some(to(person.email)));
    expect(slow.offered.length).toBeLessThan(20);
  } finally {
    await slow.stop();
    await own.close();
  }
});

describe('emails about a parcel', () => {
  const setStatus = (id: string, status: 'shipped' | 'delivery' | 'delivered') =>
    server.inUnit((unit) => updateShipment(unit, { id, status }));
  const headerOf = ({ headers }: DeliveredMail, name: string) => headers.find(({ key }) => key === name)?.value;
  const kindsTo = async (receiver: string) =>
    (
      await server.query<{ kind: string; status: string | null }>(
        "select kind, about->>'status' as status from mails where receiver = $1 order by id",
        [receiver],
      )
    ).map(({ kind, status }) => status ?? kind);
  const press = (link: string, method: 'GET' | 'POST' = 'POST') =>
    server.request({
      method,
      url: link.replace(PUBLIC_URL, ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
      remoteAddress: server.newAddress(),
    });

  it('lead to the choice of messages, with the reader’s code', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const parcel = await server.parcel({ senderEmail, receiverEmail });
    const mail = await sink.mail(to(receiverEmail));
    const link = `${PUBLIC_URL}/track/${parcel.trackingId}?view=messages#code=${parcel.receiverCode}`;
    expect(mail.text).toContain(`Choose your messages: ${link}`);
    expect(mail.html).toContain(`href="${link}"`);
    expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined();
  });

  it('end with one tap, twice too, and only for its reader', async () => {
    const { senderEmail, receiverEmail } = addresses();
    const { id, trackingId } = await server.parcel({ senderEmail, receiverEmail });
    await setStatus(id, 'shipped');
    const mail = await sink.mail((one) => to(receiverEmail)(one) && !!one.subject?.startsWith('Shipped'));
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
    const scanned = await press(link, 'GET');
    expect([scanned.statusCode, scanned.headers.location]).toEqual([302, `/track/${trackingId}?view=messages`]);
    expect((await press(link.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A')))).statusCode).toBe(404);
    await setStatus(id, 'delivery');
    expect((await press(link)).statusCode).toBe(200);
    expect((await press(link)).statusCode).toBe(200);
    await setStatus(id, 'delivered');
    expect(await kindsTo(receiverEmail)).toEqual(['shipment-created', 'shipped', 'delivery']);
    expect(await kindsTo(senderEmail)).toEqual(['shipment-created', 'shipped', 'delivery', 'delivered']);
  });

  it('are ended by nobody whose address was corrected since', async () => {
    const { receiverEmail } = addresses();
    const { id } = await server.parcel({ receiverEmail });
    await setStatus(id, 'shipped');
    const mail = await sink.mail((one) => to(receiverEmail)(one) && !!one.subject?.startsWith('Shipped'));
    const [, link = ''] = /^<(.+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
    await server.query("update shipments set receiver_email = 'corrected@example.com' where id = $1", [id]);
    expect((await press(link)).statusCode).toBe(200);
    await setStatus(id, 'delivery');
    expect(await kindsTo('corrected@example.com')).toEqual(['delivery']);
  });
});

describe('restarting', () => {
  it('a server loses no email: what was queued before is sent afterwards, once', async () => {
    const database = await testDatabase();
    const own = await startSmtpSink();
    const environment = { SMTP_URL: own.url };
    try {
      // One that only enqueues, and one whose mail server rejects: both kinds of waiting email.
      const first = await testServer({ database, environment, mails: QUICK });
      const early = await first.parcel({ senderEmail: 'early@example.com', receiverEmail: 'early-2@example.com' });
      await first.close();
      expect(own.offered).toEqual([]);

      own.behave({ refuse: 421 });
      const second = await testServer({ worker: true, database, environment, mails: { ...QUICK, attempts: 100 } });
      await until('the second server tried', () => own.offered.some(to('early@example.com')));
      await second.close();
      expect(own.mails).toEqual([]);

      own.behave('accept');
      const third = await testServer({ worker: true, database, environment, mails: QUICK });
      const sent = () =>
        database.query("select state from mails where about->>'shipmentId' = $1 and state = 'sent'", [early.id]);
      await until('both mails are sent', async () => (await sent()).length === 2);
      await third.close();
      expect(own.mails.map(({ receivers }) => receivers[0]).toSorted()).toEqual([
        'early-2@example.com',
        'early@example.com',
      ]);
    } finally {
      await own.stop();
    }
  });

  it('sends the backlog without a break, and waits only if there is nothing to send', async () => {
    const database = await testDatabase();
    const environment = { SMTP_URL: sink.url };
    const idle = await testServer({ database, environment });
    for (let index = 0; index < 12; index += 1)
      await idle.parcel({ senderEmail: `pile-${index}-a@example.com`, receiverEmail: `pile-${index}-b@example.com` });
    await idle.close();
    // Production looks again after half a minute, and the test would not wait for that.
    const working = await testServer({ worker: true, database, environment });
    await until('all of them are sent', async () => {
      const mails = await working.query("select 1 from mails where state = 'sent'");
      return mails.length === 24;
    });
    expect(sink.mails.filter(({ receivers }) => receivers[0]?.startsWith('pile-'))).toHaveLength(24);
  });

  it('with other waits between attempts applies them to the existing queue', async () => {
    const database = await testDatabase();
    const limits = () =>
      database.query("select retry_limit, retry_delay, retry_delay_max from pgboss.queue where name = 'mail'");
    const mails = { attempts: 3, retryDelaySeconds: 7, maxRetryDelaySeconds: 70 };
    await (await testServer({ database, mails })).close();
    expect(await limits()).toEqual([{ retry_limit: 2, retry_delay: 7, retry_delay_max: 70 }]);
    await (await testServer({ database })).close();
    expect(await limits()).toEqual([{ retry_limit: 15, retry_delay: 30, retry_delay_max: 3600 }]);
    // The same settings write to no queue.
    const versions = () => database.query('select name, xmin::text from pgboss.queue order by name');
    const before = await versions();
    expect(before).toHaveLength(16);
    await (await testServer({ database })).close();
    expect(await versions()).toEqual(before);
  });
});

describe('without a mail server', () => {
  it('emails are kept in the development mailbox, for this machine only', async () => {
    const local = await testServer({ worker: true, mails: QUICK });
    const { trackingId } = await local.parcel({ senderEmail: 'box@example.com', senderName: '<b>Hostile</b>' });
    const ask = (url: string, remoteAddress: string, headers = {}) => local.request({ url, remoteAddress, headers });
    const page = await until('the mail is in the box', async () => {
      const { body } = await ask('/dev/mailbox', '127.0.0.1');
      return body.includes('box@example.com') && body;
    });
    expect(page).not.toContain('<b>Hostile');
    expect(page).toMatch(new RegExp(`<a href="${PUBLIC_URL}/track/${trackingId}#code=[0-9A-Z-]+">`));
    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await ask(url, '::1')).statusCode).toBe(200);
      expect((await ask(url, '::ffff:127.0.0.1')).statusCode).toBe(200);
      expect((await ask(url, '192.0.2.1')).statusCode).toBe(404);
      expect((await ask(url, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    }
  });

  it('there is no mailbox if there is a mail server', async () => {
    const { statusCode } = await server.request({ url: '/dev/mailbox', remoteAddress: '127.0.0.1' });
    expect(statusCode).toBe(404);
  });
});

describe('a return', () => {
  const { newShop, newRate, ask } = shops(server);

  beforeAll(() => newRate({ returnFeeCents: 450n }));

  async function returnedParcel(letters = '') {
    const shop = await newShop();
    await server.query("update users set address = 'Kaj 1', city = 'Göteborg' where id = $1", [shop.id]);
    const email = `${randomUUID()}@example.com`;
    const receiver = { name: `Elin Strand${letters}`, email, phone: '+46 31 555 0192' };
    const sent = await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ receiver }) });
    const made = await ask(shop.key, '/v1/returns', { method: 'POST', payload: { shipment: sent.body.id } });
    return { email, shop, id: String(sent.body.id), trackingId: String(made.body.tracking_id) };
  }

  it('brings its sender the label to print, and a link to the code for the phone', async () => {
    const { email, trackingId } = await returnedParcel();
    const mail = await sink.mail(
      ({ receivers, text }) => receivers.includes(email) && !!text?.includes('Return created'),
    );
    expect(mail.text).toMatch(/Your return to Harbour Books has been created.*Print the attached label.*No printer\?/s);
    expect(mail.text).toMatch(
      new RegExp(`Show the code: http://waybill.test/track/${trackingId}\\?view=code#code=\\w+`),
    );
    const [label] = mail.attachments;
    expect([label?.filename, label?.mimeType]).toEqual([`labels-${trackingId}.pdf`, 'application/pdf']);
    const { value: page } = await readPdf(Buffer.from(label?.content as ArrayBuffer)).next();
    expect(page?.text).toContain(grouped(trackingId));
  });

  it('is sent without a label that no font can draw', async () => {
    const { email } = await returnedParcel(' \u{1200}');
    const mail = await sink.mail(
      ({ receivers, text }) => receivers.includes(email) && !!text?.includes('Return created'),
    );
    expect([mail.attachments, mail.text]).toEqual([[], expect.stringContaining('You need no label.')]);
  });

  it('is asked for, and declined with the reason, in emails to the one who waits', async () => {
    const { shop, id, email, trackingId } = await returnedParcel();
    // What has not come back can be asked for again.
    await server.query("update shipments set status = 'cancelled' where tracking_id = $1", [trackingId]);
    const rules = { mode: 'ask', days: 14, payer: 'shop', perShipment: 2 };
    await server.call('shipper.saveReturns', rules, { as: shop });
    const receiver = await server.signedIn();
    await server.query("update shipments set status = 'delivered', receiver_id = $2 where id = $1", [id, receiver.id]);
    await server.query(
      `insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
       values (gen_random_uuid(), $1, 'delivered', 'status', '', '', now())`,
      [id],
    );
    expect((await server.call('shipment.requestReturn', { id }, { as: receiver })).outcome).toBe('ok');
    const question = await sink.mail((mail) => to(shop.email)(mail) && !!mail.subject?.includes('return'));
    expect([question.subject, question.text]).toEqual([
      'Elin Strand wants to return a shipment',
      expect.stringContaining('wants to send this back: Two books.'),
    ]);
    const [asked] = (await server.call('shipper.getReturns', undefined, { as: shop })).data.asked;
    const no = { id: asked?.id, accept: false, reason: 'Worn.' };
    expect((await server.call('shipper.decideReturn', no, { as: shop })).outcome).toBe('ok');
    const answer = await sink.mail(({ receivers, text }) => receivers.includes(email) && !!text?.includes('declined'));
    expect(answer.text).toMatch(/Harbour Books has declined the return of this shipment: Two books.*Reason: Worn\./s);
  });
});

it('sends a statement with its PDF to its shop', async () => {
  const { id: userId, email } = await server.signedIn({ roles: ['shipper'] });
  const fee = {
    type: 'fee',
    status: 'successful',
    purpose: 'shipping',
    amountCents: 590n,
    summary: 'Shipment W1',
  } as const;
  await server.inUnit((unit) => postTransaction(unit, { userId, ...fee }));
  await server.inUnit((unit) => issueStatement(unit, userId, shiftDay(dayIn('UTC', new Date()), 2)));
  const mail = await sink.mail(to(email));
  const [file, ...more] = mail.attachments;
  expect([file?.filename, file?.mimeType, more]).toEqual([
    expect.stringMatching(/^statement-\d{4}-0001\.pdf$/),
    'application/pdf',
    [],
  ]);
  const { value: page } = await readPdf(Buffer.from(file?.content as ArrayBuffer)).next();
  for (const words of ['Shipment W1', 'You owe $5.90', email]) expect(page?.text).toContain(words);
  expect(mail.subject).toContain('0001');
});
