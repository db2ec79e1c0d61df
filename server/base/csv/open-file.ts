/** Files of rows come from any program, in any encoding. */
import { isUtf8 } from 'node:buffer';
import { grouped } from '../../../src/domain/figures.ts';
import { unescapeFormula } from '../../../src/domain/shipment-file.ts';
import {
  type FileEncoding,
  type FileRow,
  type FileSample,
  MAX_COLUMNS,
  readHead,
} from '../../../src/domain/shops/draft-file.ts';
import { countKnownHeads } from '../../../src/domain/shops/guess-mapping.ts';
import { shorten } from '../../../src/domain/text.ts';
import { takeTurns } from '../limits/turns.ts';
import { guessEncoding } from './guess-encoding.ts';
import { assertNoSpreadsheet, fileError, isBlank, type Place, readCsv } from './read-csv.ts';

export interface OpenFile {
  encoding: FileEncoding;
  headers: string[];
  rows: Generator<FileRow>;
}

/**
 * `chosen`: someone chose it where we can only guess.
 * @throws A field error if the whole file cannot be read.
 */
export async function openFile(bytes: Buffer, chosen?: FileEncoding): Promise<OpenFile> {
  assertNoSpreadsheet(bytes);
  const wide = wideLabelOf(bytes);
  const encoding = wide ? 'UTF-16' : isUtf8(bytes) ? 'UTF-8' : (chosen ?? guessEncoding(bytes));
  return openText(await decode(bytes, wide ?? encoding), encoding);
}

/** @throws A field error if the whole text cannot be read. */
export function openText(text: string, encoding: FileEncoding): OpenFile {
  if (text.includes('\0')) throw fileError('This is not a text file. Choose a CSV file.');
  const { above, from } = findHeaders(text);
  const lines = readCsv(text, from);
  const first: FileRow | undefined = lines.next().value;
  const headers = (first?.cells ?? []).map((cell) => readHead(unescapeFormula(cell)));
  if (headers.length > MAX_COLUMNS) throw fileError(`A file can have up to ${MAX_COLUMNS} columns.`);
  const named = headers.findLastIndex((head) => head !== '') + 1;
  return { encoding, headers: headers.slice(0, named), rows: joined(above, lines) };
}

const PIECE_BYTES = 1024 * 1024;

async function decode(bytes: Buffer, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding);
  const pause = takeTurns();
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    await pause();
  }
  return pieces.join('') + decoder.decode();
}

function* joined(...parts: Iterable<FileRow>[]): Generator<FileRow> {
  for (const part of parts) yield* part;
}

/**
 * Reads at most as many empty rows, too.
 * @throws Field error at `file`
 */
export async function readRows({ rows }: OpenFile, max: number): Promise<FileRow[]> {
  const pause = takeTurns();
  const read: FileRow[] = [];
  let empty = 0;
  for (const row of rows) {
    if (isBlank(row.cells)) {
      if (empty === max) continue;
      empty += 1;
    } else if (read.length - empty === max) throw fileError(`A file can have up to ${grouped(max)} rows.`);
    read.push(row);
    await pause();
  }
  if (read.every(({ cells, isAbove }) => isAbove || isBlank(cells)))
    throw fileError('There are no rows below the first line.');
  return read;
}

const SAMPLES = 3;
const MAX_SAMPLE = 200;

/** `shown` rows stand for the others. */
export function describeFile(
  { headers, encoding }: Pick<OpenFile, 'headers' | 'encoding'>,
  rows: readonly FileRow[],
  shown = rows,
): Pick<FileSample, 'headers' | 'samples' | 'encoding' | 'letters'> {
  const samples = shown
    .slice(0, SAMPLES)
    .map(({ cells }) => headers.map((_, at) => shorten((cells[at] ?? '').trim(), MAX_SAMPLE)));
  return { headers, samples, encoding, letters: encoding === 'UTF-8' ? [] : findLetters(rows) };
}

const LETTER_EXAMPLES = 6;
const MAX_EXAMPLE = 40;

function findLetters(rows: readonly FileRow[]): string[] {
  const examples = new Set<string>();
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    if (/[^\0-\x7f]/.test(cell)) examples.add(shorten(cell.trim(), MAX_EXAMPLE));
    if (examples.size === LETTER_EXAMPLES) break;
  }
  return [...examples];
}

/** English letters have a zero in every other byte. */
function wideLabelOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  return zeros(0) > start.length / 4 ? 'utf-16be' : null;
}

const MAX_LINES_ABOVE = 10;
const MAX_LENGTH_ABOVE = 20_000;
/** Fewer may be words of a title. */
const KNOWN_NAMES = 3;

/** Some programs write a title or empty lines above the names of the columns. */
function findHeaders(text: string): { above: FileRow[]; from: Place } {
  const lines = text.slice(0, MAX_LENGTH_ABOVE).split(/(?<=\r\n|\n|\r(?!\n))/, MAX_LINES_ABOVE);
  const known = (line: string) => Math.max(...[',', ';', '\t'].map((one) => countKnownHeads(line.split(one))));
  const first = lines.findIndex((line) => line.trim() !== '');
  const best = lines.findIndex((line) => known(line) >= KNOWN_NAMES);
  const isHead = known(lines[first] ?? '') > 1 || /^"?sep=/i.test(lines[first] ?? '');
  const above = lines.slice(0, Math.max(0, isHead ? first : best));
  return {
    above: above.map((line, at) => ({ line: at + 1, cells: [line.trim()], isAbove: true })),
    from: { at: above.join('').length, line: above.length + 1 },
  };
}
