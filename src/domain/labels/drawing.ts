/** Units are millimetres from the upper left corner. Writers turn marks into HTML, PDF or ZPL. */
import { drawnText } from './letters.ts';

export interface Drawing {
  width: number;
  height: number;
  marks: readonly Mark[];
  /** Only PDF files have them. */
  pictures?: readonly Picture[];
}

/** A picture is drawn as large as fits. */
export interface Picture {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Base64. */
  jpeg: string;
}

export type Mark = TextMark | LineMark | BoxMark | BarsMark | QrMark;

/**
 * Longer text ends in “…” after so many lines of `LINE_HEIGHT` × `size`, and never leaves its box.
 */
export interface TextMark {
  kind: 'text';
  x: number;
  y: number;
  width: number;
  lines: number;
  size: number;
  text: string;
  isBold?: boolean;
  align?: 'left' | 'center' | 'right';
  isWhite?: boolean;
  /** Even the smallest type may be too large for it. */
  isCut?: boolean;
}

export interface LineMark {
  kind: 'line';
  x: number;
  y: number;
  /** One of them is 0: lines are level or upright. */
  width: number;
  height: number;
  thickness: number;
}

export interface BoxMark {
  kind: 'box';
  x: number;
  y: number;
  width: number;
  height: number;
  /** The thickness of the line around it; a box without one is all black. */
  thickness?: number;
}

/** Code 128. Keep `QUIET_ZONE_MM` empty at both sides. */
export interface BarsMark {
  kind: 'bars';
  x: number;
  y: number;
  /** It is the maximum: writers of dots draw each bar in whole dots, and centre them. */
  width: number;
  height: number;
  text: string;
  /** `1` for dark. */
  modules: string;
}

export interface QrMark {
  kind: 'qr';
  x: number;
  y: number;
  size: number;
  rows: readonly (readonly boolean[])[];
}

/** QR codes on paper have no empty margin, and stay readable with a scratch. */
export const QR_OPTIONS = { ecc: 'M', border: 0 } as const;

/** The app and the server encode bar codes with libraries of their own. */
export interface Encoders {
  /** Returns the modules, `1` for dark. */
  code128(text: string): string;
  /** Returns rows of modules without a quiet zone. */
  qr(text: string): readonly (readonly boolean[])[];
}

export const LINE_HEIGHT = 1.2;
export const QUIET_ZONE_MM = 5;

/** It is open downwards. */
export interface Area {
  x: number;
  y: number;
  width: number;
}

export const text = ({ lines = 1, ...mark }: Omit<TextMark, 'kind' | 'lines'> & { lines?: number }): TextMark => ({
  kind: 'text',
  lines,
  ...mark,
});

export const rule = ({ x, y, width }: Area, thickness = 0.3): LineMark => ({
  kind: 'line',
  x,
  y,
  width,
  height: 0,
  thickness,
});

/** Widths are in em, of bold letters in any font that prints labels. */
const WIDTHS: [RegExp, number][] = [
  [/[a-ln-vx-z0-9]/, 0.7],
  [/[\s.,:;'’!()]/u, 0.45],
  [/[-|]/, 0.84],
  [/[mwMW@%ÆæŒœŴŵ]/, 1.05],
  [/[ΉΌΏΜЖМФШЩЫЮжшщыюљњЉЊѠ-ԯ]/u, 1.1],
  [/[\p{Lu}\p{Ll}]/u, 0.9],
  [/\p{Mn}/u, 0],
  [/\p{Extended_Pictographic}/u, 1.4],
];

/** A text is never wider than this, in em. */
export function widthAtMost(words: string): number {
  return [...words].reduce((sum, letter) => sum + (letterWidth(letter) ?? 1.05), 0);
}

/** A text of this size surely fits one line. */
export const sizeFor = (words: string, width: number, most: number): number =>
  Math.min(most, width / widthAtMost(words));

const letterWidth = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1];

interface Room {
  width: number;
  height: number;
}

/** The smallest type that people at a door can read. */
const SMALLEST = 2.2;
const STEP = 0.85;

/** A text of this size is surely whole in its lines and its room. */
export function fitText(
  words: string,
  { width, height }: Room,
  most: number,
): Pick<TextMark, 'size' | 'lines' | 'isCut'> {
  const letters = Array.from(drawnText(words), (letter) => ({
    isSpace: letter === ' ',
    em: letterWidth(letter) ?? 1.05,
  }));
  for (let size = most; ; size = Math.max(SMALLEST, size * STEP)) {
    const lines = countLines(letters, width / size);
    const room = Math.max(1, Math.floor(height / (LINE_HEIGHT * size) + 0.01));
    if (lines <= room) return { size, lines };
    if (size <= SMALLEST) return { size, lines: room, isCut: true };
  }
}

/** It has to break like `wrapText`: between words, else between letters. */
function countLines(letters: readonly { isSpace: boolean; em: number }[], width: number): number {
  let lines = 1;
  let [line, word] = [0, 0];
  for (const { isSpace, em } of letters) {
    word = isSpace ? 0 : word + em;
    line += em;
    if (isSpace || line <= width) continue;
    lines += 1;
    if (word > width) word = em;
    line = word;
  }
  return lines;
}

export const movedBy = (marks: readonly Mark[], x: number, y: number): Mark[] =>
  marks.map((mark) => ({ ...mark, x: mark.x + x, y: mark.y + y }));
