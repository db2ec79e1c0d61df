/** Receivers with a phone and no email, where the brand can text them. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import type { V1Created } from '../../src/domain/v1/create-shipment.ts';
import { checkFile } from '../support/send-file.ts';
import { fileOf } from '../support/shipment-file.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const SMS = { SMS_URL: 'https://sms.example/', SMS_TOKEN: 'AC1:secret', SMS_FROM: 'North', SMS_QUIET: '00:00-00:00' };
const texting = await testServer({ environment: SMS });
const mailing = await testServer();
const manager = await texting.signInAs('manager');

const TEXTED = { receiverEmail: '', receiverPhone: '070-123 45 67', receiverCountry: 'Sweden' };
const create = (details: object, on = texting, as = manager) =>
  on.call('shipmentAdmin.createShipment', parcelInput({ ...TEXTED, ...details }), {
    as,
    headers: { 'idempotency-key': randomUUID() },
  });
const correct = (id: string, details: object) =>
  texting.call('shipmentAdmin.correctParty', { id, party: 'receiver', ...details }, { as: manager });
const emailsOf = (id: string, on = texting) =>
  on.query<{ kind: string; receiver: string }>("select kind, receiver from mails where about->>'shipmentId' = $1", [
    id,
  ]);
const receiverEmailOf = async (id: string) =>
  (await texting.query('select receiver_email from shipments where id = $1', [id]))[0]?.receiver_email;

const refused = (message: string) => ({ error: { data: { fieldErrors: { receiverEmail: [message] } } } });
const NEEDED = 'Receiver email is required.';
const NOT_TEXTABLE =
  'Receiver email is required if we can’t text the phone. It has to be a mobile phone, with its country, or + and its country’s code.';

beforeAll(async () => {
  for (const on of [texting, mailing]) await shops(on).newRate({ returnFeeCents: 450n });
});

it('needs no email: the sender is emailed, the receiver texted', async () => {
  const { data } = await create({});
  expect(data.id).toEqual(expect.any(String));
  await texting.inUnit((unit) => updateShipment(unit, { id: data.id, status: 'delivery' }));
  const emails = await emailsOf(data.id);
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['shipment-created', 'status-changed']);
  expect(new Set(emails.map(({ receiver }) => receiver))).toEqual(new Set([parcelInput().senderEmail]));
  const texts = await texting.query('select event, number from sms where shipment_id = $1', [data.id]);
  expect(texts).toEqual([{ event: 'out', number: '+46701234567' }]);
});

it('is texted at a number whose + is lost, and needs an email where the number is in doubt', async () => {
  const { data } = await create({ receiverPhone: '46705550102' });
  await texting.inUnit((unit) => updateShipment(unit, { id: data.id, status: 'delivery' }));
  const texts = await texting.query('select number from sms where shipment_id = $1', [data.id]);
  expect(texts).toEqual([{ number: '+46705550102' }]);
  const german = { receiverPhone: '4915112345606', receiverCountry: 'Germany' };
  expect(await create(german)).toMatchObject(refused(NOT_TEXTABLE));
  expect((await create({ ...german, receiverPhone: '+4915112345606' })).outcome).toBe('ok');
});

it('needs an email where nobody could be texted', async () => {
  expect(await create({ receiverCountry: '' })).toMatchObject(refused(NOT_TEXTABLE));
  // A fixed line.
  expect(await create({ receiverPhone: '+46 31 555 01 92' })).toMatchObject(refused(NOT_TEXTABLE));
  expect(await create({}, mailing, await mailing.signInAs('manager'))).toMatchObject(refused(NEEDED));
});

it('gets an email later, and loses it only while the phone can be texted', async () => {
  const { id } = (await create({})).data;
  const email = `${randomUUID()}@example.com`;
  expect((await correct(id, { email })).outcome).toBe('ok');
  expect(await emailsOf(id)).toContainEqual({ kind: 'code-replaced', receiver: email });
  expect(await correct(id, { email: '', phone: '+999 555 0100' })).toMatchObject(refused(NOT_TEXTABLE));
  expect(await receiverEmailOf(id)).toBe(email);
  expect((await correct(id, { email: '' })).outcome).toBe('ok');
  expect(await receiverEmailOf(id)).toBe('');
  const sender = { id, party: 'sender', email: '' } as const;
  expect(await texting.call('shipmentAdmin.correctParty', sender, { as: manager })).toMatchObject({
    error: { data: { fieldErrors: { senderEmail: ['Sender email is required.'] } } },
  });
});

it.for([
  ['a brand that texts', texting, 201],
  ['another brand', mailing, 400],
] as const)('shops send none to %s', async ([, on, status]) => {
  const shop = await shops(on).newShop();
  const { email: _, ...named } = v1Parcel().receiver;
  const receiver = { ...named, phone: '+46 70 555 01 92' };
  const made = await shops(on).ask<V1Created>(shop.key, '/v1/shipments', {
    method: 'POST',
    payload: v1Parcel({ receiver }),
  });
  expect(made.status, made.text).toBe(status);
  if (status === 400) expect(made.text).toContain('/receiver/email');
});

it('comes back, and nobody is emailed its label', async () => {
  const shop = await shops(texting).newShop();
  await texting.query("update users set address = 'Kaj 1', city = 'Göteborg', state = 'VG' where id = $1", [shop.id]);
  const rules = { mode: 'on', days: 14, payer: 'shop', perShipment: 1 } as const;
  expect((await texting.call('shipper.saveReturns', rules, { as: shop })).outcome).toBe('ok');
  const payload = v1Parcel({ receiver: { ...v1Parcel().receiver, email: '', phone: '+46 70 555 01 92' } });
  const { body } = await shops(texting).ask<V1Created>(shop.key, '/v1/shipments', { method: 'POST', payload });
  await texting.inUnit((unit) => updateShipment(unit, { id: body.id, status: 'delivered' }));
  const made = await texting.call('shipper.createReturn', { id: body.id }, { as: shop });
  expect(made.outcome).toBe('ok');
  expect((await emailsOf(made.data.id)).map(({ receiver }) => receiver)).toEqual([shop.email]);
});

it('is in no file’s errors and no bulk change’s emails', async () => {
  const checkedBy = async (on: typeof texting) => {
    const as = await on.signInAs('manager');
    const id = await checkFile(on, fileOf([cellsOf(parcelInput({ ...TEXTED, description: randomUUID() }))]), as);
    return (await on.call('shipmentImport.getImport', { id }, { as })).data;
  };
  expect(await checkedBy(texting)).toMatchObject({ rows: 1, good: 1 });
  expect(await checkedBy(mailing)).toMatchObject({ rows: 1, good: 0 });
  const { id } = (await create({})).data;
  const change = { kind: 'status', status: 'held' } as const;
  const preview = await texting.call('bulk.preview', { ids: [id], change }, { as: manager });
  expect(preview.data).toMatchObject({ toChange: 1, emails: 1, people: 1 });
});
