import { expect, it } from 'vitest';
import { drawRunSheet } from './draw-list.ts';
import { LINE_HEIGHT, type TextMark } from './drawing.ts';

const LONG = 'Linnégatan 8, 413 04 Gothenburg, third floor, ring twice, then wait for the porter';

const sheetOf = (count: number, addressOf: (stop: number) => string) =>
  drawRunSheet(
    {
      ...{ name: 'Centre', day: 'Fri 27 Nov', courier: 'Bo Lindgren' },
      stops: Array.from({ length: count }, (_, at) => ({
        ...{ number: at + 1, name: 'Elin Strand', address: addressOf(at) },
        parcels: ['W48207K159XQ', 'W48207K159XQ-2'],
      })),
    },
    'Waybill',
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
