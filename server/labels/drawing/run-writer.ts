import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ProofPaper } from '../../../src/domain/labels/draw-proof.ts';
import type { StatementLine, StatementPaper } from '../../../src/domain/labels/draw-statement.ts';
import type { Letters } from '../../../src/domain/labels/letters.ts';
import { isPageEach, type Printable } from '../../../src/domain/labels/printing.ts';
import { LABEL_WRITER } from '../../base/config/paths.ts';
import { countOwn, inTurn, SHARED_QUEUES } from '../../base/limits/shared-queues.ts';
import { askApart, writeApart } from '../../base/process/apart.ts';
import type { FileHead, KnownLetters, WriterLine } from './writer.ts';

const MEMORY = ['--max-old-space-size=384'];
const MS_TO_START = 60_000;
const MS_A_LABEL = 200;
const SHIPMENTS_A_SLICE = 25;

/** More take longer than people wait for a single one. */
const LONG_LABELS = 100;
const MAX_LETTERS_BYTES = 1024 * 1024;

export const countFilesAhead = (): number => countOwn(SHARED_QUEUES.labels);

const known = new Map<string, Promise<Letters[]>>();

export function readKnownLetters(files: readonly string[]): Promise<Letters[]> {
  const key = files.join();
  const asked =
    known.get(key) ??
    askForLetters(files).catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
  known.set(key, asked);
  return asked;
}

async function askForLetters(files: readonly string[]): Promise<Letters[]> {
  const script = [...MEMORY, LABEL_WRITER, 'letters', ...files];
  const ranges = JSON.parse(
    await askApart({ script, ms: MS_TO_START }, { maxBytes: MAX_LETTERS_BYTES }),
  ) as KnownLetters;
  return ranges.map((font) => ({
    has: (letter) => font.some(([first, last]) => first <= letter && letter <= last),
  }));
}

export interface FileToWrite {
  fonts: readonly string[];
  head: FileHead;
  printable: Printable;
  /** The number tells how long it may take. */
  labels: number;
}

/**
 * Writes a whole file. @throws If the process fails, takes too long, or `signal` aborts; the file is worthless then.
 */
export function writeFile(order: FileToWrite, file: FileHandle, signal?: AbortSignal): Promise<void> {
  const { fonts, labels } = order;
  return writeInTurn(fonts, labels, Readable.from(linesOf(order)), file, signal);
}

/** Lines of a statement that take as long as a label. */
const LINES_A_LABEL = 20;

/** Writes a statement whole. @throws As `writeFile` does. */
export function writeStatement(
  order: { fonts: readonly string[]; paper: StatementPaper; lines: AsyncIterable<StatementLine[]>; count: number },
  file: FileHandle,
  signal: AbortSignal,
): Promise<void> {
  const { fonts, paper, lines, count } = order;
  async function* input(): AsyncGenerator<string> {
    const line = (one: WriterLine) => `${JSON.stringify(one)}\n`;
    yield line({ paper });
    for await (const some of lines) yield line({ lines: some });
    yield line({ isAll: true });
  }
  return writeInTurn(fonts, Math.ceil(count / LINES_A_LABEL), Readable.from(input()), file, signal);
}

/** Writes a proof of delivery whole. @throws As `writeFile` does. */
export function writeProof(
  { fonts, paper }: { fonts: readonly string[]; paper: ProofPaper },
  file: FileHandle,
  signal: AbortSignal,
): Promise<void> {
  const line: WriterLine = { proof: paper };
  return writeInTurn(fonts, 1 + paper.pictures.length, Readable.from([`${JSON.stringify(line)}\n`]), file, signal);
}

function writeInTurn(
  fonts: readonly string[],
  labels: number,
  input: Readable,
  file: FileHandle,
  signal?: AbortSignal,
): Promise<void> {
  const script = [...MEMORY, LABEL_WRITER, 'file', ...fonts];
  const bounds = { script, ms: MS_TO_START + labels * MS_A_LABEL, signal };
  const write = () => writeApart(bounds, { input, output: file.fd });
  return inTurn(SHARED_QUEUES.labels, write, { size: labels, isLong: labels > LONG_LABELS, signal });
}

function* linesOf({ head, printable }: FileToWrite): Generator<string> {
  const line = (one: WriterLine) => `${JSON.stringify(one)}\n`;
  yield line({ head });
  for (const slice of slicesOf(printable, head)) yield line({ slice });
  yield line({ isAll: true });
}

/** Labels on sheets and rows of lists need the ones before them. */
function slicesOf(printable: Printable, { style }: FileHead): Printable[] {
  const { shipments } = printable;
  if (!isPageEach(style)) return [printable];
  return Array.from({ length: Math.ceil(shipments.length / SHIPMENTS_A_SLICE) }, (_, at) => ({
    shipments: shipments.slice(at * SHIPMENTS_A_SLICE, (at + 1) * SHIPMENTS_A_SLICE),
  }));
}
