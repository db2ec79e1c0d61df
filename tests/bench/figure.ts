/** What the bench measures, and how the outcome is said. */
import type { BenchEnvironment } from './bench-environment.ts';

export interface Figure {
  /** For `npm run bench -- name`. */
  name: string;
  /** Only measured when it is named: it takes minutes and gigabytes. */
  isOnRequest?: boolean;
  measure(workshop: BenchEnvironment): Promise<Row[]>;
}

/** A line of the table. */
export interface Row {
  what: string;
  ours: string;
  comparedWith: string;
  ratio: string;
  limit: string;
  isMet: boolean;
  /** Investigates a missed limit and returns the file that shows the cause. */
  explain?: (() => Promise<string>) | undefined;
}

type Limit = { atMost: number } | { atLeast: number };

/** Our number next to a baseline's, measured in the same run: only their ratio counts. */
export function ratioRow(row: {
  what: string;
  ours: string;
  comparedWith: string;
  ratio: number;
  limit: Limit;
  explain?: Row['explain'];
}): Row {
  const { ratio, limit } = row;
  return {
    ...row,
    ratio: ratio.toFixed(2),
    limit: said(limit, (value) => value.toFixed(2)),
    isMet: holds(ratio, limit),
  };
}

/** One of our measurements with its own limit. */
export function absoluteRow(row: {
  what: string;
  value: number;
  unit: string;
  limit: Limit;
  /** For machines too slow for the limit: what something small got there. */
  comparedWith?: string;
  explain?: Row['explain'];
}): Row {
  const { what, value, unit, limit, comparedWith = '', explain } = row;
  const say = (one: number) => `${Math.round(one)}${unit}`;
  return {
    what,
    ours: say(value),
    comparedWith,
    ratio: '',
    limit: said(limit, say),
    isMet: holds(value, limit),
    explain,
  };
}

const holds = (value: number, limit: Limit) => ('atMost' in limit ? value <= limit.atMost : value >= limit.atLeast);
const said = (limit: Limit, say: (value: number) => string) =>
  'atMost' in limit ? `≤ ${say(limit.atMost)}` : `≥ ${say(limit.atLeast)}`;

/** The table, in Markdown with its columns under each other. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [
    ['Figure', 'Ours', 'Compared with', 'Ratio', 'Limit', 'Met'],
    ...rows.map((row) => [row.what, row.ours, row.comparedWith, row.ratio, row.limit, row.isMet ? 'yes' : 'MISSED']),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}
