import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, fromCents, hasCents, parseAmount, readMoney, sentenceIn, toCents } from './money.ts';

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('money', () => {
  it.each([
    [0, true],
    [0.07, true],
    [9_999_999.99, true],
    [10_000_000, true],
    [0.1 + 0.2, false],
    [0.001, false],
    [5e-324, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('says of %d whether it is whole cents: %s', (dollars, whole) => {
    expect(hasCents(dollars)).toBe(whole);
  });

  it('turns dollars into cents and back without losing any', () => {
    for (const dollars of [0.001, 1e308, Number.NaN]) expect(() => toCents(dollars)).toThrow(RangeError);
    expect(toCents(1.15)).toBe(115n);
    expect(toCents(-19.99)).toBe(-1999n);
    expect(fromCents(14_820n)).toBe(148.2);
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(toCents(fromCents(BigInt(cents)))).toBe(BigInt(cents));
      }),
      { numRuns: 1000 },
    );
  });

  it('rejects every amount with a third decimal', () => {
    fc.assert(
      fc.property(anyCents, (mills) => {
        expect(hasCents(mills / 1000)).toBe(mills % 10 === 0);
      }),
    );
  });

  it('sums exactly in cents, where floats would not', () => {
    const dimes = Array.from({ length: 10 }, () => 0.1);
    expect(dimes.reduce((sum, dollars) => sum + dollars, 0)).not.toBe(1);
    expect(fromCents(dimes.reduce((sum, dollars) => sum + toCents(dollars), 0n))).toBe(1);
    fc.assert(
      fc.property(fc.array(anyCents, { maxLength: 200 }), (all) => {
        const exact = all.reduce((sum, cents) => sum + cents, 0);
        expect(all.reduce((sum, cents) => sum + toCents(fromCents(BigInt(cents))), 0n)).toBe(BigInt(exact));
      }),
    );
  });

  it('is shown with a dollar sign and two decimals', () => {
    const shown = [0, -0, 3, 148.2, 1234.5, 10_000_000, -1234.56].map((amount) => formatMoney(amount, 'USD'));
    expect(shown).toEqual(['$0.00', '$0.00', '$3.00', '$148.20', '$1,234.50', '$10,000,000.00', '-$1,234.56']);
  });
});

describe('an amount that is typed', () => {
  it.each([
    ['1.50', 1.5],
    ['1,50', 1.5],
    [' $ 12.00 ', 12],
    ['.5', 0.5],
    [',05', 0.05],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1 234,50', 1234.5],
    ['1\u202f234,50', 1234.5],
    ["1'234.50", 1234.5],
    ['\u200e12\t', 12],
    ['1,234,567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['0', 0],
    ['0.001', 0.001],
    ['1234.567', 1234.567],
    ['12,34,567.00', 1_234_567],
    ['US$ 5', 5],
    ['US $1,234.50', 1234.5],
    ['usd 12,00', 12],
    ['12.00 USD', 12],
    ['$12 USD', 12],
    ['12,- $', 12],
  ])('is read: %j is %d', (typed, dollars) => {
    expect(parseAmount(typed, 'USD')).toBe(dollars);
  });

  it.each([
    ...['1,234', '1.234', '1.005', '1,23,4', '1,234,56', '1.234.56', '12,34.00', '1.50.', '-1', '1e3', '0x10'],
    ...['1 000 00', 'ten', '$', '', '.', '1..5'],
  ])('is not guessed: %j', (typed) => expect(parseAmount(typed, 'USD')).toBeNull());

  it.each(['USD', 'EUR', 'SEK', 'CAD', 'JPY'])('is read back from how money is shown in %s', (currency) => {
    const smallest = currency === 'JPY' ? 1 : 100;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (units) => {
        expect(parseAmount(formatMoney(units / smallest, currency), currency)).toBe(units / smallest);
      }),
    );
  });

  it.each([
    ['EUR', '1.234,56 €', { amount: 1234.56, foreign: null }],
    ['EUR', 'EUR 12,00', { amount: 12, foreign: null }],
    ['CHF', "Fr. 1'234.50", { amount: 1234.5, foreign: null }],
    ['SEK', '1 234,50 kr', { amount: 1234.5, foreign: null }],
    ['SEK', '120:-', { amount: 120, foreign: null }],
    ['PLN', '12,00 zł', { amount: 12, foreign: null }],
    ['GBP', '£12.50', { amount: 12.5, foreign: null }],
    ['CAD', '$5', { amount: 5, foreign: null }],
    ['USD', 'C $5.00', { amount: null, foreign: 'C $' }],
    ['USD', '$5 CAD', { amount: null, foreign: 'CAD' }],
    ['USD', '12,00 €', { amount: null, foreign: 'EUR' }],
    ['EUR', '$12', { amount: null, foreign: '$' }],
    ['EUR', 'AU$ 1,234', { amount: null, foreign: 'AUD' }],
    ['EUR', 'about 12', { amount: null, foreign: null }],
    ['EUR', '€', { amount: null, foreign: null }],
    ['EUR', `€${'1'.repeat(60)}`, { amount: null, foreign: null }],
  ])('says its currency, before or behind: %s, %s', (currency, typed, read) => {
    expect(readMoney(typed, currency)).toEqual(read);
  });

  it.each([
    ['¥ 1,234', 1234],
    ['1.234', 1234],
    ['JPY1234', 1234],
    ['1234.00', 1234],
    ['10.50', null],
    ['0,5', null],
  ])('has no decimals in yen: %j is %s', (typed, yen) => {
    expect(parseAmount(typed, 'JPY')).toBe(yen);
  });
});

describe('in another currency', () => {
  it.each([
    ['EUR', ['€1,234.50', '-€0.05', '€0.00']],
    ['SEK', ['SEK\u00a01,234.50', '-SEK\u00a00.05', 'SEK\u00a00.00']],
    ['JPY', ['¥1,235', '¥0', '¥0']],
  ])('money is shown in %s', (currency, shown) => {
    expect([1234.5, -0.05, -0].map((amount) => formatMoney(amount, currency))).toEqual(shown);
  });

  it.each([
    ['USD', 'Amount must be at least $0.01.', 'Amount must be at least $0.01.'],
    ['EUR', 'Amount must be at least $0.01.', 'Amount must be at least €0.01.'],
    ['JPY', 'Amount must be at least $0.01.', 'Amount must be at least ¥1.'],
    ['JPY', 'Amount can be at most $10,000,000.', 'Amount can be at most ¥10,000,000.'],
    ['JPY', 'Enter the amount like this: 1234.50', 'Enter the amount like this: 1234'],
  ])('schemas speak of %s: %s', (currency, sentence, expected) => {
    expect(sentenceIn(currency, sentence)).toBe(expected);
  });
});
