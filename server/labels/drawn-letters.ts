/** Letters as dots, for printers whose font lacks them: in the font of the PDF files. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LINE_HEIGHT } from '../../src/domain/label/drawing.ts';
import type { Bitmap, Lettering } from '../../src/domain/label/write-zpl.ts';

/** In em: with these, accents and tails of all its letters stay within their line. */
const SIZE = 0.92;
const BASELINE = 0.96;
/** Straight pieces that a curve is drawn with. */
const PIECES = 6;

type Point = readonly [x: number, y: number];

const { resolve } = createRequire(import.meta.url);
const fonts = new Map<string, Font>();

/** Loading takes 80 ms, which most labels never need. */
function fontOf(isBold: boolean): Font {
  const name = isBold ? 'Bold' : 'Regular';
  const font = fonts.get(name) ?? create(readFileSync(resolve(`notosans/NotoSans-${name}.woff2`)));
  fonts.set(name, font);
  return font;
}

export const drawnLetters: Lettering = {
  measure(line, isBold) {
    const font = fontOf(isBold);
    let width = 0;
    // Without kerning: `layout` takes milliseconds, and wrapping measures often.
    for (const letter of line) width += font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth;
    return (width / font.unitsPerEm) * SIZE;
  },

  rasterize(line, { size, isBold }) {
    const font = fontOf(isBold);
    const scale = (size * SIZE) / font.unitsPerEm;
    const { glyphs, positions, advanceWidth } = font.layout(line);
    let pen = 0;
    const outlines = glyphs.flatMap(({ path }, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const left = pen + xOffset;
      pen += xAdvance;
      const place = ([x, y]: Point): Point => [(left + x) * scale, BASELINE * size - (y + yOffset) * scale];
      return flatten(path.commands).map((outline) => outline.map(place));
    });
    return fill(outlines, Math.ceil(advanceWidth * scale), Math.ceil(LINE_HEIGHT * size));
  },
};

/** Turns curves into straight pieces. */
function flatten(commands: Parameters<typeof pointsOf>[0][]): Point[][] {
  const outlines: Point[][] = [];
  for (const command of commands) {
    if (command.command === 'moveTo') outlines.push([]);
    const outline = outlines.at(-1);
    outline?.push(...pointsOf(command, outline.at(-1) ?? [0, 0]));
  }
  return outlines;
}

function pointsOf({ command, args }: { command: string; args: number[] }, from: Point): Point[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = args;
  switch (command) {
    case 'moveTo':
    case 'lineTo':
      return [[x1, y1]];
    case 'quadraticCurveTo':
      return curve((t, s) => [
        s * s * from[0] + 2 * s * t * x1 + t * t * x2,
        s * s * from[1] + 2 * s * t * y1 + t * t * y2,
      ]);
    case 'bezierCurveTo':
      return curve((t, s) => [
        s ** 3 * from[0] + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t ** 3 * x3,
        s ** 3 * from[1] + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t ** 3 * y3,
      ]);
    default:
      return [];
  }
}

const curve = (at: (t: number, s: number) => Point): Point[] =>
  Array.from({ length: PIECES }, (_, piece) => at((piece + 1) / PIECES, 1 - (piece + 1) / PIECES));

/** Blackens each dot whose centre is inside, by the non-zero rule. */
function fill(outlines: readonly Point[][], width: number, height: number): Bitmap {
  const crossings = Array.from({ length: height }, (): [x: number, direction: number][] => []);
  for (const outline of outlines) {
    for (const [at, [x1, y1]] of outline.entries()) {
      const [x2, y2] = outline[at + 1] ?? outline[0] ?? [x1, y1];
      const first = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5));
      const end = Math.min(height, Math.ceil(Math.max(y1, y2) - 0.5));
      for (let row = first; row < end; row += 1) {
        crossings[row]?.push([x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1), y1 < y2 ? 1 : -1]);
      }
    }
  }
  return crossings.map((row) => {
    const dots = Array<boolean>(width).fill(false);
    let winding = 0;
    const sorted = row.toSorted(([one], [other]) => one - other);
    for (const [at, [x, direction]] of sorted.entries()) {
      winding += direction;
      const next = sorted[at + 1]?.[0] ?? x;
      if (winding !== 0) dots.fill(true, Math.max(0, Math.ceil(x - 0.5)), Math.max(0, Math.ceil(next - 0.5)));
    }
    return dots;
  });
}
