import { printCod } from '../cod.ts';
import { counted } from '../figures.ts';
import { formatHours, printTimeWindow } from '../time-window.ts';
import { A4, inFours, type LabelOptions } from './draw-label.ts';
import { type Drawing, fitText, LINE_HEIGHT, type Mark, rule, text } from './drawing.ts';
import type { PrintedRun, PrintedShipment } from './printing.ts';

export const MARGIN = 12;
export const WIDTH = A4.width - 2 * MARGIN;
const HEAD_BOTTOM = 30;
const FOOT_TOP = A4.height - 14;
/** 26 of them on a page. */
const ROW_HEIGHT = 9.4;
const ADDRESS_SIZE = 2.9;
const NUMBERS_SIZE = 2.5;
const NUMBERS_HEIGHT = 3.6;
const NUMBERS_WIDTH = 26;
const NUMBERS_IN_A_LINE = 2;
/** In one row. */
const MAX_NUMBERS = 100;

export interface Row {
  height: number;
  draw(y: number): Mark[];
}

export interface Sheet {
  title: string;
  facts: string;
  columns: { x: number; width: number; text: string; align?: 'right' }[];
  /** Above the columns of the first page. */
  cover?: Row;
  rows: readonly Row[];
  /** It goes under the last row if it fits there. */
  end?: Row;
}

const x = { number: MARGIN, place: MARGIN + 11, numbers: MARGIN + 88, tick: MARGIN + 140, signature: MARGIN + 150 };
const PLACE_WIDTH = x.numbers - x.place - 3;
const NAME_ROOM = { width: PLACE_WIDTH, height: 4.1 };

/** 250 stops need at most ten pages of A4. */
export function drawRunSheet(
  { name, day, courier, stops }: PrintedRun,
  { brand, currency }: Pick<LabelOptions, 'brand' | 'currency'>,
): Drawing[] {
  const parcels = stops.reduce((sum, stop) => sum + stop.parcels.length, 0);
  const collections = stops.reduce((sum, stop) => sum + (stop.collections?.length ?? 0), 0);
  return drawSheets(
    {
      title: name,
      facts: [
        ...[day, courier, counted(stops.length, 'stop'), counted(parcels, 'parcel')],
        ...(collections > 0 ? [counted(collections, 'collection')] : []),
      ].join(' · '),
      columns: [
        { x: x.number, width: 10, text: 'Stop' },
        { x: x.place, width: PLACE_WIDTH, text: 'Name and address' },
        { x: x.numbers, width: 50, text: 'Parcels' },
        { x: x.tick - 2, width: 10, text: 'Done' },
        { x: x.signature, width: 36, text: 'Signature' },
      ],
      rows: stops
        .flatMap((stop) => [...partsOf(stop).map((part) => withNotes(part, currency)), ...collectionsOf(stop)])
        .map(drawStop),
    },
    brand,
  );
}

/** Both the shop and the courier sign. */
export function drawHandoverList(shipments: readonly PrintedShipment[], day: string, brand: string): Drawing[] {
  const parcels = shipments.reduce((sum, shipment) => sum + shipment.parcels, 0);
  const senders = [...new Set(shipments.map(({ senderName }) => senderName))];
  return drawSheets(
    {
      title: 'Hand-over list',
      facts: [
        ...[day, senders.length === 1 ? (senders[0] ?? '') : counted(senders.length, 'sender')],
        ...[counted(shipments.length, 'shipment'), counted(parcels, 'parcel')],
      ].join(' · '),
      columns: [
        { x: x.number, width: 10, text: 'No.' },
        { x: x.place, width: PLACE_WIDTH, text: 'Receiver and address' },
        { x: x.numbers, width: 50, text: 'Tracking ID' },
        { x: x.tick - 3, width: 14, text: 'Parcels' },
        { x: x.signature + 8, width: 20, text: 'Handed over' },
      ],
      rows: shipments.map((shipment, at) => ({
        height: heightFor(shipment.shipTo),
        draw: (y) => [
          ...drawPlace(y, at + 1, { name: shipment.receiverName, address: shipment.shipTo }),
          text({ x: x.numbers, y: y + 1, width: 50, size: 3.6, text: inFours(shipment.trackingId) }),
          text({ x: x.numbers, y: y + 5.1, width: 50, size: 2.7, text: shipment.reference }),
          text({ x: x.tick - 3, y: y + 1, width: 12, size: 3.6, text: String(shipment.parcels) }),
          tickBox(x.signature + 8, y),
        ],
      })),
      end: {
        height: 34,
        draw: (y) => [
          ...signatureLine(MARGIN, y + 22, 'Handed over by'),
          ...signatureLine(MARGIN + WIDTH / 2 + 4, y + 22, 'Taken over by'),
        ],
      },
    },
    brand,
  );
}

function partsOf(stop: PrintedRun['stops'][number]): PrintedRun['stops'] {
  const count = Math.max(stop.collections ? 0 : 1, Math.ceil(stop.parcels.length / MAX_NUMBERS));
  return Array.from({ length: count }, (_, at) => ({
    ...stop,
    parcels: stop.parcels.slice(at * MAX_NUMBERS, (at + 1) * MAX_NUMBERS),
  }));
}

/** They follow the deliveries, as on the phone, each with its own box and signature. */
const collectionsOf = ({ collections = [], name, ...stop }: PrintedRun['stops'][number]): PrintedRun['stops'] =>
  collections.map(({ party, expected, window, note }) => ({
    ...stop,
    parcels: [],
    name: [`Collect ${expected}`, formatHours(window)].filter(Boolean).join(', '),
    address: [party || name, stop.address, note].filter(Boolean).join(' · '),
  }));

/** What is due first is read first. */
const withNotes = (
  { hours, cod, ...stop }: PrintedRun['stops'][number],
  currency: string,
): PrintedRun['stops'][number] => ({
  ...stop,
  address: [cod ? printCod(cod, currency) : '', hours ? printTimeWindow(hours) : '', stop.address]
    .filter(Boolean)
    .join(' · '),
});

function drawStop({ number, name, address, parcels }: PrintedRun['stops'][number]): Row {
  const lines = Math.ceil(parcels.length / NUMBERS_IN_A_LINE);
  return {
    height: Math.max(heightFor(address), lines * NUMBERS_HEIGHT + 2),
    draw: (y) => [
      ...drawPlace(y, number, { name, address }),
      ...parcels.map((parcel, at) =>
        text({
          x: x.numbers + (at % NUMBERS_IN_A_LINE) * NUMBERS_WIDTH,
          y: y + 1 + Math.floor(at / NUMBERS_IN_A_LINE) * NUMBERS_HEIGHT,
          width: NUMBERS_WIDTH - 1,
          size: NUMBERS_SIZE,
          text: parcel,
        }),
      ),
      tickBox(x.tick, y),
      rule({ x: x.signature, y: y + ROW_HEIGHT - 2, width: WIDTH + MARGIN - x.signature }, 0.15),
    ],
  };
}

/** A long address has to be whole on the road. */
const linesOf = (address: string): number =>
  fitText(address, { width: PLACE_WIDTH, height: Number.POSITIVE_INFINITY }, ADDRESS_SIZE).lines;

const heightFor = (address: string): number => ROW_HEIGHT + (linesOf(address) - 1) * LINE_HEIGHT * ADDRESS_SIZE;

const drawPlace = (y: number, number: number, { name, address }: { name: string; address: string }): Mark[] => [
  text({ x: x.number, y: y + 1, width: 10, size: 3.8, isBold: true, text: String(number) }),
  text({ x: x.place, y: y + 0.9, width: PLACE_WIDTH, ...fitText(name, NAME_ROOM, 3.4), isBold: true, text: name }),
  text({ x: x.place, y: y + 5, width: PLACE_WIDTH, lines: linesOf(address), size: ADDRESS_SIZE, text: address }),
];

const tickBox = (left: number, y: number): Mark => ({
  kind: 'box',
  x: left,
  y: y + 2,
  width: 5,
  height: 5,
  thickness: 0.3,
});

const signatureLine = (left: number, y: number, words: string): Mark[] => [
  rule({ x: left, y, width: WIDTH / 2 - 4 }, 0.2),
  text({ x: left, y: y + 1, width: WIDTH / 2 - 4, size: 3, text: `${words}: name, time and signature` }),
];

export function drawSheets(sheet: Sheet, brand: string): Drawing[] {
  const pages: Mark[][] = [];
  let y = Number.POSITIVE_INFINITY;
  const place = (row: Row, hasRule: boolean) => {
    if (y + row.height > FOOT_TOP) {
      const cover = pages.length === 0 ? (sheet.cover?.height ?? 0) : 0;
      pages.push(drawSheetHead(sheet, brand, cover));
      y = HEAD_BOTTOM + cover;
    }
    pages
      .at(-1)
      ?.push(...row.draw(y), ...(hasRule ? [rule({ x: MARGIN, y: y + row.height, width: WIDTH }, 0.15)] : []));
    y += row.height;
  };
  for (const row of sheet.rows) place(row, true);
  if (sheet.end) place(sheet.end, false);
  return pages.map((marks, at) => ({
    ...A4,
    marks: [
      ...marks,
      text({
        x: MARGIN,
        y: FOOT_TOP + 4,
        width: WIDTH,
        size: 3,
        align: 'right',
        text: `Page ${at + 1} of ${pages.length}`,
      }),
    ],
  }));
}

const drawSheetHead = ({ title, facts, columns, cover }: Sheet, brand: string, below: number): Mark[] => [
  text({ x: MARGIN, y: 10, width: WIDTH * 0.7, size: 6, isBold: true, text: title }),
  text({ x: MARGIN + WIDTH * 0.7, y: 11, width: WIDTH * 0.3, size: 4.4, isBold: true, align: 'right', text: brand }),
  text({ x: MARGIN, y: 18.4, width: WIDTH, size: 3.4, text: facts }),
  ...(below > 0 ? (cover?.draw(25) ?? []) : []),
  ...columns.map((column) => text({ ...column, y: 25 + below, size: 2.8 })),
  rule({ x: MARGIN, y: HEAD_BOTTOM + below, width: WIDTH }, 0.4),
];
