import { describe, expect, it } from 'vitest';
import { paymentInstructions } from './payment-instructions.ts';

const reference = 'RF18539007547034';
const account = {
  accountName: 'Paketbote Köln GmbH',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bankName: 'Hafenbank',
  routingNumber: 'COBADEFFXXX',
};
const EURO = {
  CURRENCY: 'EUR',
  SITE_ADDRESS: '',
  SWISH_NUMBER: '',
  PAYMENT_URL: 'https://pay.example/{reference}?amount={amount}',
};

it('writes a payment link and an EPC code of version 002', () => {
  expect(paymentInstructions(EURO, { reference, amount: 12.5, account })).toEqual({
    reference,
    amount: 12.5,
    account,
    isIban: true,
    link: `https://pay.example/${reference}?amount=12.50`,
    qr: {
      kind: 'epc',
      text: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nPaketbote Köln GmbH\nDE89370400440532013000\nEUR12.50\n\nRF18539007547034',
    },
  });
});

it('leaves out what a payment has no use for', () => {
  const { link, qr } = paymentInstructions(EURO, { reference, amount: null, account });
  expect([link, qr?.text.split('\n')[7]]).toEqual([null, '']);
  const epcOf = (more: Partial<typeof account>, CURRENCY = 'EUR') =>
    paymentInstructions({ ...EURO, CURRENCY }, { reference, amount: 5, account: { ...account, ...more } }).qr?.text;
  expect(epcOf({}, 'USD')).toBeUndefined();
  expect(epcOf({ accountNumber: 'DE89 3704 0044 0532 0130 01' })).toBeUndefined();
  // Pakistan’s IBANs are valid, but no SEPA transfer gets there.
  expect(epcOf({ accountNumber: 'PK36 SCBL 0000 0011 2345 6702' })).toBeUndefined();
  expect(epcOf({ routingNumber: '021000021' })?.split('\n')[4]).toBe('');
  expect(epcOf({ accountName: 'ø'.repeat(100) })?.split('\n')[5]).toBe('ø'.repeat(70));
  expect(epcOf({ accountName: '🚚'.repeat(70) })).toBeUndefined();
  expect(paymentInstructions(EURO, { reference, amount: 5, account: null })).toMatchObject({ qr: null });
});

it('has no decimals in a currency without them', () => {
  const yen = { ...EURO, CURRENCY: 'JPY' };
  expect(paymentInstructions(yen, { reference, amount: 500, account }).link).toMatch(/amount=500$/);
});

describe('a QR code', () => {
  const swiss = { ...account, accountName: 'Päckli AG', accountNumber: 'CH93 0076 2011 6238 5295 7' };
  const CHF = { ...EURO, CURRENCY: 'CHF', SITE_ADDRESS: 'Bahnhofstrasse 12a\nCH-8001 Zürich, Switzerland' };
  const qrOf = (settings: typeof EURO, more: Partial<typeof account> = {}, amount: number | null = 499.5) =>
    paymentInstructions(settings, { reference, amount, account: { ...swiss, ...more } }).qr;

  it('in Switzerland is that of a QR bill, with a structured address and our reference', () => {
    const lines = [
      ...[
        'SPC',
        '0200',
        '1',
        'CH9300762011623852957',
        'S',
        'Päckli AG',
        'Bahnhofstrasse',
        '12a',
        '8001',
        'Zürich',
        'CH',
      ],
      ...['', '', '', '', '', '', '', '499.50', 'CHF', '', '', '', '', '', '', '', 'SCOR', reference, '', 'EPD'],
    ];
    expect(qrOf(CHF)).toEqual({ kind: 'swiss', text: lines.join('\n') });
    expect(qrOf({ ...CHF, CURRENCY: 'EUR' })?.kind).toBe('swiss');
    expect(qrOf(CHF, {}, null)?.text.split('\n')[18]).toBe('');
  });

  it('is left out where Swiss banks would refuse it', () => {
    expect(qrOf({ ...CHF, SITE_ADDRESS: '' })).toBeNull();
    // A QR-IBAN takes no reference that begins with RF.
    expect(qrOf(CHF, { accountNumber: 'CH44 3199 9123 0008 8901 2' })).toBeNull();
    expect(qrOf({ ...CHF, CURRENCY: 'EUR', SITE_ADDRESS: '' })?.kind).toBe('epc');
  });

  it('in Sweden is Swish’s, whose payer can’t change the amount', () => {
    const SEK = { ...EURO, CURRENCY: 'SEK', SWISH_NUMBER: '1237856901' };
    expect(qrOf(SEK)).toEqual({ kind: 'swish', text: `C1237856901;499,50;${reference};0` });
    expect(qrOf(SEK, {}, null)?.text).toBe(`C1237856901;;${reference};2`);
    expect(qrOf({ ...SEK, SWISH_NUMBER: '' })).toBeNull();
  });

  it('in Czechia is SPAYD', () => {
    const czech = { accountName: 'Balík * s.r.o.', accountNumber: 'CZ58 5500 0000 0012 6509 8001' };
    expect(qrOf({ ...EURO, CURRENCY: 'CZK' }, { ...czech, routingNumber: 'RZBCCZPP' })?.text).toBe(
      `SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*AM:499.50*CC:CZK*RN:Balík   s.r.o.*MSG:${reference}`,
    );
  });
});
