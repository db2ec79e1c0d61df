import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import {
  type BarsMark,
  type BoxMark,
  type Drawing,
  LINE_HEIGHT,
  type Mark,
  type QrMark,
  type TextMark,
} from '../../../src/domain/labels/drawing.ts';
import { drawnText, findFont, lettersOf } from '../../../src/domain/labels/letters.ts';
import { wrapText } from '../../../src/domain/labels/wrap-text.ts';
import type { LabelFont, LabelFonts } from './fonts.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Below the top of a line, in em. */
const BASELINE = 0.95;
/** Over capitals, in em: a box ends there. */
const ACCENT = 0.15;

export interface FileWriter {
  content: Readable;
  draw(page: Drawing): void;
  end(): void;
}

export function createPdf(title: string, fonts: LabelFonts): FileWriter {
  // An empty name keeps pdfkit from opening its default font.
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: '',
    displayTitle: true,
    lang: 'en',
    info: { Title: title },
  });
  // Else programs fit pages to the printer’s margins.
  doc._root.data.ViewerPreferences.data.PrintScaling = 'None';
  const regular = new Face(doc, 'regular', fonts.regular);
  const bold = new Face(doc, 'bold', fonts.bold);

  function drawMark(mark: Mark): void {
    switch (mark.kind) {
      case 'text':
        drawText(doc, mark, mark.isBold ? bold : regular);
        break;
      case 'line':
        doc.rect(mark.x, mark.y, mark.width || mark.thickness, mark.height || mark.thickness).fill('black');
        break;
      case 'box':
        drawBox(doc, mark);
        break;
      case 'bars':
        drawBars(doc, mark);
        break;
      case 'qr':
        drawQr(doc, mark);
    }
  }

  return {
    content: doc,
    draw({ width, height, marks, pictures = [] }) {
      doc.addPage({ size: [width * POINTS_PER_MM, height * POINTS_PER_MM], margin: 0 });
      doc.scale(POINTS_PER_MM);
      for (const mark of marks) drawMark(mark);
      for (const { x, y, width, height, jpeg } of pictures)
        doc.image(Buffer.from(jpeg, 'base64'), x, y, { fit: [width, height] });
    },
    end: () => doc.end(),
  };
}

type Doc = PDFKit.PDFDocument;

interface Run {
  text: string;
  font: string;
}

/** Fonts as one: what the first lacks comes from the next. */
class Face {
  readonly #doc: Doc;
  readonly #fonts: readonly LabelFont[];
  readonly #name: string;
  readonly #widths = new Map<string, number>();

  constructor(doc: Doc, name: string, fonts: readonly LabelFont[]) {
    this.#doc = doc;
    this.#name = name;
    this.#fonts = fonts;
    for (const [at, font] of fonts.entries()) doc.registerFont(`${name} ${at}`, font.file, font.name);
  }

  clean(text: string): string {
    return lettersOf(drawnText(text))
      .filter((letter) => this.#fontOf(letter) >= 0)
      .join('');
  }

  /** In em. */
  measure(text: string): number {
    let width = 0;
    for (const letter of lettersOf(text)) width += this.#widthOf(letter);
    return width;
  }

  runsOf(text: string): Run[] {
    const runs: Run[] = [];
    for (const letter of lettersOf(text)) {
      const font = `${this.#name} ${this.#fontOf(letter)}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += letter;
      else runs.push({ text: letter, font });
    }
    return runs;
  }

  #fontOf(letter: string): number {
    return findFont(
      letter,
      this.#fonts.map(({ letters }) => letters),
    );
  }

  #widthOf(letter: string): number {
    const known = this.#widths.get(letter);
    if (known !== undefined) return known;
    const width = this.#doc.font(`${this.#name} ${this.#fontOf(letter)}`, 1).widthOfString(letter);
    this.#widths.set(letter, width);
    return width;
  }
}

function drawText(doc: Doc, mark: TextMark, face: Face): void {
  const { x, y, width, lines, size, align } = mark;
  const wrapped = wrapText(face.clean(mark.text), { width, lines }, (text) => face.measure(text) * size);
  if (wrapped.length === 0) return;
  doc.save();
  doc.rect(x, y - ACCENT * size, width, (lines * LINE_HEIGHT + ACCENT) * size).clip();
  doc.fillColor(mark.isWhite ? 'white' : 'black');
  for (const [at, line] of wrapped.entries()) {
    const free = width - face.measure(line) * size;
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    for (const { text, font } of face.runsOf(line)) {
      const baseline = y + (at * LINE_HEIGHT + BASELINE) * size;
      doc.font(font, size).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += face.measure(text) * size;
    }
  }
  doc.restore();
}

function drawBox(doc: Doc, { x, y, width, height, thickness }: BoxMark): void {
  if (thickness === undefined) {
    doc.rect(x, y, width, height).fill('black');
    return;
  }
  const inset = thickness / 2;
  doc
    .lineWidth(thickness)
    .rect(x + inset, y + inset, width - thickness, height - thickness)
    .stroke('black');
}

function drawBars(doc: Doc, { x, y, width, height, modules }: BarsMark): void {
  const module = width / modules.length;
  for (const { index, 0: bar } of modules.matchAll(/1+/g)) {
    doc.rect(x + index * module, y, bar.length * module, height);
  }
  doc.fill('black');
}

/** In one path: else renderers leave hair lines between the rows. */
function drawQr(doc: Doc, { x, y, size, rows }: QrMark): void {
  const module = size / rows.length;
  for (const [row, cells] of rows.entries()) {
    const line = cells.map(Number).join('');
    for (const { index, 0: bar } of line.matchAll(/1+/g)) {
      doc.rect(x + index * module, y + row * module, bar.length * module, module);
    }
  }
  doc.fill('black');
}
