/**
 * What leaves the house is first marked outside of the database, in DATA_DIR or the bucket, to
 * compare a restored database with (decision 0026). Each line of a file is a mark.
 */
import { join } from 'node:path';
import type { Disk } from 'flydrive';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { IdSchema } from '../../../src/domain/field-schemas.ts';
import { STATEMENT_KINDS } from '../../../src/domain/statements/statement.ts';
import type { Environment } from '../config/env.ts';
import { UserError } from '../errors/errors.ts';
import { isMissing, openDisk } from '../images/open-disk.ts';

const DAY_MS = 86_400_000;
/** A bank file can have 5,000 payouts of 150 bytes. */
const MAX_FILE_BYTES = 1_000_000;
/** A fuller log gets another file, since each mark rewrites it. */
const MAX_LOG_BYTES = 32_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBERS = /^(?:statement|credit-note)-\d{4}$/;

const large = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const count = v.pipe(large, v.maxValue(1_000_000_000));
const text = v.pipe(v.string(), v.maxLength(2_000));

const SCHEMAS = {
  numbers: v.object({ kind: v.picklist(STATEMENT_KINDS), year: count, last: count }),
  payouts: v.object({ file: IdSchema, paid: v.array(v.object({ id: IdSchema, userId: IdSchema, cents: large })) }),
  /** The private key is sealed as in the database, base64url. */
  keys: v.object({
    id: IdSchema,
    generation: count,
    publicKey: text,
    privateKey: v.nullable(text),
    createdAt: v.pipe(text, v.isoTimestamp()),
  }),
  /** `gathered` texts are part of the `attempt`. */
  texts: v.object({ id: IdSchema, attempt: count, gathered: v.array(IdSchema) }),
  /** `at` is in milliseconds. */
  webhooks: v.object({ event: IdSchema, endpoint: IdSchema, at: large }),
};
const BeganSchema = v.object({ at: v.pipe(text, v.isoTimestamp()) });
export type MarkKind = keyof typeof SCHEMAS;
export type Mark<Kind extends MarkKind> = v.InferOutput<(typeof SCHEMAS)[Kind]>;

/** Nobody restores an older backup. Numbers are two files a year, keys one. */
const KEPT_DAYS: Partial<Record<MarkKind, number>> = { payouts: 400, texts: 5, webhooks: 9 };

export interface Marks {
  /** What a mark is about leaves once this resolves. @throws UserError */
  keep<Kind extends MarkKind>(kind: Kind, name: string, mark: Mark<Kind>): Promise<void>;
  /** A fault is only logged: at worst something comes twice after a restore. */
  note<Kind extends MarkKind>(kind: Kind, mark: Mark<Kind>): Promise<void>;
  names(kind: MarkKind): Promise<string[]>;
  read<Kind extends MarkKind>(kind: Kind, names: readonly string[]): Promise<Mark<Kind>[]>;
  /** Returns when existing marks began; null if this makes the first. */
  begin(): Promise<Date | null>;
  /** Until the database was compared with the marks, nothing is kept. */
  setCompared(): void;
  deleteOld(now?: number): Promise<void>;
}

type Say = (error: unknown, message: string) => void;

export async function openMarks(environment: Environment, dataDir: string, say: Say): Promise<Marks> {
  const { disk, prefix } = await openDisk(environment, join(dataDir, 'marks'));
  const top = environment.IMAGE_STORAGE ? `${prefix}marks/` : '';
  const pathOf = (kind: string, name: string) => `${top}${kind}/${name}`;
  const write = (kind: string, name: string, lines: string) =>
    disk.put(pathOf(kind, name), lines, { contentType: 'application/jsonl' });
  const logs = new Map<MarkKind, (line: string) => Promise<void>>();
  let isCompared = false;

  return {
    async keep(kind, name, mark) {
      if (!isCompared) throw new UserError('SERVICE_UNAVAILABLE', AWAY);
      await write(kind, name, lineOf(mark)).catch((cause: unknown) => {
        say(cause, 'No mark of what leaves can be written');
        throw new UserError('SERVICE_UNAVAILABLE', AWAY);
      });
    },
    async note(kind, mark) {
      const log = logs.get(kind) ?? createLog((name, lines) => write(kind, name, lines));
      logs.set(kind, log);
      await log(lineOf(mark)).catch((error: unknown) => say(error, 'No mark of what has left was written'));
    },
    names: (kind) => listNames(disk, `${top}${kind}`, kind === 'numbers' ? NUMBERS : UUID),
    async read(kind, names) {
      const marks: Mark<typeof kind>[] = [];
      for (const name of names) {
        for (const line of await readLines(disk, pathOf(kind, name))) {
          const mark = line && parse(SCHEMAS[kind], line);
          if (mark) marks.push(mark as Mark<typeof kind>);
          else say(new Error(pathOf(kind, name)), 'A mark of what has left cannot be read, and is left out');
        }
      }
      return marks;
    },
    async begin() {
      if ((await listNames(disk, `${top}began`, /^began$/)).length > 0) {
        const [line = ''] = await readLines(disk, pathOf('began', 'began'));
        return new Date(parse(BeganSchema, line)?.at ?? 0);
      }
      await write('began', 'began', lineOf({ at: new Date().toISOString() }));
      return null;
    },
    setCompared() {
      isCompared = true;
    },
    async deleteOld(now = Date.now()) {
      for (const [kind, days] of Object.entries(KEPT_DAYS)) {
        const old = (await listNames(disk, `${top}${kind}`, UUID)).filter((name) => now - madeAt(name) > days * DAY_MS);
        for (const name of old) await disk.delete(pathOf(kind, name));
      }
    },
  };
}

const AWAY =
  'This can’t leave now: what leaves is marked in DATA_DIR or the bucket first, and that does not work. Try again in a minute.';

const lineOf = (mark: object) => `${JSON.stringify(mark)}\n`;

export const madeAt = (name: string): number => Number.parseInt(name.replaceAll('-', '').slice(0, 12), 16);

/** Lines that come while others are written are written together, in order. */
function createLog(write: (name: string, lines: string) => Promise<void>): (line: string) => Promise<void> {
  let name = '';
  let written = '';
  let waiting: string[] = [];
  let writing = Promise.resolve();
  async function writeWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    const lines = waiting.join('');
    waiting = [];
    const isFull = written.length + lines.length > MAX_LOG_BYTES || Date.now() - madeAt(name) > DAY_MS;
    if (name === '' || isFull) [name, written] = [uuidv7(), ''];
    written += lines;
    await write(name, written);
  }
  return (line) => {
    waiting.push(line);
    writing = writing.catch(() => undefined).then(writeWaiting);
    return writing;
  };
}

/** Unknown files beside the marks are none of ours. */
async function listNames(disk: Disk, folder: string, pattern: RegExp): Promise<string[]> {
  const names: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(folder, paginationToken === undefined ? {} : { paginationToken }).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    for (const { name } of page?.objects ?? []) if (pattern.test(name)) names.push(name);
    paginationToken = page?.paginationToken;
  } while (paginationToken !== undefined);
  return names;
}

/** A file that is too large yields one line that is no mark. */
async function readLines(disk: Disk, path: string): Promise<string[]> {
  const { contentLength } = await disk.getMetaData(path);
  if (contentLength > MAX_FILE_BYTES) return [''];
  return (await disk.get(path)).trimEnd().split('\n');
}

function parse<Schema extends v.GenericSchema>(schema: Schema, line: string): v.InferOutput<Schema> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(line));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
