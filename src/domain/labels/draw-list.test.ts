import { expect, it } from 'vitest';
import { drawRunSheet } from './draw-list.ts';
import { LINE_HEIGHT, type TextMark } from './drawing.ts';

const LONG = 'Linnégatan 8, 413 04 Gothenburg, third floor, ring twice, then wait for the porter';

const sheetOf = (count: number, addressOf: (stop: number) => string) =>
  drawRunSheet(
    {
      name: 'Centre',
      day: 'Fri 27 Nov',
      courier: 'Bo Lindgren',
      stops: Array.from({ length: count }, (_, at) => ({
        number: at + 1,
        name: 'Elin Strand',
        address: addressOf(at),
        parcels: ['W48207K159XQ', 'W48207K159XQ-2'],
      })),
    },
    { brand: 'Waybill', currency: 'JPY' },
  );

it('250 stops take at most ten pages', () => {
  expect(sheetOf(250, (stop) => `Linnégatan ${stop}, 413 04 Gothenburg`).length).toBeLessThanOrEqual(10);
});

it('a long address has more lines, and nothing is drawn over it', () => {
  const [page] = sheetOf(40, (stop) => (stop % 2 ? 'Kungsgatan 1' : LONG));
  const places = (page?.marks ?? []).filter((mark): mark is TextMark => mark.kind === 'text' && mark.x === 23);
  const addresses = places.filter(({ text }) => text === LONG);
  expect(new Set(addresses.map(({ lines }) => lines))).toEqual(new Set([3]));
  for (const [at, { y, lines, size }] of places.entries()) {
    expect(places[at + 1]?.y ?? 297).toBeGreaterThan(y + lines * LINE_HEIGHT * size - 0.1);
  }
});

it('a collection has its own row, after the deliveries of its stop', () => {
  const window = { from: '16:00', until: '17:00' };
  const place = { name: 'Harbour Books', address: 'Kaj 1, 411 04 Gothenburg' };
  const [page] = drawRunSheet(
    {
      name: 'Centre',
      day: 'Fri 27 Nov',
      courier: 'Bo Lindgren',
      stops: [
        {
          ...place,
          number: 1,
          parcels: ['W48207K159XQ'],
          hours: 'before 12:00',
          cod: 4980,
          collections: [{ party: 'Harbour Books', expected: 8, window, note: 'At the back door' }],
        },
        { ...place, number: 2, parcels: [], collections: [{ party: 'Elin Strand', expected: 1, window, note: '' }] },
      ],
    },
    { brand: 'Waybill', currency: 'JPY' },
  );
  const texts = (page?.marks ?? []).flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(texts).toContain('Fri 27 Nov · Bo Lindgren · 2 stops · 1 parcel · 2 collections');
  expect(texts.slice(texts.indexOf('1'), -1)).toEqual([
    ...['1', 'Harbour Books', 'COD 4980 · BEFORE 12 · Kaj 1, 411 04 Gothenburg', 'W48207K159XQ'],
    ...['1', 'Collect 8, 16:00–17:00', 'Harbour Books · Kaj 1, 411 04 Gothenburg · At the back door'],
    ...['2', 'Collect 1, 16:00–17:00', 'Elin Strand · Kaj 1, 411 04 Gothenburg'],
  ]);
});
