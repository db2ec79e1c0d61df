import { drawSheets, MARGIN, type Row, WIDTH } from './draw-list.ts';
import { type Drawing, fitText, LINE_HEIGHT, type Mark, rule, text } from './drawing.ts';

/** A statement or credit note in words. */
export interface StatementPaper {
  title: string;
  facts: string;
  brand: string;
  /** The first line has the name. */
  parties: [from: string[], to: string[]];
  sums: { label: string; amount: string; isBold?: boolean }[];
  /** What is owed, and until when. */
  note: string;
  pay: string;
}
export type StatementLine = [day: string, kind: string, about: string, amount: string];

const ROW_HEIGHT = 5.6;
const PARTY_HEIGHT = 31;
const PARTY_WIDTH = WIDTH / 2 - 4;
const SUM_X = MARGIN + WIDTH / 2 - 10;

const NOTE = { x: MARGIN, width: WIDTH };

const COLUMNS = [
  { x: MARGIN, width: 24, text: 'Date' },
  { x: MARGIN + 26, width: 38, text: 'For' },
  { x: MARGIN + 66, width: 86, text: 'About' },
  { x: MARGIN + 154, width: WIDTH - 154, text: 'Amount', align: 'right' as const },
];

/** It takes as many pages as needed. */
export function drawStatement(paper: StatementPaper, lines: readonly StatementLine[]): Drawing[] {
  const { title, facts, brand } = paper;
  return drawSheets({ title, facts, columns: COLUMNS, cover: coverOf(paper), rows: lines.map(drawLine) }, brand);
}

const drawLine = (cells: StatementLine): Row => ({
  height: ROW_HEIGHT,
  draw: (y) => COLUMNS.map((column, at) => text({ ...column, y: y + 1.2, size: 2.9, text: cells[at] ?? '' })),
});

function coverOf({ parties, sums, note, pay }: StatementPaper): Row {
  return {
    height: PARTY_HEIGHT + sums.length * ROW_HEIGHT + 20,
    draw: (y) => [
      ...parties.flatMap((lines, at) => drawParty(lines, MARGIN + at * (PARTY_WIDTH + 8), y + 1)),
      ...sums.flatMap(({ label, amount, isBold = false }, at): Mark[] => {
        const top = y + PARTY_HEIGHT + at * ROW_HEIGHT;
        const line = { y: top + 1.1, size: 3.3, isBold };
        return [
          ...(isBold ? [rule({ x: SUM_X, y: top, width: MARGIN + WIDTH - SUM_X }, 0.2)] : []),
          text({ ...line, x: SUM_X, width: 62, text: label }),
          text({ ...line, x: SUM_X + 62, width: MARGIN + WIDTH - SUM_X - 62, align: 'right', text: amount }),
        ];
      }),
      text({ ...NOTE, y: y + PARTY_HEIGHT + sums.length * ROW_HEIGHT + 4, size: 4, isBold: true, text: note }),
      text({ ...NOTE, y: y + PARTY_HEIGHT + sums.length * ROW_HEIGHT + 9.5, size: 3, text: pay }),
    ],
  };
}

/** A long name or address takes smaller letters rather than the others’ room. */
function drawParty(lines: readonly string[], x: number, top: number): Mark[] {
  let y = top;
  return lines.filter(Boolean).map((line, at) => {
    const isBold = at === 0;
    const fit = fitText(line, { width: PARTY_WIDTH, height: 8 }, isBold ? 3.6 : 3);
    const mark = text({ x, y, width: PARTY_WIDTH, ...fit, isBold, text: line });
    y += fit.lines * fit.size * LINE_HEIGHT + 1;
    return mark;
  });
}
