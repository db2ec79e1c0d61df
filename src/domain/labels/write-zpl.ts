import {
  type BarsMark,
  type BoxMark,
  type Drawing,
  LINE_HEIGHT,
  type Mark,
  type QrMark,
  type TextMark,
} from './drawing.ts';
import { drawnText } from './letters.ts';
import type { PrinterDpi } from './printing.ts';
import { wrapText } from './wrap-text.ts';

/** Rows of dots, true for black. */
export type Bitmap = readonly (readonly boolean[])[];

export interface Lettering {
  measure(line: string, isBold: boolean): number;
  /** `size` is an em in dots. It draws `LINE_HEIGHT` × `size` rows. */
  rasterize(line: string, style: { size: number; isBold: boolean }): Bitmap;
}

const MM_PER_INCH = 25.4;

/** Capitals of font 0 begin here, in em from the top of a line. */
const CAPITALS_TOP = 0.27;

/** Font 0 may lack these. `\\&` would be a line break. */
const NOT_IN_FONT_0 = /[^\u0020-\u005B\u005D-\u007E\u00A1-\u00FF]/;

/** No printer’s font 0 is wider than this, in em; other letters are of `LETTER_WIDTH`. */
const WIDTHS: readonly (readonly [em: number, letters: string])[] = [
  [0.32, " '|¦{}/:;IfijltÌÍÎÏìíîï"],
  [0.38, '!"(),.[]`r¡¨¯´·¸ª²³¹º'],
  [0.48, 'JcksvxyzçýÿÞ°'],
  [0.6, 'ABCKPSVXY¶ÀÁÂÃÄÅÇÝÞ'],
  [0.66, 'DGHNOQRUÐÑÒÓÔÕÖØÙÚÛÜ'],
  [0.75, '&wæ'],
  [0.84, 'MmÆ¼½¾-'],
  [0.9, '%@W©®'],
];
const LETTER_WIDTH = 0.54;
const WIDTH_OF = new Map(WIDTHS.flatMap(([em, letters]) => Array.from(letters, (letter) => [letter, em] as const)));

/**
 * It resets what other programs left in a printer: upright, not mirrored, not inverted, not moved,
 * 4 inches a second, torn off.
 */
const PLAIN = '^PON^PMN^LRN^LS0^LT0^FWN^PR4^MMT';

export function writeZpl(drawings: readonly Drawing[], dpi: PrinterDpi, lettering: Lettering): string[] {
  const dots = dotsAt(dpi);
  return drawings.map(({ width, height, marks }) => {
    const fields = marks.map((mark) => writeMark(mark, dots, lettering));
    return `^XA^CI28^LH0,0${PLAIN}^PW${dots(width)}^LL${dots(height)}\n${fields.join('')}^XZ\n`;
  });
}

type ToDots = (millimetres: number) => number;

/** Returns what turns millimetres into whole dots. */
export const dotsAt =
  (dpi: PrinterDpi): ToDots =>
  (millimetres) =>
    Math.round((millimetres * dpi) / MM_PER_INCH);

/** Dots at a place of a page. */
export interface Stamp {
  x: number;
  y: number;
  rows: Bitmap;
}

function writeMark(mark: Mark, dots: ToDots, lettering: Lettering): string {
  switch (mark.kind) {
    case 'text':
      return writeText(mark, dots, lettering);
    case 'line':
      return writeBox({ ...mark, kind: 'box' }, dots);
    case 'box':
      return writeBox(mark, dots);
    // Printers’ own codes would differ between printers.
    case 'bars':
    case 'qr':
      return writeStamp(stampCode(mark, dots));
  }
}

export function boxInDots({ x, y, width, height, thickness }: Omit<BoxMark, 'kind'>, dots: ToDots) {
  const line = thickness === undefined ? Math.min(dots(width), dots(height)) : Math.max(1, dots(thickness));
  return { x: dots(x), y: dots(y), across: Math.max(line, dots(width)), down: Math.max(line, dots(height)), line };
}

function writeBox(mark: BoxMark, dots: ToDots): string {
  const { x, y, across, down, line } = boxInDots(mark, dots);
  return field(x, y, `^GB${across},${down},${line}`);
}

function barsOf({ width, height, modules }: BarsMark, dots: ToDots): Bitmap {
  const [row = []] = enlarged([Array.from(modules, (module) => module === '1')], dots(width));
  return Array.from({ length: dots(height) }, () => row);
}

/** Each module is a square of whole dots, as large as fits. */
function enlarged(rows: Bitmap, width: number): Bitmap {
  const times = Math.max(1, Math.floor(width / (rows[0]?.length ?? 1)));
  const repeat = <Item>(items: readonly Item[]) => items.flatMap((item) => Array<Item>(times).fill(item));
  return repeat(rows.map(repeat));
}

export function stampCode(mark: BarsMark | QrMark, dots: ToDots): Stamp {
  const width = dots(mark.kind === 'bars' ? mark.width : mark.size);
  const rows = mark.kind === 'bars' ? barsOf(mark, dots) : enlarged(mark.rows, width);
  return { x: dots(mark.x) + Math.floor((width - (rows[0]?.length ?? 0)) / 2), y: dots(mark.y), rows };
}

export function stampText(mark: TextMark, dots: ToDots, lettering: Lettering): Stamp[] {
  const style = { size: dots(mark.size), isBold: mark.isBold ?? false };
  const [x, width] = [dots(mark.x), dots(mark.width)];
  const measure = (line: string) => lettering.measure(line, style.isBold);
  return wrapText(drawnText(mark.text), { width: width / style.size, lines: mark.lines }, measure).flatMap(
    (line, at) => {
      const rows = lettering.rasterize(line, style).map((row) => row.slice(0, width));
      const used = rows[0]?.length;
      const y = dots(mark.y + at * LINE_HEIGHT * mark.size);
      return used ? [{ x: x + shift(mark, width - used), y, rows }] : [];
    },
  );
}

const writeStamp = ({ x, y, rows }: Stamp, reverse = ''): string => field(x, y, reverse + formatGraphic(rows));

function writeText(mark: TextMark, dots: ToDots, lettering: Lettering): string {
  const text = drawnText(mark.text);
  const reverse = mark.isWhite ? '^FR' : '';
  if (NOT_IN_FONT_0.test(text)) {
    return stampText(mark, dots, lettering)
      .map((stamp) => writeStamp(stamp, reverse))
      .join('');
  }
  const [x, width, size] = [dots(mark.x), dots(mark.width), dots(mark.size)];
  return wrapText(text, { width: width / size, lines: mark.lines }, measureFont0)
    .map((line, at) => {
      const y = mark.y + at * LINE_HEIGHT * mark.size;
      const block = mark.align ? `^FB${width},1,0,${ALIGNMENTS[mark.align]}` : '';
      const font = `^A0N,${size},${size}${block}${reverse}`;
      return field(x, dots(y + CAPITALS_TOP * mark.size), `${font}^FH^FD${escapeText(line.replaceAll('…', '...'))}`);
    })
    .join('');
}

const ALIGNMENTS = { left: 'L', center: 'C', right: 'R' };

const shift = ({ align }: TextMark, room: number): number =>
  align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;

function measureFont0(line: string): number {
  let em = 0;
  for (const letter of line.replaceAll('…', '...')) em += WIDTH_OF.get(letter) ?? LETTER_WIDTH;
  return em;
}

/** Nothing in a text may be a command, or not ASCII. */
const escapeText = (text: string): string => text.replace(/[^A-Za-z0-9 .,/()-]/g, (letter) => `_${bytesOf(letter)}`);

const bytesOf = (letter: string): string =>
  letter < '\u0080'
    ? letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
    : encodeURIComponent(letter).slice(1).replaceAll('%', '_');

const field = (x: number, y: number, content: string): string =>
  `^FO${Math.max(0, x)},${Math.max(0, y)}${content}^FS\n`;

const DIGIT_BITS = 4;
const BYTE_BITS = 8;

/** Compresses hexadecimal digits: `:` repeats the row before, `,` leaves the rest empty. */
function formatGraphic(rows: Bitmap): string {
  const bytesPerRow = Math.ceil((rows[0]?.length ?? 0) / BYTE_BITS);
  let before: readonly boolean[] | undefined;
  const data = rows.map((row) => {
    const isRepeated = row === before || (before && row.every((dot, at) => dot === before?.[at]));
    before = row;
    return isRepeated ? ':' : formatRow(row, bytesPerRow);
  });
  const size = bytesPerRow * rows.length;
  return `^GFA,${size},${size},${bytesPerRow},${data.join('')}`;
}

function formatRow(row: readonly boolean[], bytes: number): string {
  const digits = Array.from({ length: bytes * 2 }, (_, at) => {
    const bits = Array.from({ length: DIGIT_BITS }, (_, bit) => (row[at * DIGIT_BITS + bit] ? '1' : '0'));
    return Number.parseInt(bits.join(''), 2).toString(16).toUpperCase();
  }).join('');
  return digits
    .replace(/(?<!0)0+$/, (zeros) => (zeros.length > 1 ? ',' : zeros))
    .replace(/([0-9A-F])\1{2,}/g, formatRun);
}

/** `g` to `z` count 20 to 400, `G` to `Y` 1 to 19: together up to 419. */
function formatRun(run: string, digit: string): string {
  const twenties = Math.min(20, Math.floor(run.length / 20));
  const ones = run.length - twenties * 20;
  if (ones > 19) return formatRun(run.slice(0, 400), digit) + formatRun(run.slice(400), digit);
  const many = twenties ? String.fromCharCode(0x66 + twenties) : '';
  return many + (ones ? String.fromCharCode(0x46 + ones) : '') + digit;
}
