/** Files of orders come from any program, in any encoding. */
import { isUtf8 } from 'node:buffer';
import type { FileEncoding } from '../../src/domain/shop/draft-file.ts';
import { countKnownHeads, isKnownHead } from '../../src/domain/shop/guess-mapping.ts';
import { guessEncoding } from './guess-encoding.ts';
import { assertNoSpreadsheet, type CsvRow, fileError, type Place, rankBy, readCsvText } from './read-csv.ts';

/**
 * `chosen`: the encoding that a person has chosen, where it cannot be told for certain.
 * @throws A field error if the whole file cannot be read.
 */
export function readOrderFile(
  bytes: Buffer,
  chosen?: FileEncoding,
): { encoding: FileEncoding; rows: Generator<CsvRow> } {
  assertNoSpreadsheet(bytes);
  const wide = wideLabelOf(bytes);
  const encoding = wide ? 'UTF-16' : isUtf8(bytes) ? 'UTF-8' : (chosen ?? guessEncoding(bytes));
  const text = new TextDecoder(wide ?? encoding).decode(bytes);
  if (text.includes('\0')) throw fileError('This is not a text file. Choose a CSV file.');
  return { encoding, rows: readFromHeaders(text) };
}

/** By its mark, or because every other byte of English letters is zero. */
function wideLabelOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  return zeros(0) > start.length / 4 ? 'utf-16be' : null;
}

/** Some programs write a title or empty lines above the names of the columns. */
function* readFromHeaders(text: string): Generator<CsvRow> {
  const { above, from } = findHeaders(text);
  for (const [at, line] of above.entries()) yield { line: at + 1, cells: [line], isAbove: true };
  yield* readCsvText(text, rankBy(isKnownHead), from);
}

const MAX_LINES_ABOVE = 10;
const MAX_LENGTH_ABOVE = 20_000;
/** Fewer may be words of a title. */
const KNOWN_NAMES = 3;

function findHeaders(text: string): { above: string[]; from: Place } {
  const lines = text.slice(0, MAX_LENGTH_ABOVE).split(/(?<=\r\n|\n|\r(?!\n))/, MAX_LINES_ABOVE);
  const known = (line: string) => Math.max(...[',', ';', '\t'].map((one) => countKnownHeads(line.split(one))));
  const first = lines.findIndex((line) => line.trim() !== '');
  const best = lines.findIndex((line) => known(line) >= KNOWN_NAMES);
  const isHead = known(lines[first] ?? '') > 1 || /^"?sep=/i.test(lines[first] ?? '');
  const above = lines.slice(0, Math.max(0, isHead ? first : best));
  return { above: above.map((line) => line.trim()), from: { at: above.join('').length, line: above.length + 1 } };
}
