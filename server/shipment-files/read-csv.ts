/**
 * Parses CSV files as spreadsheets write them: UTF-8 with or without a byte order mark, separated
 * by commas, semicolons or tabs. Anything ambiguous is rejected with a message that says where;
 * nothing is guessed.
 */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { sentences } from '../../src/domain/errors.ts';
import { columnOf } from '../../src/domain/shipment-file.ts';
import { UserError } from '../errors/errors.ts';

/** Far more than the longest valid row, in bytes. */
const MAX_ROW_BYTES = 100_000;
const SEPARATORS = [',', ';', '\t'] as const;
/** The amount passed to the parser at a time, in bytes. */
const CHUNK_BYTES = 16 * 1024;

const AS_UTF8 = 'Save it as “CSV UTF-8” and choose it again.';

/** An error about the file as a whole, shown at the file field. */
export const fileError = (...sentencesOfFile: string[]) =>
  new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { file: sentencesOfFile } });

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

const OPTIONS: Options = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_ROW_BYTES,
};

/**
 * The rows of a file one by one, the first being its headers.
 * @throws A field error at the first thing that cannot be read.
 */
export async function* readCsv(bytes: Buffer): AsyncGenerator<CsvRow> {
  assertText(bytes);
  const parser = parse({ ...OPTIONS, info: true, delimiter: separatorOf(bytes) });
  let line = 1;
  try {
    const records: AsyncIterable<{ record: string[]; info: InfoRecord }> = Readable.from(chunksOf(bytes)).compose(
      parser,
    );
    for await (const { record, info } of records) {
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      yield { line: info.lines - breaks, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw fileError(`A quotation mark opened on line ${line} or below is never closed.`);
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw fileError(`Line ${line} is too long, or a quotation mark on it is never closed.`);
    throw fileError(`The file can’t be read from line ${line} on.`);
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) yield bytes.subarray(start, start + CHUNK_BYTES);
}

function assertText(bytes: Buffer): void {
  if (bytes.length === 0) throw fileError('This file is empty.');
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start.startsWith('\xFF\xFE') || start.startsWith('\xFE\xFF'))
    throw fileError(`This file is in UTF-16. ${AS_UTF8}`);
  if (start === 'PK\x03\x04' || start === '\xD0\xCF\x11\xE0')
    throw fileError(`This is a spreadsheet, not a CSV file. ${AS_UTF8}`);
  if (bytes.includes(0)) throw fileError('This is not a text file. Choose a CSV file.');
  if (!isUtf8(bytes)) throw fileError(`Line ${lineOfBadByte(bytes)} has characters that are not UTF-8. ${AS_UTF8}`);
}

function lineOfBadByte(bytes: Buffer): number {
  let line = 1;
  for (let start = 0, end: number; start < bytes.length; start = end + 1, line += 1) {
    end = bytes.indexOf(0x0a, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
  }
  return line;
}

/** The separator that yields the most known columns in the first line. */
function separatorOf(bytes: Buffer): string {
  const start = bytes.subarray(0, MAX_ROW_BYTES).toString('utf8');
  const [best] = SEPARATORS.map((separator) => ({ separator, known: countKnownHeaders(start, separator) })).toSorted(
    (one, other) => other.known - one.known,
  );
  if (!best?.known) {
    throw fileError(
      'The first line must name the columns, separated by commas, semicolons or tabs. The template shows them.',
    );
  }
  return best.separator;
}

function countKnownHeaders(text: string, delimiter: string): number {
  try {
    const [headers = []] = parseAtOnce(text, { ...OPTIONS, delimiter, to: 1 });
    return headers.filter((header) => columnOf(header) !== null).length;
  } catch (error) {
    if (error instanceof CsvError) return 0;
    throw error;
  }
}
