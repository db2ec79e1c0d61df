import { expect, test } from 'vitest';
import { cashProblem, isRounded, smallestCoin, toCash } from './cash.ts';
import { decimalsOf, signOf } from './currency.ts';
import { currencyProblem } from './currency-problem.ts';
import { cellsToSend, draftToSend } from './shops/to-send.ts';

test.each(['USD', 'EUR', 'SEK', 'JPY', 'ISK'])('%s can be a brand’s currency', (code) => {
  expect(currencyProblem(code)).toBeNull();
});

test.each(['KWD', 'BHD', 'TND'])('%s cannot: the ledger counts hundredths', (code) => {
  expect(currencyProblem(code)).toBe(
    `has 3 decimals in ${code}, and amounts have two at most: choose another currency`,
  );
});

test.each(['', 'usd', 'EURO', 'BTC', '€', 'XYZ'])('%j is no currency', (code) => {
  expect(currencyProblem(code)).toBe('must be the code of a currency, such as EUR');
});

test('a currency has its own sign and decimals', () => {
  expect(['USD', 'EUR', 'SEK', 'JPY'].map(signOf)).toEqual(['$', '€', 'SEK', '¥']);
  expect(['USD', 'EUR', 'SEK', 'JPY'].map(decimalsOf)).toEqual([2, 2, 2, 0]);
});

test.each([
  ['CHF', 12.34, 0.05],
  ['CHF', 12.35, null],
  ['SEK', 499.5, 1],
  ['SEK', 499, null],
  ['DKK', 0.29, 0.5],
  ['NZD', 1.1, null],
  ['NZD', 1.15, 0.1],
  ['HUF', 12, 5],
  ['EUR', 12.34, null],
  ['USD', 0.29, null],
])('of %s, coins can’t pay %d: the smallest is %j', (currency, amount, smallest) => {
  expect(cashProblem(amount, smallestCoin(currency))).toBe(smallest);
});

test.each([
  ['SEK', 499.37, 499],
  ['SEK', 499.5, 500],
  ['SEK', 0.3, 0.3],
  ['CHF', 12.33, 12.35],
  ['HUF', 12_343, 12_345],
  ['EUR', 12.34, 12.34],
])('of %s, %d is paid with %d in cash', (currency, amount, cash) => {
  expect(toCash(amount, smallestCoin(currency))).toBe(cash);
});

test.each([
  [499, 499.37, true],
  [500, 499.37, false],
  [500, 499.5, true],
  // Coins can pay it.
  [499.5, 500, false],
])('%d in cash pays %d: %j', (paid, amount, isPaid) => {
  expect(isRounded(paid, amount, 1)).toBe(isPaid);
});

test('rows of a file and drafts note cash that coins can’t make up', () => {
  const facts = { line: 1, problems: [], money: { currency: 'CHF', smallestCoin: 0.05 } };
  const note = 'In cash it is CHF\u00A012.35: the smallest coin is CHF\u00A00.05.';
  expect(draftToSend({ ...facts, fields: { cod: '12.34' } }).notes).toEqual([note]);
  expect(draftToSend({ ...facts, fields: { cod: '12.35' } }).notes).toEqual([]);
  expect(cellsToSend({ ...facts, cells: { cod: '12,34' } }).notes).toEqual([note]);
  expect(cellsToSend({ ...facts, cells: { cod: 'soon' } }).notes).toEqual([]);
});
