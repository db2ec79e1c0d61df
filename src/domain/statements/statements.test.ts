import { expect, test } from 'vitest';
import { listEnds } from './periods.ts';
import { formatNumber, groupOf, parseAccounts } from './statement.ts';
import { datedCorrections, parseTaxRates, rateOn, shareOut, taxesOf } from './taxes.ts';

test.each([
  ['weekly', ['2026-11-09', '2026-11-16']],
  ['half-monthly', ['2026-11-16']],
  ['monthly', []],
  ['none', []],
] as const)('a %s period ends after its last day', (period, ends) => {
  expect(listEnds({ period, since: '2026-11-02' }, null, '2026-11-20')).toEqual(ends);
});

test('periods missed follow the last statement, or the day of the choice if that is later', () => {
  const rule = { period: 'monthly', since: '2026-01-15' } as const;
  expect(listEnds(rule, '2026-03-01', '2026-06-01')).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
  expect(listEnds({ ...rule, since: '2026-04-20' }, '2026-03-01', '2026-06-01')).toEqual(['2026-05-01', '2026-06-01']);
});

test('tax counts from its day, and is rounded once for each rate', () => {
  const rates = parseTaxRates('2026-07-01 VAT 25.5; 2025-01-01 VAT 25') ?? [];
  expect(rateOn(rates, '2026-06-30')).toEqual({ name: 'VAT', rate: 2500 });
  expect(rateOn(rates, '2026-07-01')).toEqual({ name: 'VAT', rate: 2550 });
  expect(rateOn(rates, '2024-12-31')).toEqual({ name: '', rate: 0 });
  const [one, other] = [
    { name: 'VAT', rate: 2500 },
    { name: 'VAT', rate: 2550 },
  ];
  expect(
    taxesOf(
      [
        { ...one, net: 1 },
        { ...other, net: 10 },
        { ...one, net: 1 },
      ],
      1,
    ),
  ).toEqual([
    { ...one, net: 2, tax: 1 },
    { ...other, net: 10, tax: 3 },
  ]);
});

test('parts of a statement that are credited add up to its tax', () => {
  const rate = { name: 'VAT', rate: 2500 };
  const [charged] = taxesOf([{ ...rate, net: 333 }], 1);
  const credited: { name: string; rate: number; net: number; tax: number }[] = [];
  for (const net of [111, 111, 111]) credited.push(...taxesOf([{ ...rate, net }], 1, credited));
  expect(credited.reduce((sum, { tax }) => sum + tax, 0)).toBe(charged?.tax);
});

test('yen are taxed in whole yen', () => {
  expect(taxesOf([{ name: 'VAT', rate: 1000, net: 12_300 }], 100)).toMatchObject([{ tax: 1_200 }]);
});

test('an amount is shared out over rates to the cent', () => {
  const bases = [33, 33, 34].map((net, at) => ({ name: 'VAT', rate: at, net }));
  expect(shareOut(10, bases).map(({ net }) => net)).toEqual([3, 4, 3]);
});

test('corrections that name no fee give back the latest, each fee once', () => {
  const [june, july] = ['2026-06-10', '2026-07-02'];
  expect(
    datedCorrections([
      { at: june, day: june, cents: 40 },
      { at: july, day: july, cents: 15 },
      { at: july, day: null, cents: -20 },
      { at: '2026-07-03', day: july, cents: 10 },
      { at: '2026-07-04', day: null, cents: -50 },
    ]),
  ).toEqual([
    { at: july, day: july, cents: -15 },
    { at: july, day: june, cents: -5 },
    { at: '2026-07-04', day: july, cents: -10 },
    { at: '2026-07-04', day: june, cents: -35 },
    { at: '2026-07-04', day: '2026-07-04', cents: -5 },
  ]);
});

test.each(['VAT 25', '2026-02-30 VAT 25', '2026-01-01 25', '2026-01-01 VAT 125', '2026-01-01 VAT x'])(
  'rates of tax are refused: %s',
  (text) => expect(parseTaxRates(text)).toBeNull(),
);

test('accounts of the journal have a number, or else their name', () => {
  expect(parseAccounts('shops=1510, bank=1930')).toEqual({
    shops: '1510',
    revenue: 'revenue',
    tax: 'tax',
    bank: '1930',
    cod: 'cod',
    bills: 'bills',
    courier: 'courier',
    cash: 'cash',
    card: 'card',
    difference: 'difference',
    rounding: 'rounding',
  });
  expect([parseAccounts('money=1'), parseAccounts('bank'), parseAccounts('bank=;')]).toEqual([null, null, null]);
});

test('what goes the other way corrects', () => {
  expect([groupOf('shipping', -5n), groupOf('shipping', 5n), groupOf('payment', 5n), groupOf('payment', -5n)]).toEqual([
    ...['Shipments', 'Corrections', 'Payments', 'Corrections'],
  ]);
});

test('documents have numbers of their kind and year', () => {
  expect(formatNumber({ kind: 'statement', year: 2026, number: 12 })).toBe('2026-0012');
  expect(formatNumber({ kind: 'credit-note', year: 2026, number: 3 })).toBe('CN-2026-0003');
});
