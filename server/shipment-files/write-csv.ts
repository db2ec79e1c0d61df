import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../src/domain/shipment-file.ts';

/** Else Excel does not read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** No formula, though it may begin with a minus: programs read it as a number. */
const AMOUNT = /^-?\d{1,15}\.\d{2}$/;

export function formatCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (AMOUNT.test(cell) ? cell : escapeFormula(cell)))),
    // A single line feed would stay unquoted.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

export async function* formatCsvFile(headers: readonly string[], pages: AsyncIterable<string>): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + formatCsvLines([headers]);
  for await (const lines of pages) {
    yield start + lines;
    start = '';
  }
  if (start) yield start;
}
