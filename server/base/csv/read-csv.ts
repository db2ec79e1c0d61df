/** Never guesses: ambiguity is a problem of its line (decision 0014). */

import { sentences } from '../../../src/domain/errors.ts';
import { counted } from '../../../src/domain/figures.ts';
import type { FileRow } from '../../../src/domain/shops/draft-file.ts';
import { countKnownHeads } from '../../../src/domain/shops/guess-mapping.ts';
import { UserError } from '../errors/errors.ts';
import { type CsvDialect, createBackslashDialect, createSpreadsheetDialect, splitRow } from './csv-dialect.ts';

const MAX_ROW_LENGTH = 100_000;
const MAX_ROW_LINES = 20;
const SEPARATORS = [',', ';', '\t'];
/** Excel omits empty cells at the end. */
const EXCEL_BLOCK_ROWS = 16;

const LINE_END = /\r\n|\n|\r|$/g;
const SEPARATOR_LINE = /^"?sep=([^\w"])"?(?:(?! )\1)* *$/i;

const TOO_LONG = 'This row is too long.';
const MAX_SHOWN = 100;
const NO_HEADERS = 'The first line must name the columns, separated by commas, semicolons or tabs.';

const QUOTES_PROBLEM =
  'The quotation marks in this row don’t match. Put the whole cell between quotation marks, and write each one inside it twice.';

export const fileError = (...sentencesOfFile: string[]) =>
  new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { file: sentencesOfFile } });

/**
 * Reads all lines from the names of the columns on, also empty ones.
 * @throws A field error if the whole text cannot be read.
 */
export function* readCsv(text: string, from: Place): Generator<FileRow> {
  const { separator, headers, ...start } = readHeaders(text, from);
  yield headers;
  const width = headers.cells.length;
  const dialects = dialectsOf(separator);
  let { next } = start;
  for (let rows = 1; next.at < text.length; rows += 1) {
    const shape = { separator, dialects, width, isPastBlock: rows >= EXCEL_BLOCK_ROWS };
    const { next: after, ...row } = readRow(text, next, shape);
    yield { ...row, line: next.line };
    next = after;
  }
}

const dialectsOf = (separator: string) => [createSpreadsheetDialect(separator), createBackslashDialect(separator)];
export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

export interface Place {
  at: number;
  line: number;
}

interface Reading {
  cells: string[];
  next: Place;
}

interface Shape {
  separator: string;
  dialects: readonly CsvDialect[];
  width: number;
  isPastBlock: boolean;
}

function readRow(text: string, place: Place, shape: Shape): Reading & { problem?: string } {
  const end = endOfLine(text, place);
  if (end.isTooLong) return { cells: [text.slice(place.at, place.at + MAX_SHOWN)], next: end.next, problem: TOO_LONG };
  let found: string[] | undefined;
  for (const dialect of shape.dialects) {
    const reading = readCells(text, place, dialect);
    if (!reading) continue;
    const isCutOff = reading.next.at === text.length && !/[\r\n]/.test(text.slice(-1));
    if (fits(reading.cells, isCutOff, shape)) return reading;
    if (reading.next.line === end.next.line) found ??= reading.cells;
  }
  const cells = found ?? text.slice(place.at, end.at).split(shape.separator);
  const isMiscounted = found !== undefined && found.length !== shape.width;
  return { cells, next: end.next, problem: isMiscounted ? countProblem(cells.length, shape.width) : QUOTES_PROBLEM };
}

const countProblem = (cells: number, columns: number) =>
  `This row has ${counted(cells, 'cell')}, but the first line has ${columns} columns.`;

function fits(cells: readonly string[], isCutOff: boolean, { width, separator, isPastBlock }: Shape): boolean {
  const isShort = cells.length < width;
  const isPadded = isPastBlock && !(isShort && isCutOff) && isBlank(cells.slice(width));
  if (cells.length !== width && !isPadded) return false;
  return !cells.some((cell) => /[\r\n]/.test(cell) && (cell.split(separator).length - 1) * 2 >= width);
}

/** Null if unreadable. */
function readCells(text: string, place: Place, dialect: CsvDialect): Reading | null {
  let last = place;
  for (let lines = 0; lines < MAX_ROW_LINES && (lines === 0 || last.at < text.length); lines += 1) {
    const { at, next } = endOfLine(text, last);
    if (at - place.at > MAX_ROW_LENGTH) break;
    const isStillOpen = lines > 0 && !text.slice(last.at, at).includes('"');
    const cells = isStillOpen ? 'open' : splitRow(text.slice(place.at, at), dialect);
    if (cells === 'malformed') break;
    if (cells !== 'open') return { cells, next };
    last = next;
  }
  return null;
}

function endOfLine(text: string, { at: start, line }: Place): { at: number; next: Place; isTooLong: boolean } {
  LINE_END.lastIndex = start;
  const at = LINE_END.exec(text)?.index ?? text.length;
  return { at, next: { at: LINE_END.lastIndex, line: line + 1 }, isTooLong: at - start > MAX_ROW_LENGTH };
}

function readHeaders(text: string, from: Place): { separator: string; headers: FileRow; next: Place } {
  let place = from;
  let separators = SEPARATORS;
  for (let end = endOfLine(text, place); ; end = endOfLine(text, place)) {
    const line = text.slice(place.at, end.at);
    if (end.isTooLong) throw fileError(`Line ${place.line} is too long.`);
    const [, named] = SEPARATOR_LINE.exec(line) ?? [];
    if (named) separators = [named];
    else if (line.trim() !== '' || end.next.at === text.length) break;
    place = end.next;
  }
  const readings = separators.flatMap((separator) => {
    const [reading] = dialectsOf(separator).flatMap((dialect) => readCells(text, place, dialect) ?? []);
    return reading ? [{ ...reading, separator, rank: rank(reading.cells) }] : [];
  });
  const [best] = readings.toSorted((one, other) => other.rank - one.rank);
  if (!best) throw fileError(`The quotation marks on line ${place.line} don’t match.`);
  if (best.rank === 0) throw fileError(NO_HEADERS);
  const { cells, next, separator } = best;
  return { separator, headers: { line: place.line, cells }, next };
}

/** Ranks a first line that was read with one separator: known names count first, then how many there are. */
const rank = (headers: readonly string[]): number =>
  headers.length < 2 ? 0 : countKnownHeads(headers) * 1_000 + headers.length;

/** @throws A field error */
export function assertNoSpreadsheet(bytes: Buffer): void {
  if (bytes.length === 0) throw fileError('This file is empty.');
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\x03\x04' || start === '\xD0\xCF\x11\xE0')
    throw fileError('This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” and choose it again.');
}
