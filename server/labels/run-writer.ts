/** Draws each file in a separate process: seconds of text must not hold up others’ calls (decision 0006). */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import type { Letters } from '../../src/domain/label/letters.ts';
import { isPageEach, type Printable } from '../../src/domain/label/printing.ts';
import { LABEL_WRITER } from '../config/paths.ts';
import type { FileHead, KnownLetters, WriterLine } from './writer.ts';

const NICENESS = 5;
const MEMORY = ['--max-old-space-size=384'];
const MS_TO_START = 60_000;
const MS_A_LABEL = 200;
const SHIPMENTS_A_SLICE = 25;
const MAX_ERROR_LENGTH = 4_000;

const limitWriting = pLimit(Math.min(availableParallelism(), 4));

/** How many files are written before one that is asked for now. */
export const countFilesAhead = (): number => limitWriting.activeCount + limitWriting.pendingCount;

/** Without the server's secrets. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env;
  return { SystemRoot, NODE_COMPILE_CACHE };
}

function makeNice(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {}
}

const known = new Map<string, Promise<Letters[]>>();

/** Returns what each font has, Noto Sans and these further ones. Asked once. */
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
  const asking = promisify(execFile)(process.execPath, [...MEMORY, LABEL_WRITER, 'letters', ...files], {
    env: bareEnvironment(),
    timeout: MS_TO_START,
    killSignal: 'SIGKILL',
  });
  makeNice(asking.child.pid);
  const ranges = JSON.parse((await asking).stdout) as KnownLetters;
  return ranges.map((font) => ({
    has: (letter) => font.some(([first, last]) => first <= letter && letter <= last),
  }));
}

export interface FileToWrite {
  fonts: readonly string[];
  head: FileHead;
  printable: Printable;
  /** How many there are tells how long it may take. */
  labels: number;
}

/**
 * Writes a file whole. @throws If the process fails, takes too long, or `signal` says that nobody
 * waits for the file any more; what it has written is worth nothing.
 */
export function writeFile(order: FileToWrite, file: FileHandle, signal: AbortSignal): Promise<void> {
  return limitWriting(async () => {
    signal.throwIfAborted();
    const { fonts, labels } = order;
    const child = spawn(process.execPath, [...MEMORY, LABEL_WRITER, 'file', ...fonts], {
      env: bareEnvironment(),
      stdio: ['pipe', file.fd, 'pipe'],
      timeout: MS_TO_START + labels * MS_A_LABEL,
      killSignal: 'SIGKILL',
      signal,
    });
    makeNice(child.pid);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, MAX_ERROR_LENGTH);
    });
    const ended = once(child, 'close');
    const { stdin } = child;
    // If the process has ended, its end says so.
    if (stdin) pipeline(Readable.from(linesOf(order)), stdin).catch(() => undefined);
    const [code, killer] = await ended;
    if (code !== 0) throw new Error(`The label writer ended with ${code ?? killer}: ${said}`);
  });
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
