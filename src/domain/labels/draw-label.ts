import { printCod } from '../cod.ts';
import { printTimeWindow } from '../time-window.ts';
import { inGroupsOfFour } from '../tracking-id.ts';
import {
  type Area,
  type Drawing,
  type Encoders,
  fitText,
  LINE_HEIGHT,
  type Mark,
  movedBy,
  QUIET_ZONE_MM,
  rule,
  sizeFor,
  text,
} from './drawing.ts';
import { LABELS_ON_A4, type LabelMark, type LabelSize, type PrintedShipment, parcelNumber } from './printing.ts';
import { splitAddress } from './split-address.ts';

export interface LabelOptions {
  brand: string;
  currency: string;
  /** The QR code leads to the parcel’s page there. */
  origin: string;
  size: LabelSize;
  hasSort: boolean;
  /** The first free place on a sheet of four. */
  first: number;
}

export const A6 = { width: 105, height: 148 };
export const A4 = { width: 210, height: 297 };
const THERMAL = { width: 100, height: 150 };

const MARK_WORDS: Record<LabelMark, string> = { signature: 'SIGNATURE', hold: 'HELD' };

const MARGIN = 4;
const QR_SIZE = 26;
const BARS_HEIGHT = 22;
const COD_HEIGHT = 11;

export function drawLabels(
  shipments: readonly PrintedShipment[],
  options: LabelOptions,
  encoders: Encoders,
): Drawing[] {
  const page = options.size === '100x150' ? THERMAL : A6;
  const labels = shipments.flatMap((shipment) =>
    Array.from({ length: shipment.parcels }, (_, at) => ({
      ...page,
      marks: drawLabel(shipment, at + 1, { ...options, page, encoders }),
    })),
  );
  return options.size === 'a4' ? fourOnASheet(labels, options.first) : labels;
}

function fourOnASheet(labels: readonly Drawing[], first: number): Drawing[] {
  const sheets: Drawing[] = [];
  const [column, row] = [A4.width / 2, A4.height / 2];
  for (let at = -(first - 1); at < labels.length; at += LABELS_ON_A4) {
    const marks = labels.slice(Math.max(0, at), at + LABELS_ON_A4).flatMap(({ marks: drawn }, index) => {
      const place = index + Math.max(0, -at);
      return movedBy(drawn, (place % 2) * column, Math.floor(place / 2) * row);
    });
    sheets.push({ ...A4, marks });
  }
  return sheets;
}

interface LabelPlace extends Pick<LabelOptions, 'brand' | 'currency' | 'origin' | 'hasSort'> {
  page: { width: number; height: number };
  encoders: Encoders;
}

function drawLabel(shipment: PrintedShipment, parcel: number, place: LabelPlace): Mark[] {
  const { page, encoders } = place;
  const width = page.width - 2 * MARGIN;
  const right = page.width - MARGIN;
  const number = parcelNumber(shipment.trackingId, parcel);
  const barsTop = page.height - MARGIN - BARS_HEIGHT - 6;
  const qrTop = barsTop - 6 - QR_SIZE;
  const besideQr = width - QR_SIZE - 5;
  const codHeight = shipment.cod ? COD_HEIGHT + 1 : 0;
  return [
    ...drawHead(shipment, place, { x: MARGIN, y: MARGIN, width }),
    rule({ x: MARGIN, y: 15, width }),
    ...drawSender(shipment, { x: MARGIN, y: 16.5, width: width * 0.56 }),
    ...drawFacts(shipment, parcel, { x: MARGIN + width * 0.6, y: 16.5, width: width * 0.4 }),
    rule({ x: MARGIN, y: 33, width }),
    ...drawReceiver(shipment, { x: MARGIN, y: 34.5, width, height: qrTop - 2.5 - 34.5 - codHeight }),
    ...(shipment.cod ? drawCod(shipment.cod, place.currency, { x: MARGIN, y: qrTop - 3.5 - COD_HEIGHT, width }) : []),
    rule({ x: MARGIN, y: qrTop - 2.5, width }),
    {
      kind: 'qr',
      x: right - QR_SIZE - 1,
      y: qrTop,
      size: QR_SIZE,
      rows: encoders.qr(linkOfParcel(shipment, parcel, place)),
    },
    text({
      x: MARGIN,
      y: qrTop - 0.5,
      width: besideQr,
      isBold: true,
      size: sizeFor(inFours(shipment.trackingId), besideQr, 6.2),
      text: inFours(shipment.trackingId),
    }),
    ...drawHandling(shipment, place, { x: MARGIN, y: qrTop + 8, width: besideQr }),
    ...(shipment.isTest ? drawTest({ x: MARGIN, y: qrTop + 16, width: besideQr }) : []),
    {
      kind: 'bars',
      x: QUIET_ZONE_MM,
      y: barsTop,
      width: page.width - 2 * QUIET_ZONE_MM,
      height: BARS_HEIGHT,
      text: number,
      modules: encoders.code128(number),
    },
    text({ x: MARGIN, y: barsTop + BARS_HEIGHT + 1, width, size: 4, align: 'center', text: number }),
  ];
}

export const linkTo = ({ trackingId }: PrintedShipment, { origin }: Pick<LabelOptions, 'origin'>): string =>
  `${origin}/track/${trackingId}`;

/** A phone may see only this code, so it says which parcel it is on. */
const linkOfParcel = (shipment: PrintedShipment, parcel: number, place: Pick<LabelOptions, 'origin'>): string =>
  shipment.parcels > 1 ? `${linkTo(shipment, place)}-${parcel}` : linkTo(shipment, place);

export const inFours = (trackingId: string): string => inGroupsOfFour(trackingId).join(' ');

const fitted = (words: string, { height, ...area }: Area & { height: number }, most: number) =>
  text({ ...area, ...fitText(words, { width: area.width, height }, most), text: words });

const caption = (area: Area, words: string): Mark => text({ ...area, size: 2.4, text: words });

function drawHead(shipment: PrintedShipment, { brand }: LabelPlace, { x, y, width }: Area): Mark[] {
  const box = { x: x + width * 0.5, y, width: width * 0.5, height: 9 };
  const words = shipment.service.toUpperCase();
  const size = sizeFor(words, box.width - 2, 4.6);
  const top = y + (box.height - LINE_HEIGHT * size) / 2;
  return [
    text({ x, y: y + 0.5, width: width * 0.48, size: 6, isBold: true, text: brand }),
    { kind: 'box', ...box },
    text({
      x: box.x + 1,
      y: top,
      width: box.width - 2,
      size,
      isBold: true,
      align: 'center',
      isWhite: true,
      text: words,
    }),
  ];
}

function drawSender({ senderName, senderCountry }: PrintedShipment, area: Area): Mark[] {
  const { x, y, width } = area;
  return [
    caption(area, 'FROM'),
    fitted(senderName, { x, y: y + 3, width, height: 8.2 }, 3.4),
    fitted(senderCountry, { x, y: y + 11.2, width, height: 5.3 }, 3),
  ];
}

function drawFacts({ parcels, weight, reference }: PrintedShipment, parcel: number, { x, y, width }: Area): Mark[] {
  const half = width / 2;
  return [
    caption({ x, y, width: half }, 'PARCEL'),
    text({ x, y: y + 2.6, width: half, size: 4.2, isBold: true, text: `${parcel} of ${parcels}` }),
    caption({ x: x + half, y, width: half }, 'WEIGHT'),
    fitted(weight, { x: x + half, y: y + 2.9, width: half, height: 5.4 }, 3.4),
    ...(reference ? [caption({ x, y: y + 8.4, width }, 'REFERENCE')] : []),
    fitted(reference, { x, y: y + 11.2, width, height: 5.3 }, 3.2),
  ];
}

/** Nobody must hand the parcel over without this money. */
function drawCod(cod: number, currency: string, { x, y, width }: Area): Mark[] {
  const words = printCod(cod, currency);
  const size = sizeFor(words, width - 4, 8);
  return [
    { kind: 'box', x, y, width, height: COD_HEIGHT },
    text({
      x: x + 2,
      y: y + (COD_HEIGHT - LINE_HEIGHT * size) / 2,
      width: width - 4,
      size,
      isBold: true,
      align: 'center',
      isWhite: true,
      text: words,
    }),
  ];
}

/** A long street makes names and towns smaller before it is cut. */
const SCALES = [1, 0.8, 0.64, 0.5];

function drawReceiver(shipment: PrintedShipment, { x, y, width, height }: Area & { height: number }): Mark[] {
  const captionHeight = 3;
  const room = { width, height: height - captionHeight };
  const layouts = SCALES.map((scale) => layOut(shipment, room, scale));
  const lines = layouts.find((layout) => layout.every(({ isCut }) => !isCut)) ?? layouts.at(-1) ?? [];
  let top = y + captionHeight;
  const marks = lines.map((line) => {
    const mark = text({ ...line, x, y: top, width });
    top += line.lines * LINE_HEIGHT * line.size;
    return mark;
  });
  return [caption({ x, y, width }, 'TO'), ...marks];
}

/** The street gets what town and country leave. */
function layOut(shipment: PrintedShipment, { width, height }: { width: number; height: number }, scale: number) {
  const { street, town, country } = splitAddress(shipment);
  let room = height;
  const reserve = (words: string, most: { height: number; size: number }) => {
    const fitting = fitText(words, { width, height: Math.min(room, most.height) }, most.size);
    room -= words ? fitting.lines * LINE_HEIGHT * fitting.size : 0;
    return { ...fitting, text: words };
  };
  const countryLine = reserve(country.toUpperCase(), { height: 5.4, size: 4.4 });
  const size = 5.4 * scale;
  const isShort = !fitText(town, { width, height: 13 * scale }, size).isCut;
  const townLine = reserve(town, { height: isShort ? 13 * scale : room, size });
  const nameLine = reserve(shipment.receiverName, { height: 15.4 * scale, size: 6.4 * scale });
  const streetLine = reserve(street, { height: room, size: 5 });
  return [
    { ...nameLine, isBold: true },
    streetLine,
    { ...townLine, isBold: true },
    { ...countryLine, isBold: true },
  ].filter((line) => line.text);
}

/** Nobody must send such a label. */
const drawTest = ({ x, y, width }: Area): Mark[] => [
  { kind: 'box', x, y, width, height: 10 },
  text({ x, y: y + 0.8, width, size: 7, isBold: true, align: 'center', isWhite: true, text: 'TEST' }),
];

function drawHandling(
  { marks, timeWindow = '', sort }: PrintedShipment,
  place: LabelPlace,
  { x, y, width }: Area,
): Mark[] {
  const hours = printTimeWindow(timeWindow);
  const words = [...(hours ? [hours] : []), ...marks.map((mark) => MARK_WORDS[mark])];
  const boxWidth = hours ? (width + 2) / words.length - 2 : 29;
  const boxes = words.flatMap((word, at): Mark[] => {
    const isWhite = at === 0 && hours !== '';
    const left = x + at * (boxWidth + 2);
    const size = sizeFor(word, boxWidth - 2, 3.8);
    return [
      { kind: 'box', x: left, y, width: boxWidth, height: 6.5, ...(!isWhite && { thickness: 0.5 }) },
      text({
        x: left + 1,
        y: y + (6.5 - LINE_HEIGHT * size) / 2,
        width: boxWidth - 2,
        size,
        isBold: true,
        align: 'center',
        isWhite,
        text: word,
      }),
    ];
  });
  if (!place.hasSort || !sort) return boxes;
  const { run, stop, day } = sort;
  return [
    ...boxes,
    text({ x, y: y + 8.2, width, size: 4.6, isBold: true, text: `${stop} · ${run}` }),
    text({ x, y: y + 14, width, size: 3.2, text: `For ${day}` }),
  ];
}
