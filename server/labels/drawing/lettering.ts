/** Draws letters as dots in the PDF files' fonts, for printers whose font lacks them. */
import { LINE_HEIGHT } from '../../../src/domain/labels/drawing.ts';
import { findFont, lettersOf } from '../../../src/domain/labels/letters.ts';
import type { Bitmap, Lettering } from '../../../src/domain/labels/write-zpl.ts';
import type { LabelFont, LabelFonts } from './fonts.ts';

/** In em: with these, accents and tails of all letters of Noto Sans stay within their line. */
const SIZE = 0.92;
const BASELINE = 0.96;
/** Straight pieces that a curve is drawn with. */
const PIECES = 6;

/** In em, upwards from the baseline. */
type Point = readonly [x: number, y: number];

interface Shape {
  width: number;
  outlines: readonly (readonly Point[])[];
}

export function createLettering({ regular, bold }: LabelFonts): Lettering {
  const shapes = { regular: new Map<string, Shape>(), bold: new Map<string, Shape>() };
  const shapesOf = (line: string, isBold: boolean): Shape[] =>
    lettersOf(line).map((letter) => {
      const known = isBold ? shapes.bold : shapes.regular;
      const shape = known.get(letter) ?? readShape(letter, isBold ? bold : regular);
      known.set(letter, shape);
      return shape;
    });

  return {
    measure: (line, isBold) => shapesOf(line, isBold).reduce((sum, { width }) => sum + width, 0),
    rasterize(line, { size, isBold }) {
      let left = 0;
      const outlines = shapesOf(line, isBold).flatMap((shape) => {
        const place = ([x, y]: Point): Point => [(start + x) * size, (BASELINE - y) * size];
        const start = left;
        left += shape.width;
        return shape.outlines.map((outline) => outline.map(place));
      });
      return fill(outlines, Math.ceil(left * size), Math.ceil(LINE_HEIGHT * size));
    },
  };
}

function readShape(letter: string, fonts: readonly LabelFont[]): Shape {
  const { shapes: font } =
    fonts[
      findFont(
        letter,
        fonts.map(({ letters }) => letters),
      )
    ] ?? {};
  if (!font) return { width: 0, outlines: [] };
  const scale = SIZE / font.unitsPerEm;
  const { glyphs, positions, advanceWidth } = font.layout(letter);
  let pen = 0;
  const outlines = glyphs.flatMap(({ path }, at) => {
    const { xAdvance, xOffset, yOffset } = positions[at] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    const left = pen + xOffset;
    pen += xAdvance;
    return flatten(path.commands).map((outline) =>
      outline.map(([x, y]): Point => [(left + x) * scale, (y + yOffset) * scale]),
    );
  });
  return { width: advanceWidth * scale, outlines };
}

interface PathCommand {
  command: string;
  args: number[];
}

function flatten(commands: readonly PathCommand[]): Point[][] {
  const outlines: Point[][] = [];
  for (const command of commands) {
    if (command.command === 'moveTo') outlines.push([]);
    const outline = outlines.at(-1);
    outline?.push(...pointsOf(command, outline.at(-1) ?? [0, 0]));
  }
  return outlines;
}

function pointsOf({ command, args }: PathCommand, [x0, y0]: Point): Point[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = args;
  switch (command) {
    case 'moveTo':
    case 'lineTo':
      return [[x1, y1]];
    case 'quadraticCurveTo':
      return curve((t, s) => [s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2]);
    case 'bezierCurveTo':
      return curve((t, s) => [
        s ** 3 * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t ** 3 * x3,
        s ** 3 * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t ** 3 * y3,
      ]);
    default:
      return [];
  }
}

const curve = (at: (t: number, s: number) => Point): Point[] =>
  Array.from({ length: PIECES }, (_, piece) => at((piece + 1) / PIECES, 1 - (piece + 1) / PIECES));

/** Blackens each dot whose centre is inside, by the non-zero rule. */
function fill(outlines: readonly (readonly Point[])[], width: number, height: number): Bitmap {
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
