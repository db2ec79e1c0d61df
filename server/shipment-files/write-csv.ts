import { stringify } from 'csv-stringify/sync';
import { defused } from '../../src/domain/shipment-file.ts';

/** Without it Excel assumes the system's own encoding instead of UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV lines, every cell safe in a spreadsheet. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(defused)),
    { record_delimiter: 'windows' },
  );
}

/** A file in chunks, with the headers in the first one. */
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
