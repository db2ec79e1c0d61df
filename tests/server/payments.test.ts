/** Bills that receivers pay: by which reference, and how. */
import { expect, it } from 'vitest';
import { isPaymentReference } from '../../src/domain/payment-reference.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput } from './procedure-table.ts';

const PAYMENT_URL = 'https://pay.example/{reference}?amount={amount}';
const server = await testServer({ environment: { CURRENCY: 'EUR', PAYMENT_URL } });
const accountant = await server.signedIn({ roles: ['accountant'] });
const manager = await server.signInAs('manager');

const iban = 'DE89 3704 0044 0532 0130 00';
await server.call(
  'transactionAdmin.createFallbackBankAccount',
  { ...bankAccountInput('North Parcels'), accountNumber: iban },
  { as: manager },
);

async function billed(amount: number) {
  const person = await server.signedIn();
  const parcel = await server.parcel({ receiverEmail: person.email });
  const input = { userId: person.id, amount, summary: 'Import duty', trackingId: parcel.trackingId };
  const { id } = (await server.call('billAdmin.addBill', input, { as: accountant })).data;
  const shown = await server.call('bill.getBills', { trackingId: parcel.trackingId }, { as: person.token });
  const payment = shown.data[0]?.payment ?? expect.fail(shown.body);
  return { person, parcel, id, payment, reference: payment.reference };
}

it('gives each bill and each account a reference, by which it is paid', async () => {
  const { person, parcel, id, payment } = await billed(148.2);
  expect(isPaymentReference(payment.reference)).toBe(true);
  expect(payment).toMatchObject({
    amount: 148.2,
    link: `https://pay.example/${payment.reference}?amount=148.20`,
    isIban: true,
    account: { accountName: 'North Parcels', accountNumber: iban },
  });
  expect(payment.epcPayload).toContain(`North Parcels\nDE89370400440532013000\nEUR148.20\n\n${payment.reference}`);
  const own = async () => (await server.call('transaction.getPayment', undefined, { as: person.token })).data;
  expect(isPaymentReference((await own()).reference)).toBe(true);
  expect((await own()).reference).not.toBe(payment.reference);
  expect(await own()).toMatchObject({ amount: null, link: null });
  const fee = { userId: person.id, amount: 20, summary: 'Fee' };
  await server.call('transactionAdmin.chargeFee', fee, { as: accountant });
  expect((await own()).amount).toBe(20);
  // A visitor gets neither bills nor an account.
  const visitor = await server.call('bill.getBills', { trackingId: parcel.trackingId });
  expect([visitor.outcome, visitor.body.includes(iban)]).toEqual(['FORBIDDEN', false]);
  const mails = await server.query<{ id: string }>("select id from mails where about ->> 'billId' = $1", [id]);
  const mail = (await server.call('mail.getMail', { id: mails[0]?.id }, { as: manager })).data;
  expect(mail.next?.text).toContain(`Pay €148.20: ${payment.link}`);
  expect(mail.next?.text).toMatch(/Reference: RF\d\d \d{4} \d{4} \d{4}\nAccount name: North Parcels\nIBAN: DE89 3704/);
});

it('shows people what they have to pay until it is paid, of shipments they send or receive', async () => {
  const { person, parcel, id, payment } = await billed(12.5);
  const sent = await server.parcel({ senderEmail: person.email });
  const more = { userId: person.id, amount: 3, summary: 'Storage', trackingId: sent.trackingId };
  await server.call('billAdmin.addBill', more, { as: accountant });
  const open = async (as = person) => (await server.call('bill.getOpen', undefined, { as: as.token })).data;
  expect(await open()).toMatchObject({
    count: 2,
    amount: 15.5,
    data: [{ summary: 'Storage' }, { trackingId: parcel.trackingId, payment }],
  });
  expect(await open(await server.signedIn())).toEqual({ count: 0, amount: 0, data: [] });
  await server.call('billAdmin.setBillPaid', { id, paid: true }, { as: accountant });
  expect(await open()).toMatchObject({ count: 1, amount: 3, data: [{ summary: 'Storage' }] });
  expect((await server.call('bill.getOpen')).outcome).toBe('UNAUTHORIZED');
});
