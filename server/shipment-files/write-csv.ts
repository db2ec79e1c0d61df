import { stringify } from 'csv-stringify/sync';
import { defused } from '../../src/domain/shipment-file.ts';

/** Without it Excel takes UTF-8 for the encoding of its own system. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as lines of a file, every cell safe in a spreadsheet. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(defused)),
    { record_delimiter: 'windows' },
  );
}

/** A file piece by piece, its first line together with the first of its rows. */
export async function* csvFile(
  heads: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + csvLines([heads]);
  for await (const rows of pages) {
    yield start + csvLines(rows);
    start = '';
  }
  if (start) yield start;
}
