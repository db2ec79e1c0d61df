import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BoxMark, Drawing, Mark } from '../../../src/domain/labels/drawing.ts';
import type { PrinterDpi } from '../../../src/domain/labels/printing.ts';
import {
  boxInDots,
  dotsAt,
  type Lettering,
  type Stamp,
  stampCode,
  stampText,
} from '../../../src/domain/labels/write-zpl.ts';
import type { FileWriter } from './write-pdf.ts';

const [BLACK, WHITE] = [0, 255];

/** Writes one page, from 1 on, as black and white dots, with whole ones for bars and modules. */
export function createPng({ dpi, page: wanted }: { dpi: PrinterDpi; page: number }, lettering: Lettering): FileWriter {
  const content = new PassThrough();
  let drawn = 0;
  let canvas: Canvas | undefined;
  return {
    content,
    draw(page) {
      drawn += 1;
      if (drawn === wanted) canvas = paint(page, dpi, lettering);
    },
    end() {
      encode(canvas, dpi, content).catch((error: Error) => content.destroy(error));
    },
  };
}

async function encode(canvas: Canvas | undefined, dpi: PrinterDpi, content: PassThrough): Promise<void> {
  if (!canvas) throw new Error('There is no such page');
  // Other files do without it.
  const { default: sharp } = await import('sharp');
  const { dots, width, height } = canvas;
  const image = sharp(dots, { raw: { width, height, channels: 1 } });
  await pipeline(image.withMetadata({ density: dpi }).png({ palette: true, colours: 2 }), content);
}

interface Canvas {
  width: number;
  height: number;
  dots: Uint8Array;
}

function paint({ width, height, marks }: Drawing, dpi: PrinterDpi, lettering: Lettering): Canvas {
  const dots = dotsAt(dpi);
  const canvas = {
    width: dots(width),
    height: dots(height),
    dots: new Uint8Array(dots(width) * dots(height)).fill(WHITE),
  };
  for (const mark of marks) paintMark(canvas, mark, dots, lettering);
  return canvas;
}

function paintMark(canvas: Canvas, mark: Mark, dots: ReturnType<typeof dotsAt>, lettering: Lettering): void {
  switch (mark.kind) {
    case 'text':
      for (const stamp of stampText(mark, dots, lettering)) press(canvas, stamp, mark.isWhite ? WHITE : BLACK);
      break;
    case 'line':
    case 'box':
      paintBox(canvas, mark, dots);
      break;
    case 'bars':
    case 'qr':
      press(canvas, stampCode(mark, dots), BLACK);
  }
}

function paintBox(canvas: Canvas, mark: Omit<BoxMark, 'kind'>, dots: ReturnType<typeof dotsAt>): void {
  const { x, y, across, down, line } = boxInDots(mark, dots);
  for (let row = 0; row < down; row += 1) {
    const isEdge = row < line || row >= down - line;
    fill(canvas, x, y + row, isEdge ? across : line, BLACK);
    if (!isEdge) fill(canvas, x + across - line, y + row, line, BLACK);
  }
}

function press(canvas: Canvas, { x, y, rows }: Stamp, shade: number): void {
  for (const [row, cells] of rows.entries()) {
    for (const [column, isInked] of cells.entries()) if (isInked) fill(canvas, x + column, y + row, 1, shade);
  }
}

function fill({ width, height, dots }: Canvas, x: number, y: number, length: number, shade: number): void {
  if (y < 0 || y >= height) return;
  dots.fill(shade, y * width + Math.max(0, x), y * width + Math.min(width, x + length));
}
