import { expect, it } from 'vitest';
import { knowAgain } from './know-again.ts';
import type { ReadEntry } from './read-bank-file.ts';

const entry = (details: Partial<ReadEntry> = {}): ReadEntry => ({
  account: 'DE89370400440532013000',
  bookedOn: '2026-11-26',
  amountCents: 500n,
  name: 'Ada',
  text: 'Kaffee',
  reference: null,
  isReturn: false,
  counterAccount: null,
  ids: [],
  ...details,
});
const here = (...entries: ReadEntry[]) => entries.map((one, at) => ({ ...one, id: `here-${at}` }));
const again = (read: ReadEntry[], ...stored: ReadEntry[]) => {
  const { fresh, known } = knowAgain(read, here(...stored));
  return { known, fresh: fresh.map(({ alikeOf }) => alikeOf) };
};

it.each([
  [
    'by the bank’s id, whatever it says now',
    { ids: ['bank 1'] },
    { ids: ['bank 1'], text: 'Kaffee, and more words', name: '' },
  ],
  ['by the payer’s id, once the bank has added its own', { ids: ['payer A'] }, { ids: ['bank 1', 'payer A'] }],
  ['by its words, once the bank has added an id', {}, { ids: ['bank 1'] }],
])('a payment is known again %s', (_, stored, read) => {
  expect(again([entry(read)], entry(stored))).toEqual({ known: 1, fresh: [] });
});

it.each([
  ['of another day', { bookedOn: '2026-11-27' }],
  ['of another account', { account: 'SE4550000000058398257466' }],
  ['of another amount', { amountCents: 501n }],
  ['in the other direction', { amountCents: -500n }],
])('a payment %s is another', (_, details) => {
  expect(again([entry(details)], entry())).toEqual({ known: 0, fresh: [null] });
});

it('the same words each month are another payment where the bank says so', () => {
  const rent = entry({ ids: ['bank 1', 'payer RENT'] });
  expect(again([entry({ ids: ['bank 2', 'payer RENT'] })], rent)).toEqual({ known: 0, fresh: [null] });
});

it('files with and without details are of one payment, and a batch is maybe its parts', () => {
  const whole = entry({ ids: ['bank E'] });
  expect(again([entry({ ids: ['bank D', 'bank E'], text: 'More' })], whole)).toEqual({ known: 1, fresh: [] });
  const parts = [200n, 300n].map((amountCents) => entry({ amountCents, ids: [`bank ${amountCents}`, 'of E'] }));
  expect(again(parts, whole)).toEqual({ known: 0, fresh: ['here-0', 'here-0'] });
  expect(again([whole], ...parts)).toEqual({ known: 0, fresh: ['here-1'] });
});

it('other words without an id are maybe the same', () => {
  expect(again([entry({ text: 'Kaffee und Kuchen' })], entry())).toEqual({ known: 0, fresh: ['here-0'] });
  expect(again([entry({ text: 'Kaffee und Kuchen', ids: ['bank 1'] })], entry())).toEqual({
    known: 0,
    fresh: ['here-0'],
  });
});

it.each([
  ['J. de Vries', 'DE VRIES', 'here-0'],
  ['Müller', 'MULLER', 'here-0'],
  ['', 'Ada', 'here-0'],
  ['Ada', 'Grace', null],
])('%s and %s with other words are alike: %s', (name, known, alikeOf) => {
  expect(again([entry({ name, text: 'Other' })], entry({ name: known }))).toEqual({ known: 0, fresh: [alikeOf] });
});

it('two alike in one file are two, and one of them in the next is one of the two', () => {
  expect(again([entry(), entry()])).toEqual({ known: 0, fresh: [null, null] });
  expect(again([entry()], entry(), entry())).toEqual({ known: 1, fresh: [] });
  expect(again([entry(), entry(), entry()], entry(), entry())).toEqual({ known: 2, fresh: [null] });
});
