import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../src/domain/shipment-file.ts';

/** Without it Excel assumes the system's own encoding instead of UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV lines, every cell safe in a spreadsheet. */
export function formatCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    // By itself it quotes a cell with `\r\n`, but not one with a single line feed.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

/** A file in chunks, with the headers in the first one. */
export async function* formatCsvFile(headers: readonly string[], pages: AsyncIterable<string>): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + formatCsvLines([headers]);
  for await (const lines of pages) {
    yield start + lines;
    start = '';
  }
  if (start) yield start;
}
