import { expect, it } from 'vitest';
import { type Drawing, LINE_HEIGHT } from '../../../src/domain/labels/drawing.ts';
import { PRINTER_DPI, type PrintedShipment } from '../../../src/domain/labels/printing.ts';
import { writeZpl } from '../../../src/domain/labels/write-zpl.ts';
import { SERVICE_TYPES } from '../../../src/domain/shipment.ts';
import { decodeCodes } from '../../../tests/support/decode-codes.ts';
import { drawLabelsOf, linkOf, PRINTED_SHIPMENT } from '../../../tests/support/printed-shipment.ts';
import { commandsOf, type Printed, printZpl } from '../../../tests/support/printed-zpl.ts';
import { openFonts } from './fonts.ts';
import { createLettering } from './lettering.ts';

const lettering = createLettering(openFonts([]));

const NAMES = ['Olav Nord', 'Ådalens Möbler & Köksfläkt', 'Łódź Sp. z o.o.', 'Москва', 'Δρόμος', 'Đặng Thị Ẫnh'];

it.each(PRINTER_DPI)('labels are read at %d dpi, in every script: bar code and QR code', async (dpi) => {
  const shipments = NAMES.map((receiverName, at) => ({
    ...PRINTED_SHIPMENT,
    trackingId: `W48207K1${String(at).padStart(2, '0')}XQ`,
    receiverName,
  }));
  const labels = writeZpl(drawLabelsOf(shipments), dpi, lettering);
  const read = [];
  for (const label of labels) read.push(await decodeCodes((await printZpl(label, dpi)).png));
  expect(read).toEqual(shipments.map(({ trackingId: id }) => [`Code128 ${id}`, `QRCode ${linkOf(id)}`]));
});

it('each parcel of a shipment has its number as bars', async () => {
  const labels = writeZpl(drawLabelsOf([{ ...PRINTED_SHIPMENT, parcels: 3 }]), 203, lettering);
  expect(labels).toHaveLength(3);
  expect(await decodeCodes((await printZpl(labels[2] ?? '', 203)).png)).toContain('Code128 W48207K159X1-3');
});

it('every kind of service is said in full', () => {
  const labels = writeZpl(
    drawLabelsOf(SERVICE_TYPES.map((service) => ({ ...PRINTED_SHIPMENT, service }))),
    203,
    lettering,
  );
  for (const [at, service] of SERVICE_TYPES.entries()) {
    expect(labels[at]).toContain(`^FD${service.toUpperCase().replace('&', '_26')}^FS`);
  }
});

const COMMANDS =
  /^\^(?:XA|CI28|LH0,0|PON|PMN|LRN|LS0|LT0|FWN|PR4|MMT|PW\d+|LL\d+|XZ|FS|FO\d+,\d+|A0N,\d+,\d+|FB\d+,1,0,[LCR]|FR|FH|FD[\w .,/()-]*|GB\d+,\d+,\d+|GFA,\d+,\d+,\d+,[0-9A-Zg-z,:]+)$/;

const HOSTILE = {
  'another label': '^XZ^XA^FO0,0^GB799,1199,1199^FS',
  'immediate commands': '~JA~JR~JX',
  'escaped commands': '_5EXZ_7EJA\\&\\^XZ',
  'control characters': 'a\r\n^XZ\r\nb\u0000\u0007\u001B\u009B',
  '300 wide letters': 'W'.repeat(300),
  '300 letters with tails': 'g'.repeat(300),
  '300 letters with two accents': 'Ẫ'.repeat(300),
  'forty words': 'Ångström '.repeat(40),
  'Arabic letters': 'محمد عبد الله',
  'ninety emoji': '🚚📦🎉'.repeat(30),
  'eighty Chinese letters': '中文地址'.repeat(20),
  'sixty accents on a letter': `a${'\u0301'.repeat(60)}`,
};

const DPI = 203;
const harmless = print({});

it.each(Object.entries(HOSTILE))('%s start no command and stay in their boxes', async (_kind, words) => {
  const hostile = { senderName: words, reference: words, receiverName: words, shipTo: words, weight: words };
  const page = await print(hostile);
  const commands = commandsOf(page.zpl);
  expect(commands.filter((command) => !COMMANDS.test(command))).toEqual([]);
  expect(commands.filter((command) => /^\^X[AZ]/.test(command))).toEqual(['^XA', '^XZ']);
  expect(commands.at(-1)).toBe('^XZ');
  expect(findStrayDot(await harmless, page)).toBeUndefined();
});

interface Page extends Printed {
  drawing: Drawing;
  zpl: string;
}

async function print(details: Partial<PrintedShipment>): Promise<Page> {
  const [drawing = { width: 0, height: 0, marks: [] }] = drawLabelsOf([{ ...PRINTED_SHIPMENT, ...details }]);
  const [zpl = ''] = writeZpl([drawing], DPI, lettering);
  return { ...(await printZpl(zpl, DPI)), drawing, zpl };
}

/** Finds a dot that only one page has, outside the boxes of its own marks. */
function findStrayDot(one: Page, other: Page): { x: number; y: number } | undefined {
  const marksOf = ({ drawing }: Page) => new Map(drawing.marks.map((mark) => [JSON.stringify(mark), mark]));
  const [ofOne, ofOther] = [marksOf(one), marksOf(other)];
  const own = [...ofOne, ...ofOther].filter(([key]) => !ofOne.has(key) || !ofOther.has(key)).map(([, mark]) => mark);
  const dots = (millimetres: number) => (millimetres * DPI) / 25.4;
  const boxes = own.flatMap((mark) =>
    mark.kind === 'text'
      ? [
          {
            left: dots(mark.x) - 1,
            top: dots(mark.y) - 1,
            right: dots(mark.x + mark.width) + 1,
            bottom: dots(mark.y + mark.lines * LINE_HEIGHT * mark.size) + 1,
          },
        ]
      : [],
  );
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      if (one.isBlack(x, y) === other.isBlack(x, y)) continue;
      if (!boxes.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom)) {
        return { x, y };
      }
    }
  }
  return undefined;
}
