import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Drawing, LINE_HEIGHT, type Mark, text } from '../../../src/domain/labels/drawing.ts';
import { readPdf } from '../../../tests/support/read-pdf.ts';
import { openFonts } from './fonts.ts';
import { createPdf } from './write-pdf.ts';

const DOTS_PER_MM = 8;
/** Two dots: where edges lie between dots. */
const EDGE = 2 / DOTS_PER_MM;
const BOX = { x: 20, y: 15, width: 30, lines: 2, size: 4 };
/** Over the first line, in millimetres. */
const ACCENTS = 0.6;
const DEJAVU = resolve('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

const write = async (marks: readonly Mark[], files: readonly string[] = []): Promise<Buffer> => {
  const { content, draw, end } = createPdf('Test', openFonts(files));
  draw({ width: 70, height: 40, marks } satisfies Drawing);
  end();
  return buffer(content);
};

/** What is printed, and where: from the outermost dots, in millimetres. */
async function look(marks: readonly Mark[], files?: readonly string[]) {
  for await (const page of readPdf(await write(marks, files))) {
    const { data, info } = await sharp(await page.render(DOTS_PER_MM * 25.4))
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dark = Array.from(data, (shade, at) => (shade === 0 ? [at] : [])).flat();
    const xs = dark.map((at) => (at % info.width) / DOTS_PER_MM);
    const ys = dark.map((at) => Math.floor(at / info.width) / DOTS_PER_MM);
    const edges = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    return { text: page.text.replaceAll(/\s+/g, ' ').trim(), isEmpty: dark.length === 0, ...edges };
  }
  throw new Error('There is no page');
}

const HOSTILE = {
  'commands of a printer': '^XZ ~JA ^FD"\\_5E',
  '300 letters without a space': 'Donaudampfschiffahrt'.repeat(15),
  '300 of the widest': 'W'.repeat(300),
  'a long name in Cyrillic': 'Константинопольский Ж '.repeat(9),
  'accents on accents': `Z${'\u0301\u0302\u0308'.repeat(20)}algo ẮẰẴ`,
  'Arabic between Latin': 'Ada محمد بن سلمان Lovelace',
  emoji: 'Ada 👩‍👩‍👧‍👦😀 Lovelace',
  'control characters': 'Ada\u0000\u0007\n\r\t\u001B[2J\u202ELovelace',
  'letters of a further font': 'გიორგი Ada გიორგი Ada გიორგი Ada გიორგი Ada',
};

it.each(Object.entries(HOSTILE))('%s stay in their box, wherever they are aligned', async (_, hostile) => {
  for (const align of ['left', 'center', 'right'] as const) {
    const { isEmpty, left, right, top, bottom } = await look([text({ ...BOX, align, text: hostile })], [DEJAVU]);
    expect(isEmpty).toBe(false);
    expect(left).toBeGreaterThanOrEqual(BOX.x - EDGE);
    expect(right).toBeLessThanOrEqual(BOX.x + BOX.width);
    expect(top).toBeGreaterThanOrEqual(BOX.y - ACCENTS - EDGE);
    expect(bottom).toBeLessThanOrEqual(BOX.y + BOX.lines * LINE_HEIGHT * BOX.size);
  }
});

it('a text too long for its lines ends in an ellipsis', async () => {
  expect((await look([text({ ...BOX, text: HOSTILE['300 letters without a space'] })])).text).toMatch(/^Donau.*…$/);
});

it('letters that no font has leave no mark, not even a box', async () => {
  expect((await look([text({ ...BOX, text: 'مرحبا 中文 😀' })])).isEmpty).toBe(true);
});

it('a further font brings the letters that Noto Sans lacks', async () => {
  const georgian = [text({ ...BOX, text: 'გიორგი' })];
  expect((await look(georgian)).isEmpty).toBe(true);
  expect((await look(georgian, [DEJAVU])).text).toBe('გიორგი');
});

it('boxes and lines are where the drawing says', async () => {
  const at = { x: 10, y: 5, width: 40, height: 20 };
  const box = await look([{ kind: 'box', ...at, thickness: 1 }]);
  const line = await look([{ kind: 'line', ...at, height: 0, thickness: 0.5 }]);
  const found = [box.left, box.top, box.right, box.bottom, line.left, line.top, line.right, line.bottom];
  const off = [10, 5, 50, 25, 10, 5, 50, 5.5].map((place, index) => Math.abs(place - (found[index] ?? 0)));
  expect(Math.max(...off)).toBeLessThanOrEqual(EDGE);
});

it('a PDF asks to be printed at its true size, and names nobody', async () => {
  const pdf = (await write([])).toString('latin1');
  expect(pdf).toContain('/PrintScaling /None');
  expect(pdf.match(/\/(?:Author|Subject|Keywords)\b/g)).toBe(null);
});
