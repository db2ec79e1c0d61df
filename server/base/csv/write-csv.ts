import { stringify } from 'csv-stringify/sync';
import { CSV_SEPARATORS, type CsvStyle } from '../../../src/domain/csv.ts';
import { writeFigure } from '../../../src/domain/money.ts';
import { escapeFormula } from '../../../src/domain/shipment-file.ts';

/** Else Excel does not read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A figure is never a formula, though it may begin with a minus. */
export type CsvCell = string | number | { figure: string };

export const figureCell = (amount: number, currency: string): CsvCell => ({ figure: writeFigure(amount, currency) });

function writeCell(cell: CsvCell, style: CsvStyle): string {
  if (typeof cell === 'string') return escapeFormula(cell);
  const figure = typeof cell === 'number' ? String(cell) : cell.figure;
  return style === 'semicolon' ? figure.replace('.', ',') : figure;
}

export function formatCsvLines(rows: readonly (readonly CsvCell[])[], style: CsvStyle = 'comma'): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => writeCell(cell, style))),
    // A single line feed would stay unquoted.
    { delimiter: CSV_SEPARATORS[style], record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}
