import { expect, it } from 'vitest';
import { paymentInstructions } from './payment-instructions.ts';

const reference = 'RF18539007547034';
const account = {
  accountName: 'Paketbote Köln GmbH',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bankName: 'Hafenbank',
  routingNumber: 'COBADEFFXXX',
};
const EURO = { CURRENCY: 'EUR', PAYMENT_URL: 'https://pay.example/{reference}?amount={amount}' };

it('writes a payment link and an EPC code of version 002', () => {
  expect(paymentInstructions(EURO, { reference, amount: 12.5, account })).toEqual({
    reference,
    amount: 12.5,
    account,
    isIban: true,
    link: `https://pay.example/${reference}?amount=12.50`,
    epcPayload:
      'BCD\n002\n1\nSCT\nCOBADEFFXXX\nPaketbote Köln GmbH\nDE89370400440532013000\nEUR12.50\n\nRF18539007547034',
  });
});

it('leaves out what a payment has no use for', () => {
  const { link, epcPayload } = paymentInstructions(EURO, { reference, amount: null, account });
  expect([link, epcPayload?.split('\n')[7]]).toEqual([null, '']);
  const epcOf = (more: Partial<typeof account>, CURRENCY = 'EUR') =>
    paymentInstructions({ ...EURO, CURRENCY }, { reference, amount: 5, account: { ...account, ...more } }).epcPayload;
  expect(epcOf({}, 'USD')).toBeNull();
  expect(epcOf({ accountNumber: 'DE89 3704 0044 0532 0130 01' })).toBeNull();
  // Pakistan’s IBANs are valid, but no SEPA transfer gets there.
  expect(epcOf({ accountNumber: 'PK36 SCBL 0000 0011 2345 6702' })).toBeNull();
  expect(epcOf({ routingNumber: '021000021' })?.split('\n')[4]).toBe('');
  expect(epcOf({ accountName: 'ø'.repeat(100) })?.split('\n')[5]).toBe('ø'.repeat(70));
  expect(epcOf({ accountName: '🚚'.repeat(70) })).toBeNull();
  expect(paymentInstructions(EURO, { reference, amount: 5, account: null })).toMatchObject({ epcPayload: null });
});

it('has no decimals in a currency without them', () => {
  const yen = { ...EURO, CURRENCY: 'JPY' };
  expect(paymentInstructions(yen, { reference, amount: 500, account }).link).toMatch(/amount=500$/);
});
