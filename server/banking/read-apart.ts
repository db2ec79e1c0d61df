import { STATEMENT_READER } from '../base/config/paths.ts';
import { fileError } from '../base/csv/read-csv.ts';
import { takeTurns } from '../base/limits/turns.ts';
import { askApart } from '../base/process/apart.ts';
import type { EntryLine, ReadEntry, ReadFile, StatementHead } from './read-bank-file.ts';

const TIMEOUT_MS = 60_000;
const MEMORY = '--max-old-space-size=256';
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Reads in a separate process: no file holds up others' calls. @throws Field error at `file` */
export async function readApart(file: string, currency: string): Promise<ReadFile> {
  const bounds = { script: [MEMORY, STATEMENT_READER, file, currency], ms: TIMEOUT_MS };
  const [first = '', ...lines] = (await askApart(bounds, { maxBytes: MAX_READ_BYTES })).split('\n');
  const head = JSON.parse(first) as StatementHead;
  if ('refusal' in head) throw fileError(head.refusal);
  const entries: ReadEntry[] = [];
  const pause = takeTurns();
  for (const line of lines) {
    const entry = JSON.parse(line) as EntryLine;
    entries.push({ ...entry, amountCents: BigInt(entry.amountCents) });
    await pause();
  }
  return { ...head, entries };
}
