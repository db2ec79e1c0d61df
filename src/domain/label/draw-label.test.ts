import { expect, it } from 'vitest';
import { LONG_ADDRESSES } from '../../../tests/support/long-addresses.ts';
import { PRINTED_SHIPMENT } from '../../../tests/support/printed-shipment.ts';
import { drawDocument } from './draw-document.ts';
import { LINE_HEIGHT, type TextMark, widthAtMost } from './drawing.ts';
import type { LabelSize, PrintedShipment } from './printing.ts';
import { wrapText } from './wrap-text.ts';

const NO_CODES = { code128: () => '', qr: () => [] };

const draw = (details: Partial<PrintedShipment>, size: LabelSize = '100x150') =>
  drawDocument(
    { shipments: [{ ...PRINTED_SHIPMENT, ...details }] },
    { document: 'labels', size, first: 1, hasSort: true },
    { brand: 'Waybill', phone: '', origin: 'https://parcels.example.com', day: '27 November' },
    NO_CODES,
  ).flatMap(({ marks }) => marks.filter((mark): mark is TextMark => mark.kind === 'text'));

/** As the widest of writers breaks it. */
const linesOf = ({ text, width, size, lines }: TextMark) => wrapText(text, { width: width / size, lines }, widthAtMost);

it.each(['100x150', 'a6'] as const)('500 addresses of eight countries are whole on a label of %s', (size) => {
  expect(LONG_ADDRESSES).toHaveLength(500);
  for (const { town, ...details } of LONG_ADDRESSES) {
    const marks = draw(details, size);
    const receiver = marks.slice(marks.findIndex(({ text }) => text === 'TO') + 1);
    expect(receiver.map(({ text }) => text)).toContain(town);
    const words = receiver
      .slice(0, 4)
      .flatMap(linesOf)
      .join(' ')
      .replaceAll(/[,\s]+/g, ' ');
    for (const word of details.shipTo.split(/[,\s]+/)) expect(words.toUpperCase()).toContain(word.toUpperCase());
    expect(
      receiver.slice(0, 4).filter((mark) => mark.isCut || linesOf(mark).some((line) => line.endsWith('…'))),
    ).toEqual([]);
    expect(Math.min(...marks.map((mark) => mark.size))).toBeGreaterThanOrEqual(2.2);
    for (const [at, { y, lines, size: type }] of receiver.slice(0, 4).entries()) {
      expect(y + lines * LINE_HEIGHT * type).toBeLessThan((receiver[at + 1]?.y ?? 150) + 0.01);
    }
  }
});

it('a label has the country once, however the address spells it', () => {
  for (const country of ['Sweden', 'sverige', 'SE']) {
    const texts = draw({ shipTo: `Kaj 1, 411 04 Göteborg, ${country}`, receiverCountry: 'Sweden', senderCountry: '' });
    const words = texts.map(({ text }) => text).join(' ');
    expect(words.match(/sweden|sverige|\bSE\b/gi)).toEqual(['SWEDEN']);
  }
});

it('what does not fit even in the smallest type is marked', () => {
  const cut = draw({ receiverName: 'W'.repeat(2_000), shipTo: `${'W'.repeat(3_000)}, 411 04 Göteborg` });
  expect(cut.filter(({ isCut }) => isCut).map(({ text }) => text.slice(0, 1))).toEqual(['W', 'W']);
  expect(cut.map(({ text }) => text)).toContain('411 04 Göteborg');
});
