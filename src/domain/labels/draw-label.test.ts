import { expect, it } from 'vitest';
import { LONG_ADDRESSES } from '../../../tests/support/long-addresses.ts';
import { PRINTED_SHIPMENT } from '../../../tests/support/printed-shipment.ts';
import { drawDocument } from './draw-document.ts';
import { LINE_HEIGHT, type TextMark, widthAtMost } from './drawing.ts';
import { labelNote, NO_CODES, ownLabelNote } from './label-note.ts';
import type { LabelSize, PrintedShipment } from './printing.ts';
import { splitAddress } from './split-address.ts';
import { wrapText } from './wrap-text.ts';

const draw = (details: Partial<PrintedShipment>, size: LabelSize = '100x150', currency = 'USD') =>
  drawDocument(
    { shipments: [{ ...PRINTED_SHIPMENT, ...details }] },
    { document: 'labels', size, first: 1, hasSort: true },
    { brand: 'Waybill', phone: '', currency, origin: 'https://parcels.example.com', day: '27 November' },
    NO_CODES,
  ).flatMap(({ marks }) => marks.filter((mark): mark is TextMark => mark.kind === 'text'));

/** Breaks lines as the widest of writers does. */
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

it.each([
  ['1 High Street Kings Lynn PE30 1AB', '1 High Street', 'Kings Lynn PE30 1AB'],
  ['1 High Street, Kings Lynn PE30 1AB', '1 High Street', 'Kings Lynn PE30 1AB'],
  ['12 Midsummer Boulevard Milton Keynes MK9 3BL', '12 Midsummer Boulevard', 'Milton Keynes MK9 3BL'],
  ['1 High St St Albans AL1 3AA', '1 High St', 'St Albans AL1 3AA'],
  ['12 St Albans Road Watford WD17 1AA', '12 St Albans Road', 'Watford WD17 1AA'],
  ['5 Park Lane London W1K 1PN', '5 Park Lane', 'London W1K 1PN'],
  ['1 High Street Flat 2 Kings Lynn PE30 1AB', '1 High Street Flat 2', 'Kings Lynn PE30 1AB'],
  ['Rose Cottage Church Lane Bury St Edmunds IP33 1AA', 'Rose Cottage Church Lane', 'Bury St Edmunds IP33 1AA'],
  ['123 Main Street San Luis Obispo CA 93401', '123 Main Street', 'San Luis Obispo CA 93401'],
  ['Storgatan 2 411 38 Göteborg', 'Storgatan 2', '411 38 Göteborg'],
  ['1 Broadgate Kings Lynn PE30 1AB', '', '1 Broadgate Kings Lynn PE30 1AB'],
])('no name of a town is torn: %s', (shipTo, street, town) => {
  expect(splitAddress({ shipTo, receiverCountry: '' })).toMatchObject({ street, town });
});

it('says which texts a label cuts, however they are given', () => {
  const reference = '1234567890'.repeat(6);
  const sentence = `Too long to print in full, so its end is cut: “${reference.slice(0, 40)}…”.`;
  expect(labelNote({ ...PRINTED_SHIPMENT, reference })).toBe(sentence);
  expect(ownLabelNote({ reference, line1: 'Kaj 1', city: 'Göteborg', postcode: '411 04' })).toBe(sentence);
  expect(labelNote(PRINTED_SHIPMENT)).toBe('');
  expect(labelNote({ ...PRINTED_SHIPMENT, cod: '499,00' })).toBe('');
  expect(ownLabelNote({})).toBe('');
});

it('a time window is emphasised, above all other notes', () => {
  const marksOf = (timeWindow: string, marks: PrintedShipment['marks']) =>
    draw({ timeWindow, marks }).filter(({ text }) => /^(BEFORE|14|SIGNATURE|HELD)/.test(text));
  expect(marksOf('before 12:00', []).map(({ text, isWhite }) => [text, isWhite])).toEqual([['BEFORE 12', true]]);
  const all = marksOf('14:00–16:00, not Sat, Sun', ['signature', 'hold']);
  expect(all.map(({ text }) => text)).toEqual(['14–16 NOT SAT SUN', 'SIGNATURE', 'HELD']);
  for (const mark of all) {
    expect(linesOf(mark)).toEqual([mark.text]);
    expect(widthAtMost(mark.text) * mark.size).toBeLessThanOrEqual(mark.width);
  }
  expect(marksOf('', ['hold'])).toHaveLength(1);
});

it.each([
  ['EUR', 'COD 4980.00'],
  ['JPY', 'COD 4980'],
])('cash on delivery has the decimals of %s', (currency, printed) => {
  expect(draw({ cod: 4980 }, 'a6', currency).map(({ text }) => text)).toContain(printed);
});
