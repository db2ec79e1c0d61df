/** `docs/figures.md`: the last measurement of each figure. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Row } from './figure.ts';

const COLUMNS = ['what', 'date', 'figure', 'ours', 'comparedWith', 'ratio', 'limit', 'met'] as const;
type Column = (typeof COLUMNS)[number];
/** A row as the page has it, with the figure that measured it and the date. */
export type RecordedRow = Record<Column, string>;

const HEADINGS: Record<Column, string> = {
  what: 'Figure',
  date: 'Measured on',
  figure: 'By',
  ours: 'Ours',
  comparedWith: 'Compared with',
  ratio: 'Ratio',
  limit: 'Limit',
  met: 'Met',
};

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${gigabytes} GB, Node ${process.versions.node}`;
}

export function recordRow(figure: string, date: string, row: Row): RecordedRow {
  const { what, ours, comparedWith, ratio, limit, isMet } = row;
  return { what, date, figure, ours, comparedWith, ratio, limit, met: isMet ? 'yes' : 'MISSED' };
}

/** An unmeasured figure never shows its last result. */
export function unmeasuredRows(figure: string, date: string, recorded: readonly RecordedRow[]): RecordedRow[] {
  const rows = recorded.filter((row) => row.figure === figure);
  const unknown = { what: figure, figure, comparedWith: '', limit: '' };
  return (rows.length > 0 ? rows : [unknown]).map((row) => ({
    ...row,
    date,
    ours: '',
    comparedWith: '',
    ratio: '',
    met: 'NOT MEASURED',
  }));
}

/** The rows of the page, in their order. */
export function parseFiguresPage(page: string): RecordedRow[] {
  return Array.from(page.matchAll(/^\| (.*) \|$/gm), ([, line = '']) => line.split(' | ').map((cell) => cell.trim()))
    .slice(1)
    .map((cells) => {
      if (cells.length !== COLUMNS.length) throw new Error(`A row of the figures has ${cells.length} cells: ${cells}`);
      return Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index]])) as RecordedRow;
    });
}

/** Replaces the rows of measured figures, and drops those of figures that no longer exist. */
export function mergeRows(
  recorded: readonly RecordedRow[],
  measured: readonly RecordedRow[],
  order: readonly string[],
): RecordedRow[] {
  const isMeasured = new Set(measured.map(({ figure }) => figure));
  const kept = recorded.filter(({ figure }) => order.includes(figure) && !isMeasured.has(figure));
  return [...kept, ...measured].toSorted((one, other) => order.indexOf(one.figure) - order.indexOf(other.figure));
}

export function renderFiguresPage(rows: readonly RecordedRow[], date: string, machine: string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Figures',
    '',
    '`npm run bench` writes this page; `npm run bench -- --help` says how it measures.',
    '',
    `Last run: ${date}, ${machine}`,
    '',
    line(COLUMNS.map((column) => HEADINGS[column])),
    `|${COLUMNS.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(COLUMNS.map((column) => row[column]))),
    '',
  ].join('\n');
}
