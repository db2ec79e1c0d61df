import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { deliverSms, endOfQuiet, timeZoneOf } from '../../server/messages/deliver-sms.ts';
import { emptyTextsOf, setStopped } from '../../server/messages/store/sms.ts';
import { readSigned } from '../../server/messages/texts/gateway.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { wallClockIn } from '../../src/domain/dates.ts';
import { formatDigits, type Handover } from '../../src/domain/handover.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import { ACCOUNT, type Behaviour, signTwilio, startSmsGateway, TOKEN } from '../support/sms-gateway.ts';
import { type Parcel, type Person, PUBLIC_URL } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const gateway = await startSmsGateway();
afterAll(() => gateway.close());

const QUICK = { attempts: 16, retryDelaySeconds: 1, maxRetryDelaySeconds: 1, pollSeconds: 0.5 } satisfies MailDelivery;
const SETTINGS = { ...gateway.settings, SMS_EVENTS: 'out,missed,ready,code' };
const server = await testServer({ worker: true, environment: SETTINGS, mails: QUICK });

const newPhone = () => `070-${String(randomInt(10_000_000)).padStart(7, '0')}`;
const dialed = (phone: string) => `+46${phone.replace(/\D/g, '').slice(1)}`;
const parcelFor = (details: object = {}) =>
  server.parcel({ receiverCountry: 'Sweden', receiverPhone: newPhone(), shipTo: 'Kaj 1, 411 04 Göteborg', ...details });
const setStatus = (parcel: Pick<Parcel, 'id'>, status: ShipmentStatus) =>
  server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status }));
const textsOf = ({ id }: Pick<Parcel, 'id'>) =>
  server.query<{
    id: string;
    state: string;
    number: string;
    event: string;
    attempts: number;
    last_error: string | null;
  }>('select * from sms where shipment_id = $1 order by created_at', [id]);
const takenBy = (phone: string) => gateway.taken.filter(({ to }) => to === dialed(phone));
const ended = (parcel: Pick<Parcel, 'id'>, state: string) =>
  until(`the text is ${state}`, async () => {
    const [row] = await textsOf(parcel);
    return row?.state === state && row;
  });

/** A parcel that went out, and the text about it; the gateway behaves as asked. */
async function out(behaviours: Behaviour[] = [], state = 'sent', details: object = {}) {
  gateway.next = behaviours;
  const phone = newPhone();
  const parcel = await parcelFor({ receiverPhone: phone, ...details });
  await setStatus(parcel, 'delivery');
  return { parcel, phone, row: await ended(parcel, state) };
}

async function report(id: string, fields: Record<string, string>, signature?: string) {
  const url = `/v1/sms/reports/${id}`;
  const { statusCode } = await server.request({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? signTwilio(PUBLIC_URL + url, fields),
    },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: server.newAddress(),
  });
  return statusCode;
}

describe('a text', () => {
  it('says what happens in one part, without a name or address, once', async () => {
    const { parcel, phone, row } = await out();
    expect(row).toMatchObject({ number: dialed(phone), event: 'out', attempts: 1, segments: 1, cost_micros: '50000' });
    const [text] = takenBy(phone);
    expect(text?.text).toMatch(
      /^Waybill: Your parcel from Tomas Pereira is out for delivery today\. http:\/\/waybill\.test\/s\/[0-9A-Z]{8} Reply STOP to end texts\.$/,
    );
    expect(text?.callback).toBe(`${PUBLIC_URL}/v1/sms/reports/${row.id}`);
    for (const status of ['held', 'delivery', 'delivered', 'delivery'] as const) await setStatus(parcel, status);
    await until('both were looked at', async () => (await textsOf(parcel)).every(({ state }) => state !== 'queued'));
    expect(
      takenBy(phone)
        .map(({ text: said }) => said.slice(9, 62))
        .filter((said) => said.includes('out for')),
    ).toHaveLength(1);
  });

  it.each([
    ['Harbour Books', 'Your parcel from Harbour Books is'],
    ['Šárka’s', "Your parcel from Sarka's is"],
    ['Почта', 'Your parcel is'],
    ['pay.at/now', 'Your parcel is'],
  ])('names the sender %s only where that costs no more and is no link', async (senderName, words) => {
    const { phone, row } = await out([], 'sent', { senderName });
    expect(takenBy(phone)[0]?.text).toContain(`Waybill: ${words} out for delivery today. http`);
    expect(row).toMatchObject({ segments: 1 });
  });

  it('names the amount to pay, if that fits into one part', async () => {
    const shop = await server.signedIn({ roles: ['shipper'] });
    const as = { as: await server.signInAs('manager') };
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 2_000 }, as);
    const cod = { cod: 1_250, senderEmail: shop.email };
    const { phone, row, parcel } = await out([], 'sent', cod);
    expect(takenBy(phone)[0]?.text).toMatch(
      /^Waybill: Your parcel from Tomas Pereira is out for delivery today\. To pay: 1250\.00 USD\. http:\S+ Reply STOP to end texts\.$/,
    );
    expect(row).toMatchObject({ segments: 1 });
    await setStatus(parcel, 'held');
    const at = await until('it is ready', async () => takenBy(phone)[1]?.text);
    expect(at).toContain('Your parcel from Tomas Pereira is at our depot. To pay: 1250.00 USD. http');
    const { services } = server;
    const brand = { ...services.brand, site: { ...services.brand.site, name: 'Б'.repeat(8) } };
    const id = randomUUID();
    await server.query(
      "insert into sms (id, shipment_id, event, number, day, undoable) values ($1, $2, 'ready', $3, '2026-01-01', '{}')",
      [id, parcel.id, dialed(phone)],
    );
    await deliverSms({ ...services, brand }, { smsId: id });
    expect(takenBy(phone)[2]?.text).toMatch(/Your parcel is at our depot\. http/);
  });

  it.each([
    ['consignee_refused', /The sender decides until \w+ \d+ \w+ what happens to it\./],
    ['couldnt_pay', /We may try again today\. If not, we'll try on another day\./],
    ['consignee_not_home', /We may try again today\. If not, we'll try on another day\./],
    ['carrier_parcel_lost', /It's missing, and we're looking for it\./],
  ])('says in one part what happens next after a visit that failed as %s', async (reason, says) => {
    const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, await server.signInAs('manager'));
    const [courier, receiverPhone] = [await newCourier(), newPhone()];
    await releasedRun(courier, [{ receiverCountry: 'Sweden', receiverPhone }]);
    const [task] = (await loadAndStart(courier)).tasks;
    await visit(courier, task, { result: 'failed', reason });
    const text = () => takenBy(receiverPhone).find(({ text: said }) => said.includes('not delivered'))?.text;
    const said = await until('the text is sent', async () => text());
    expect(said).toMatch(/^Waybill: Your parcel from Tomas Pereira was not delivered\. /);
    expect(said).toMatch(says);
    expect(said).toMatch(/\/s\/[0-9A-Z]{8}/);
    expect(said.length).toBeLessThanOrEqual(160);
  });

  it('is not sent for what the brand left out, nor to a number of no known country', async () => {
    const parcel = await parcelFor();
    const abroad = await parcelFor({ receiverCountry: '' });
    await setStatus(parcel, 'shipped');
    await setStatus(abroad, 'delivery');
    expect([...(await textsOf(parcel)), ...(await textsOf(abroad))]).toEqual([]);
  });

  it('is not sent to who turned it off for the parcel', async () => {
    const parcel = await parcelFor();
    const grant = await receiverGrant(parcel);
    const choices = { mail: ['out'], sms: ['ready'], push: [] };
    const input = { trackingId: parcel.trackingId, choices };
    expect((await server.call('message.saveChoices', input)).outcome).toBe('FORBIDDEN');
    expect((await server.call('message.saveChoices', input, { headers: { 'x-shipment-grant': grant } })).outcome).toBe(
      'ok',
    );
    await setStatus(parcel, 'delivery');
    expect(await textsOf(parcel)).toEqual([]);
    await setStatus(parcel, 'held');
    expect(await ended(parcel, 'sent')).toMatchObject({ event: 'ready' });
  });

  it('is dropped once its parcel has moved on, or the number is another', async () => {
    const parcel = await parcelFor();
    const row = async (event: string, number: string) => {
      const id = randomUUID();
      await server.query(
        "insert into sms (id, shipment_id, event, number, day, undoable) values ($1, $2, $3, $4, '2026-01-01', '{}')",
        [id, parcel.id, event, number],
      );
      await deliverSms(server.services, { smsId: id });
      return (await server.query<{ state: string }>('select state from sms where id = $1', [id]))[0]?.state;
    };
    const [{ receiver_phone: phone = '' } = {}] = await server.query<{ receiver_phone: string }>(
      'select receiver_phone from shipments where id = $1',
      [parcel.id],
    );
    expect(await row('out', dialed(phone))).toBe('dropped');
    await server.query("update shipments set status = 'delivery' where id = $1", [parcel.id]);
    // It is on no run, and so has no code.
    expect(await row('code', dialed(phone))).toBe('dropped');
    await server.query("update shipments set status = 'held' where id = $1", [parcel.id]);
    expect(await row('ready', '+4670999')).toBe('dropped');
    expect(await row('ready', dialed(phone))).toBe('sent');
  });
});

const receiverGrant = async (parcel: Pick<Parcel, 'id'>) => {
  const [row] = await server.query<{ receiver_code: Buffer }>('select receiver_code from shipments where id = $1', [
    parcel.id,
  ]);
  return server.services.secrets.signGrant(parcel.id, row?.receiver_code ?? Buffer.alloc(0), Date.now() + 60_000);
};

describe('a gateway that', () => {
  it.each<[string, Behaviour]>([
    ['takes a text and cuts the connection', 'take and cut'],
    ['takes a text and fails', 'take and fail'],
  ])('%s may have sent it: it is unknown, and not sent again', async (_, behaviour) => {
    const { parcel, phone } = await out([behaviour], 'unknown');
    const [row] = await textsOf(parcel);
    await deliverSms(server.services, { smsId: row?.id ?? '' });
    expect(takenBy(phone)).toHaveLength(1);
    // Its report says what became of it.
    const { sid = '' } = takenBy(phone)[0] ?? {};
    expect(await report(row?.id ?? '', { MessageSid: sid, MessageStatus: 'delivered' })).toBe(204);
    expect(await ended(parcel, 'delivered')).toMatchObject({ last_error: null });
  });

  it('is busy or away is asked again', async () => {
    const { phone, row } = await out(['busy', 'away']);
    expect(row.attempts).toBe(3);
    expect(takenBy(phone)).toHaveLength(1);
  });

  it('refuses a number is not asked again', async () => {
    const { phone, row } = await out(['refuse'], 'failed');
    expect(row).toMatchObject({ attempts: 1, last_error: 'The gateway answered 400: Not a mobile number.' });
    expect(takenBy(phone)).toEqual([]);
  });

  it('was waited for by a server that ended: unknown', async () => {
    const { phone, row } = await out();
    await server.query("update sms set state = 'sending' where id = $1", [row.id]);
    await deliverSms(server.services, { smsId: row.id });
    const [now] = await server.query('select state, last_error from sms where id = $1', [row.id]);
    expect(now).toEqual({ state: 'unknown', last_error: 'The server ended before the gateway answered.' });
    expect(takenBy(phone)).toHaveLength(1);
  });
});

describe('a report', () => {
  it('counts only with its signature, and never takes a delivery back', async () => {
    const { parcel, row } = await out();
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    const other = signTwilio(`${PUBLIC_URL}/v1/sms/reports/${randomUUID()}`, fields);
    for (const signature of ['', 'AAAA', other]) expect(await report(row.id, fields, signature)).toBe(403);
    expect((await textsOf(parcel))[0]?.state).toBe('sent');
    for (const MessageStatus of ['delivered', 'delivered', 'sent', 'failed', '__proto__'])
      expect(await report(row.id, { ...fields, MessageStatus })).toBe(204);
    expect((await textsOf(parcel))[0]?.state).toBe('delivered');
    expect(await report('nobody', fields)).toBe(204);
  });

  it('without a price keeps what was known of it', async () => {
    const { parcel, row } = await out();
    const costOf = async () =>
      (await server.query('select cost_micros from sms where shipment_id = $1', [parcel.id]))[0];
    const known = await costOf();
    expect(known).not.toEqual({ cost_micros: '0' });
    for (const price of ['', ' ', 'null'])
      expect(await report(row.id, { MessageStatus: 'delivered', price })).toBe(204);
    expect(await costOf()).toEqual(known);
    await report(row.id, { MessageStatus: 'delivered', price: '-0.03' });
    expect(await costOf()).toEqual({ cost_micros: '30000' });
    await report(row.id, { MessageStatus: 'delivered', price: '-0.05' });
  });

  it('is signed as the gateway documents it', () => {
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    };
    const settings = {
      SMS_KIND: 'twilio',
      SMS_TOKEN: `${ACCOUNT}:${TOKEN}`,
      PUBLIC_URL: 'https://mycompany.com',
    } as const;
    const message = { path: '/myapp.php?foo=1&bar=2', body: new URLSearchParams(fields).toString() };
    expect(readSigned(settings, { ...message, signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' })).toEqual(fields);
    expect(readSigned(settings, { ...message, signature: '0/KCTR6DLpKmkAf8muzZqo1nDgP=' })).toBeNull();
  });
});

async function sayFrom(phone: string, Body: string): Promise<string> {
  const fields = { From: dialed(phone), To: '+46700000000', Body, MessageSid: 'SM9' };
  const answer = await server.request({
    method: 'POST',
    url: '/v1/sms/inbound',
    headers: { 'x-twilio-signature': signTwilio(`${PUBLIC_URL}/v1/sms/inbound`, fields) },
    payload: new URLSearchParams(fields).toString(),
  });
  return answer.body;
}

it('a STOP is answered once in a day', async () => {
  const { phone } = await out();
  expect(await sayFrom(phone, 'Stop please')).toContain('You get no more texts from us.');
  expect(await sayFrom(phone, 'STOP')).toContain('<Response></Response>');
  await server.query("update sms_stops set created_at = now() - interval '25 hours'");
  expect(await sayFrom(phone, 'STOP')).toContain('You get no more texts from us.');
});

it('what nobody understands is on Mail with its words, until the person is erased', async () => {
  const { phone, parcel } = await out();
  expect(await sayFrom(phone, 'When will you\0 stop here?\n')).toContain('<Response></Response>');
  await sayFrom(phone, `Hello? ${'a'.repeat(2000)}`);
  const manager = await server.signInAs('manager');
  const { data } = await server.call('mail.getSms', undefined, { as: manager });
  const listed = data.problems.find(({ trackingId }) => trackingId === parcel.trackingId);
  expect(listed).toMatchObject({
    state: 'sent',
    reply: expect.stringMatching(/^When will you stop here\? \/ Hello\? a+$/),
  });
  expect(listed?.reply).toHaveLength(500);
  // Nobody else’s words are kept.
  await sayFrom(newPhone(), 'When will you stop here?');
  expect(await server.query("select id from sms where reply like 'When%'")).toHaveLength(1);
  await server.inUnit((unit) => emptyTextsOf(unit.tx, [parcel.id]));
  expect(await server.query('select id from sms where reply is not null')).toEqual([]);
});

it('STOP ends texts to a number, START brings them back, and both are answered', async () => {
  const { phone } = await out();
  const say = (Body: string) => sayFrom(phone, Body);
  const again = async (state: string) => {
    const parcel = await parcelFor({ receiverPhone: phone, shipTo: `${state} 1, 411 04 Göteborg` });
    await setStatus(parcel, 'delivery');
    return ended(parcel, state);
  };
  expect(await say('Thanks!')).toContain('<Response></Response>');
  expect(await say(' Stop. ')).toContain('<Message>Waybill: You get no more texts from us.');
  await again('dropped');
  expect(await say('start')).toContain('You get texts about your parcels again.');
  expect(await say('START')).toContain('<Response></Response>');
  await again('sent');
  expect(takenBy(phone)).toHaveLength(2);
  // Kept as a keyed hash.
  await say('stop');
  expect(await server.query('select * from sms_stops where number_hash = $1', [Buffer.from(dialed(phone))])).toEqual(
    [],
  );
});

describe('the link in a text', () => {
  const open = (link: string, device: string, postcodeEnd?: string) =>
    server.call(
      'message.openLink',
      { link, device, ...(postcodeEnd && { postcodeEnd }) },
      { address: server.newAddress() },
    );
  const [mine, other] = ['first-device-0123456789', 'other-device-0123456789'];
  async function texted() {
    const made = await out();
    return { ...made, link: /\/s\/([0-9A-Z]{8})/.exec(takenBy(made.phone)[0]?.text ?? '')?.[1] ?? '' };
  }

  it('opens the details on the first device, on another with the end of the postcode', async () => {
    const { parcel, link } = await texted();
    const { trackingId } = parcel;
    const { data } = await open(link, mine);
    expect(data.trackingId).toBe(trackingId);
    const headers = { 'x-shipment-grant': data.grant?.grant ?? '' };
    const seen = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { headers });
    expect(seen.data.access).toBe('detailed');
    expect((await open(link, mine)).outcome).toBe('ok');
    expect((await open(link, other)).data).toEqual({ trackingId: null, grant: null });
    expect((await open(link, other, '4')).outcome).not.toBe('ok');
    expect((await open(link, other, '04')).data.trackingId).toBe(trackingId);
  });

  it('closes for other devices after five wrong postcodes, and for all once the number is corrected', async () => {
    const { parcel, link } = await texted();
    await open(link, mine);
    for (let tries = 0; tries < 5; tries += 1) expect((await open(link, other, '99')).outcome).toBe('BAD_REQUEST');
    expect((await open(link, other, '04')).outcome).toBe('NOT_FOUND');
    expect((await open(link, mine)).outcome).toBe('ok');
    const as = await server.signInAs('manager');
    const corrected = { id: parcel.id, party: 'receiver', phone: '070-9999999' };
    expect((await server.call('shipmentAdmin.correctParty', corrected, { as })).outcome).toBe('ok');
    expect((await open(link, mine)).outcome).toBe('NOT_FOUND');
    expect((await open('00000000', mine)).outcome).toBe('NOT_FOUND');
  });

  it('opens nothing once the choices were disputed', async () => {
    const { parcel, link } = await texted();
    const { data } = await open(link, mine);
    const by = { headers: { 'x-shipment-grant': data.grant?.grant ?? '' } };
    const choice = { id: parcel.id, choiceId: randomUUID(), kind: 'note', text: 'Ring twice' };
    expect((await server.call('choice.make', choice, by)).outcome).toBe('ok');
    expect((await server.call('choice.dispute', { id: parcel.id }, by)).outcome).toBe('ok');
    expect((await open(link, mine)).outcome).toBe('NOT_FOUND');
  });

  it('opens nothing of a later receiver, whose own text is not sent', async () => {
    const as = await server.signInAs('manager');
    const phone = newPhone();
    const parcel = await parcelFor({ receiverPhone: phone, receiverEmail: '' });
    const linked = async () => {
      await server.call('shipmentAdmin.correctParty', { id: parcel.id, party: 'receiver', phone: newPhone() }, { as });
      await server.call('shipmentAdmin.correctParty', { id: parcel.id, party: 'receiver', phone }, { as });
    };
    await linked();
    const [text] = await until('it is texted', () => Promise.resolve(takenBy(phone).length > 0 && takenBy(phone)));
    const link = /\/s\/([0-9A-Z]{8})/.exec(text?.text ?? '')?.[1] ?? '';
    expect((await open(link, mine)).data.trackingId).toBe(parcel.trackingId);
    await setStopped(server.services.db, server.services.secrets.hashAddress(dialed(phone)), true);
    await linked();
    await until('it is dropped', async () => (await textsOf(parcel)).some(({ state }) => state === 'dropped'));
    expect((await open(link, mine)).outcome).toBe('NOT_FOUND');
  });

  it('opens for one of two devices at once', async () => {
    const { link } = await texted();
    const answers = await Promise.all([open(link, mine), open(link, other)]);
    expect(answers.filter(({ data }) => data.trackingId !== null)).toHaveLength(1);
  });
});

it('a gateway of another kind gets the brand’s JSON, and signs its reports and STOP', async () => {
  const receiver = await openWebhookReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (_, response) => response.writeHead(200).end('{"messageId":"g-1"}');
  const SMS_BODY = '{"sms":{"number":"{to}","words":["{text}"]},"reference":"{id}","report":"{report}"}';
  const kind = { SMS_KIND: 'generic', SMS_URL: receiver.url, SMS_TOKEN: 'the-token', SMS_BODY };
  const other = await testServer({ environment: { ...SETTINGS, ...kind } });
  const phone = newPhone();
  const { id: shipmentId } = await other.parcel({ receiverCountry: 'Sweden', receiverPhone: phone });
  await other.inUnit((unit) => updateShipment(unit, { id: shipmentId, status: 'delivery' }));
  const [{ id = '' } = {}] = await other.query<{ id: string }>('select id from sms');
  await deliverSms(other.services, { smsId: id });
  const [asked] = receiver.received;
  expect(asked?.headers.authorization).toBe('Bearer the-token');
  const report = `${PUBLIC_URL}/v1/sms/reports/${id}`;
  const words = [expect.stringContaining('out for delivery today. http')];
  expect(asked?.payload).toEqual({ sms: { number: dialed(phone), words }, reference: id, report });

  const say = async (path: string, fields: object, token = 'the-token') => {
    const payload = JSON.stringify(fields);
    const signature = createHmac('sha256', token).update(`${PUBLIC_URL}${path}${payload}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    return other.request({ method: 'POST', url: path, headers, payload, remoteAddress: other.newAddress() });
  };
  const path = `/v1/sms/reports/${id}`;
  const delivered = { status: 'delivered', price: 0.07 };
  expect((await say(path, delivered, 'another-token')).statusCode).toBe(403);
  expect((await say(path, delivered)).statusCode).toBe(204);
  const [row] = await other.query('select state, gateway_id, cost_micros from sms');
  expect(row).toEqual({ state: 'delivered', gateway_id: 'g-1', cost_micros: '70000' });
  const stop = await say('/v1/sms/inbound', { from: dialed(phone), text: 'STOP' });
  expect(stop.json()).toEqual({ reply: expect.stringContaining('You get no more texts from us.') });
});

describe('quiet hours', () => {
  const night = { from: '21:00', until: '08:00' };
  it.each([
    ['2026-06-01T18:59:00Z', night, null],
    ['2026-06-01T19:00:00Z', night, '2026-06-02T06:00:00.000Z'],
    ['2026-06-02T05:59:00Z', night, '2026-06-02T06:00:00.000Z'],
    ['2026-06-02T06:00:00Z', night, null],
    // The clocks go back.
    ['2026-10-24T20:00:00Z', night, '2026-10-25T07:00:00.000Z'],
    ['2026-06-01T10:30:00Z', { from: '12:00', until: '13:00' }, '2026-06-01T11:00:00.000Z'],
    ['2026-06-01T11:00:00Z', { from: '12:00', until: '13:00' }, null],
  ])('at %s in Stockholm, %o, end at %s', (now, window, end) => {
    expect(endOfQuiet(new Date(now), 'Europe/Stockholm', window)?.toISOString() ?? null).toBe(end);
  });

  it.each([
    ['Hong Kong', 'Asia/Hong_Kong'],
    ['Sweden', 'Europe/Stockholm'],
    // These have several.
    ['United States', 'Europe/Berlin'],
    ['', 'Europe/Berlin'],
  ])('are those of %s', (country, zone) => {
    expect(timeZoneOf(country, 'Europe/Berlin')).toBe(zone);
  });

  it('hold a text back until they end', async () => {
    const parcel = await parcelFor();
    await server.query("update shipments set status = 'held' where id = $1", [parcel.id]);
    const id = randomUUID();
    await server.query(
      `insert into sms (id, shipment_id, event, number, day, undoable)
       select $1, id, 'ready', '+46' || regexp_replace(substr(receiver_phone, 2), '\\D', '', 'g'), '2026-01-01', '{}'
       from shipments where id = $2`,
      [id, parcel.id],
    );
    const isMorning = wallClockIn('Europe/Stockholm', new Date()).slice(11, 13) < '12';
    const SMS_QUIET = isMorning ? { from: '00:00', until: '13:00' } : { from: '11:00', until: '10:00' };
    const { environment } = server.services;
    await deliverSms({ ...server.services, environment: { ...environment, SMS_QUIET } }, { smsId: id });
    const [job] = await server.query(
      "select start_after > now() as later from pgboss.job where name = 'sms' and data->>'smsId' = $1",
      [id],
    );
    expect([job?.later, (await textsOf(parcel))[0]?.state]).toEqual([true, 'queued']);
    await deliverSms(server.services, { smsId: id });
    expect((await textsOf(parcel))[0]?.state).toBe('sent');
  });
});

describe('what is not given to the gateway', () => {
  const problemsOf = async () =>
    (await server.call('mail.getSms', undefined, { as: await server.signInAs('manager') })).data.problems;
  const outAtOnce = (parcels: readonly Pick<Parcel, 'id'>[]) =>
    server.inUnit(async (unit) => {
      for (const { id } of parcels) await updateShipment(unit, { id, status: 'delivery' });
    });
  const settled = async (parcels: readonly Parcel[]) => {
    const rows = async () => (await Promise.all(parcels.map(textsOf))).flat();
    await until('all texts were looked at', async () =>
      (await rows()).every(({ state }) => !['queued', 'sending'].includes(state)),
    );
    return rows();
  };

  it('is what comes after SMS_PER_DAY texts to one number within 24 hours', async () => {
    const receiverPhone = newPhone();
    const parcels = [];
    // One door would be one text.
    for (let count = 0; count < 25; count += 1)
      parcels.push(await parcelFor({ receiverPhone, shipTo: `Torget ${count}, 411 05 Göteborg` }));
    await outAtOnce(parcels);
    const rows = await settled(parcels);
    expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(10);
    expect(takenBy(receiverPhone)).toHaveLength(10);
    const lastError = 'This number has had 10 texts within a day (SMS_PER_DAY).';
    const trackingIds = parcels.map(({ trackingId }) => trackingId);
    const shown = (await problemsOf()).filter(({ trackingId }) => trackingIds.includes(trackingId));
    expect(shown).toMatchObject(Array(15).fill({ state: 'failed', lastError }));
    // Those that it never got don’t count.
    await server.query(
      `update sms set created_at = created_at - interval '1 day' where number = $1 and state = 'sent'`,
      [dialed(receiverPhone)],
    );
    const next = await parcelFor({ receiverPhone });
    await setStatus(next, 'delivery');
    await ended(next, 'sent');
    expect(takenBy(receiverPhone)).toHaveLength(11);
  });

  it('is a text to no mobile phone', async () => {
    const before = gateway.asked;
    const parcels = [];
    for (const [receiverPhone, receiverCountry] of [
      ['0939-12 34 56', 'Sweden'],
      ['031-555 01 92', 'Sweden'],
      ['0845 123 4567', 'United Kingdom'],
      ['+44 7012 345678', 'Sweden'],
    ])
      parcels.push(await parcelFor({ receiverPhone, receiverCountry }));
    await outAtOnce(parcels);
    const problem = { state: 'failed', attempts: 0, last_error: expect.stringMatching(/not a mobile/) };
    expect(await settled(parcels)).toMatchObject(Array(4).fill(problem));
    expect(gateway.asked).toBe(before);
    expect((await problemsOf())[0]).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/not a mobile/),
    });
  });
});

describe('the code at the door', () => {
  it('is texted once as the run starts, instead of the text that the parcel comes', async () => {
    const manager = await server.signInAs('manager');
    const { newCourier, releasedRun, runOf, tell } = courierDay(server, manager);
    const courier = await newCourier();
    const [coded, byQr, plain] = [newPhone(), newPhone(), newPhone()];
    const { id, shipments } = await releasedRun(
      courier,
      [coded, byQr, plain].map((receiverPhone) => ({ receiverCountry: 'Sweden', receiverPhone })),
    );
    const [first, second, third] = shipments as [Parcel, Parcel, Parcel];
    const proof = { photo: 'off', signature: 'off', name: 'off' };
    for (const [{ id: shipmentId }, code] of [
      [first, 'required'],
      [second, 'qr'],
    ] as const)
      await server.call('shipmentAdmin.setProof', { id: shipmentId, proof: { ...proof, code } }, { as: manager });
    const run = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: run.tasks.map((task) => task.id) }));
    expect(takenBy(coded)).toEqual([]);
    const start = fact({ runId: id });
    for (const _ of [1, 2]) await tell(courier, 'start', start);
    const waiting = async () =>
      (await Promise.all(shipments.map(textsOf))).flat().some(({ state }) => state === 'queued' || state === 'sending');
    await until('all were looked at', async () => !(await waiting()));

    const { grant } = (await server.call('shipment.verifyShipmentCode', { id: first.id, code: first.receiverCode }))
      .data;
    const view = await server.call(
      'shipment.getShipmentByTrackingId',
      { trackingId: first.trackingId },
      { headers: { 'x-shipment-grant': grant } },
    );
    const digits = formatDigits((view.data as { handover?: Handover }).handover?.digits ?? '');
    const saidTo = (phone: string) => takenBy(phone).map(({ text }) => text.replace(/ http.*/, ''));
    expect(saidTo(coded)).toEqual([
      `Waybill: Your parcel from Tomas Pereira comes today. Say this code to your courier: ${digits}.`,
    ]);
    expect(saidTo(byQr)).toEqual([
      'Waybill: Your parcel from Tomas Pereira comes today. Show this code to your courier:',
    ]);
    expect(saidTo(plain)).toEqual(['Waybill: Your parcel from Tomas Pereira is out for delivery today.']);
    const rows = (await Promise.all([first, second, third].map(textsOf))).flat();
    expect(rows.filter(({ state }) => state === 'sent')).toMatchObject(Array(3).fill({ segments: 1 }));
  });

  it('is texted to who is loaded later, and again once it has ended, but not because of another van', async () => {
    const manager = await server.signInAs('manager');
    const { newCourier, releasedRun, runOf, tell, loadAndStart, deskRun } = courierDay(server, manager);
    const [courier, other] = [await newCourier(), await newCourier()];
    const { id: runId } = await releasedRun(courier);
    await loadAndStart(courier);
    const phone = newPhone();
    const parcel = await parcelFor({ receiverPhone: phone });
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    await server.call('shipmentAdmin.setProof', { id: parcel.id, proof }, { as: manager });
    const { version } = await deskRun(runId);
    const added = { id: runId, version, shipmentIds: [parcel.id] };
    expect((await server.call('runAdmin.add', added, { as: manager })).outcome).toBe('ok');
    const task = (await runOf(courier)).tasks.find(({ trackingId }) => trackingId === parcel.trackingId);
    await tell(courier, 'load', fact({ taskIds: [task?.id], runVersion: version + 1 }));
    const digitsTo = () => takenBy(phone).map(({ text }) => /courier: ([\d ]+)\./.exec(text)?.[1]);
    const isSaid = (count: number) =>
      until(`${count} codes are texted`, () => Promise.resolve(digitsTo().length === count && digitsTo()));
    const [first] = await isSaid(1);

    const move = { id: runId, version: (await deskRun(runId)).version, taskIds: [task?.id], courierId: other.id };
    expect((await server.call('runAdmin.move', move, { as: manager })).outcome).toBe('ok');
    await loadAndStart(other);
    const correct = (change: object) =>
      server.call('shipmentAdmin.correctParty', { id: parcel.id, party: 'receiver', ...change }, { as: manager });
    const elsewhere = newPhone();
    for (const receiverPhone of [elsewhere, phone])
      expect((await correct({ phone: receiverPhone })).outcome).toBe('ok');
    const [, second, ...more] = await isSaid(2);
    expect(more).toEqual([]);
    expect([first, second]).toEqual([expect.stringMatching(/^\d{4} \d{3}$/), expect.stringMatching(/^\d{4} \d{3}$/)]);
    expect(second).not.toBe(first);
  });
});

describe('a number that a dispatcher gives', () => {
  const textsTo = (phone: string) => takenBy(phone).map(({ text }) => text);
  const correctAs = async (as: Person, parcel: Pick<Parcel, 'id'>, phone: string) =>
    (await server.call('shipmentAdmin.correctParty', { id: parcel.id, party: 'receiver', phone }, { as })).outcome;
  const dispatcher = () => server.signedIn({ roles: ['dispatcher'] });

  it('gets texts without a link, until a manager sends the code', async () => {
    const [parcel, phone] = [await parcelFor(), newPhone()];
    expect(await correctAs(await dispatcher(), parcel, phone)).toBe('ok');
    await setStatus(parcel, 'delivery');
    await until('it was texted', () => textsTo(phone).length === 1);
    expect(textsTo(phone)).toEqual(['Waybill: Your parcel is out for delivery today. Reply STOP to end texts.']);
    const manager = await server.signInAs('manager');
    const { receiverEmail: email } = (
      await server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager })
    ).data;
    const code = { id: parcel.id, party: 'receiver', email };
    expect((await server.call('shipmentAdmin.sendCode', code, { as: manager })).outcome).toBe('ok');
    await setStatus(parcel, 'held');
    await until('both texts were sent', () => textsTo(phone).length === 2);
    expect(textsTo(phone)[1]).toMatch(/^Waybill: Your parcel from Tomas Pereira is at our depot\. http/);
  });

  it('gets a new link by text, without an email, once a manager sends the code', async () => {
    const [parcel, phone] = [await parcelFor({ receiverEmail: '' }), newPhone()];
    expect(await correctAs(await dispatcher(), parcel, phone)).toBe('ok');
    const code = { id: parcel.id, party: 'receiver', email: '' };
    const manager = await server.signInAs('manager');
    for (const _ of [1, 2])
      expect((await server.call('shipmentAdmin.sendCode', code, { as: manager })).outcome).toBe('ok');
    await until('it was texted', () => textsTo(phone).length === 1);
    expect(textsTo(phone)[0]).toMatch(/^Waybill: This link to your parcel replaces those before: http/);
  });

  it('gets no link by the detour over no email either', async () => {
    const [parcel, phone, as] = [await parcelFor(), newPhone(), await dispatcher()];
    const emptied = { id: parcel.id, party: 'receiver', email: '' };
    expect((await server.call('shipmentAdmin.correctParty', emptied, { as })).outcome).toBe('ok');
    expect(await correctAs(as, parcel, phone)).toBe('ok');
    await setStatus(parcel, 'delivery');
    await until('it was texted', () => textsTo(phone).length === 1);
    expect(textsTo(phone)).toEqual(['Waybill: Your parcel is out for delivery today. Reply STOP to end texts.']);
  });

  it('gets no code for the door, and the old number gets a text if there is no email', async () => {
    const manager = await server.signInAs('manager');
    const { newCourier, releasedRun, loadAndStart } = courierDay(server, manager);
    const courier = await newCourier();
    const [former, phone] = [newPhone(), newPhone()];
    const { shipments } = await releasedRun(courier, [
      { receiverCountry: 'Sweden', receiverPhone: former, receiverEmail: '' },
    ]);
    const [parcel] = shipments as [Parcel];
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    await server.call('shipmentAdmin.setProof', { id: parcel.id, proof }, { as: manager });
    expect(await correctAs(await dispatcher(), parcel, phone)).toBe('ok');
    await loadAndStart(courier);
    await until('both were texted', () => textsTo(phone).length + textsTo(former).length === 2);
    expect(textsTo(phone)).toEqual(['Waybill: Your parcel is out for delivery today. Reply STOP to end texts.']);
    expect(textsTo(former)).toEqual([
      'Waybill: The contact details of your parcel were changed. You did not ask for this? Contact us. Reply STOP to end texts.',
    ]);
  });
});

it('the manager sees what texts cost this month, and those that may not have arrived', async () => {
  const { parcel } = await out(['take and cut'], 'unknown');
  const manager = await server.signInAs('manager');
  const { data } = await server.call('mail.getSms', undefined, { as: manager });
  expect(data.month?.messages).toBeGreaterThan(0);
  expect(data.month?.cost).toBeCloseTo((data.month?.segments ?? 0) * 0.05);
  expect(data.problems).toContainEqual(expect.objectContaining({ trackingId: parcel.trackingId, state: 'unknown' }));
  expect(data.problems[0]?.number).toMatch(/^\+46•+\d\d$/);
});

describe('a door with several parcels', () => {
  const passMinute = () => server.query("update pgboss.job set start_after = now() where name = 'sms'");
  const settled = async (phone: string) =>
    until('all is texted', async () => {
      const rows = await server.query<{ state: string }>('select state from sms where number = $1', [dialed(phone)]);
      return rows.length > 0 && rows.every(({ state }) => state !== 'queued' && state !== 'sending');
    });

  async function together(details: readonly object[]): Promise<{ phone: string; parcels: Parcel[] }> {
    const phone = newPhone();
    const parcels: Parcel[] = [];
    for (const one of details) parcels.push(await parcelFor({ receiverPhone: phone, senderName: 'Roastery', ...one }));
    return { phone, parcels };
  }

  async function outTogether(details: readonly object[], behaviours: Behaviour[] = []) {
    gateway.next = behaviours;
    const { phone, parcels } = await together(details);
    for (const parcel of parcels) await setStatus(parcel, 'delivery');
    await passMinute();
    await settled(phone);
    return { phone, parcels };
  }

  it('gets one text, whose link opens each parcel', async () => {
    const { phone, parcels } = await outTogether([{}, {}, {}]);
    const [text, ...others] = takenBy(phone);
    expect(others).toEqual([]);
    expect(text?.text).toMatch(/Your 3 parcels from Roastery are out for delivery today\. http/);
    const link = text?.text.match(/\/s\/(\w{8})/)?.[1];
    const opened = await server.call('message.openLink', { link, device: randomUUID() });
    const { trackingId, more = [] } = opened.data;
    expect([trackingId, ...more.map((one) => one.trackingId)].toSorted()).toEqual(
      parcels.map((one) => one.trackingId).toSorted(),
    );
    for (const { trackingId: id, grant } of more) {
      const headers = { 'x-shipment-grant': grant.grant };
      const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId: id }, { headers });
      expect(data).toMatchObject({ receiverName: expect.any(String) });
    }
    const rows = await server.query('select state, segments from sms where number = $1 order by segments', [
      dialed(phone),
    ]);
    expect(rows).toEqual([
      { state: 'sent', segments: 0 },
      { state: 'sent', segments: 0 },
      { state: 'sent', segments: 1 },
    ]);
  });

  it('has a link that no longer opens a parcel whose code comes again', async () => {
    const manager = await server.signInAs('manager');
    const { newCourier, releasedRun, loadAndStart } = courierDay(server, manager);
    const phone = newPhone();
    const to = { receiverCountry: 'Sweden', receiverPhone: phone, shipTo: 'Kaj 1, 411 04 Göteborg' };
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [to, to]);
    const proof = { photo: 'off', signature: 'off', name: 'off', code: 'required' };
    for (const { id, receiverCode } of shipments as Parcel[]) {
      await server.call('shipmentAdmin.setProof', { id, proof }, { as: manager });
      const { grant } = (await server.call('shipment.verifyShipmentCode', { id, code: receiverCode })).data;
      const choice = { id, choiceId: randomUUID(), kind: 'note', text: 'Ring twice' };
      await server.call('choice.make', choice, { headers: { 'x-shipment-grant': grant } });
    }
    await loadAndStart(courier);
    await passMinute();
    await settled(phone);
    const [text] = takenBy(phone);
    const link = /\/s\/(\w{8})/.exec(text?.text ?? '')?.[1];
    const open = async () =>
      (
        await server.call(
          'message.openLink',
          { link, device: 'one-device-0123456789' },
          { address: server.newAddress() },
        )
      ).data;
    const { trackingId, more } = await open();
    expect(more).toHaveLength(1);
    const other = shipments.find((one) => one.trackingId === more?.[0]?.trackingId) as Parcel;
    const by = { headers: { 'x-shipment-grant': more?.[0]?.grant.grant ?? '' } };
    expect((await server.call('choice.dispute', { id: other.id }, by)).outcome).toBe('ok');
    await passMinute();
    await settled(phone);
    expect(takenBy(phone).map(({ text: said }) => /Say|Show/.test(said))).toEqual([true, true]);
    expect(await open()).toEqual({ trackingId, grant: expect.anything() });
  });

  it('is asked for the sum, and from several senders for no name', async () => {
    const { phone, parcels } = await together([{}, { senderName: 'Potter' }]);
    await server.query('update shipments set cod_cents = 1000 where id = any ($1)', [parcels.map(({ id }) => id)]);
    for (const parcel of parcels) await setStatus(parcel, 'delivery');
    await passMinute();
    await settled(phone);
    expect(takenBy(phone).map(({ text }) => text)).toEqual([
      expect.stringMatching(/Your 2 parcels are out for delivery today\. To pay: 20\.00 USD\. http/),
    ]);
  });

  it('gets no text about one that has moved on, nor about another door', async () => {
    const { phone, parcels } = await together([{}, {}, {}, { shipTo: 'Torget 1, 411 05 Göteborg' }]);
    for (const parcel of parcels) await setStatus(parcel, 'delivery');
    await server.query("update shipments set status = 'in-progress' where id = $1", [parcels[1]?.id]);
    await passMinute();
    await settled(phone);
    expect(
      takenBy(phone)
        .map(({ text }) => text.match(/Your .*? out/)?.[0])
        .toSorted(),
    ).toEqual(['Your 2 parcels from Roastery are out', 'Your parcel from Roastery is out']);
  });

  it('gets each again by itself, or together, after the gateway refused them for now', async () => {
    const { phone, parcels } = await outTogether([{}, {}], ['busy']);
    await passMinute();
    await settled(phone);
    const all = takenBy(phone).map(({ text }) => text);
    const named = all.join(' ').match(/Your 2 parcels|Your parcel /g) ?? [];
    expect(named.reduce((sum, words) => sum + (words.includes('2') ? 2 : 1), 0)).toBe(parcels.length);
  });
});
