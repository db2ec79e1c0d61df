/** Files of orders come from any program: what has no UTF-8 is read as Excel writes it. */
import { isUtf8 } from 'node:buffer';
import type { FILE_ENCODINGS } from '../../src/domain/shop/draft-file.ts';
import { countKnownHeads } from '../../src/domain/shop/guess-mapping.ts';
import { assertNoSpreadsheet, type CsvRow, fileError, readCsvText } from './read-csv.ts';

type Encoding = (typeof FILE_ENCODINGS)[number];

/** @throws A field error if the whole file cannot be read. */
export function readOrderFile(bytes: Buffer): { encoding: Encoding; rows: Generator<CsvRow> } {
  assertNoSpreadsheet(bytes);
  const { encoding, label } = encodingOf(bytes);
  const text = new TextDecoder(label).decode(bytes);
  if (text.includes('\0')) throw fileError('This is not a text file. Choose a CSV file.');
  return { encoding, rows: readCsvText(text, rankHeaders) };
}

function encodingOf(bytes: Buffer): { encoding: Encoding; label: string } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'UTF-16', label: 'utf-16le' };
  if (first === 0xfe && second === 0xff) return { encoding: 'UTF-16', label: 'utf-16be' };
  // Without a mark: every other byte of English letters is zero.
  const start = bytes.subarray(0, 200);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) > start.length / 4) return { encoding: 'UTF-16', label: 'utf-16le' };
  if (zeros(0) > start.length / 4) return { encoding: 'UTF-16', label: 'utf-16be' };
  return isUtf8(bytes) ? { encoding: 'UTF-8', label: 'utf-8' } : { encoding: 'Windows-1252', label: 'windows-1252' };
}

/** Known names count first, then how many there are. */
const rankHeaders = (headers: readonly string[]): number =>
  headers.length < 2 ? 0 : countKnownHeads(headers) * 1_000 + headers.length;
