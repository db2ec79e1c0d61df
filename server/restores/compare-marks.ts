/** Runs at each start: what had left the house, unknown to the database, must not leave again (decision 0026). */
import { isNews, type RestoreFound } from '../../src/domain/restore.ts';
import { formatNumber } from '../../src/domain/statements/statement.ts';
import { markDownloaded } from '../banking/store/payouts.ts';
import type { Database, Executor } from '../base/database/client.ts';
import { type MarkKind, type Marks, madeAt } from '../base/marks/marks.ts';
import {
  deleteTaken,
  findFiles,
  findOldestWaiting,
  hasRestores,
  insertFormerKey,
  insertHeld,
  insertRestore,
  markSentTexts,
  noteMarksAreBack,
  skipNumbers,
} from './store/restored.ts';

const DAY_MS = 86_400_000;

/** Null if the database has everything. Several servers may compare: each step is done once. */
export async function compareMarks(db: Database, marks: Marks): Promise<RestoreFound | null> {
  // In this order: another server that begins now says so only after it has made the first mark.
  const hadBegun = await hasRestores(db);
  const begunAt = await marks.begin();
  const began = begunAt === null;
  const found: RestoreFound = {
    ...(began && { began }),
    ...(began && hadBegun && { isLost: true }),
    numbers: [],
    payouts: 0,
    keys: 0,
    texts: 0,
    webhooks: 0,
  };
  try {
    found.numbers = await followNumbers(db, marks);
    found.payouts = await holdPayouts(db, marks);
    found.keys = await bringBackKeys(db, marks);
    Object.assign(found, await markSent(db, marks));
    if (begunAt && (await noteMarksAreBack(db, begunAt))) found.isBack = true;
  } finally {
    if (began || isNews(found)) await insertRestore(db, found);
  }
  return isNews(found) ? found : null;
}

async function followNumbers(db: Executor, marks: Marks): Promise<string[]> {
  const skipped: string[] = [];
  for (const mark of await marks.read('numbers', await marks.names('numbers'))) {
    const before = await skipNumbers(db, mark);
    if (before === null) continue;
    const ends = new Set([before + 1, mark.last].map((number) => formatNumber({ ...mark, number })));
    skipped.push([...ends].join(' to '));
  }
  return skipped;
}

async function holdPayouts(db: Executor, marks: Marks): Promise<number> {
  const names = await marks.names('payouts');
  const files = await findFiles(db, names);
  for (const { id, isNew } of files) if (isNew) await markDownloaded(db, id);
  const known = new Set(files.map(({ id }) => id));
  const missing = await marks.read(
    'payouts',
    names.filter((name) => !known.has(name)),
  );
  const rows = missing.flatMap(({ file: fileId, paid }) =>
    paid.map(({ id: markedId, userId, cents }) => ({ fileId, markedId, userId, amountCents: BigInt(cents) })),
  );
  return insertHeld(db, rows);
}

async function bringBackKeys(db: Executor, marks: Marks): Promise<number> {
  let back = 0;
  for (const { privateKey, createdAt, ...key } of await marks.read('keys', await marks.names('keys'))) {
    const sealed = privateKey === null ? null : Buffer.from(privateKey, 'base64url');
    if (await insertFormerKey(db, { ...key, privateKey: sealed, createdAt: new Date(createdAt) })) back += 1;
  }
  return back;
}

async function markSent(db: Executor, marks: Marks): Promise<Pick<RestoreFound, 'texts' | 'webhooks'>> {
  const sent = { texts: 0, webhooks: 0 };
  const oldest = await findOldestWaiting(db);
  for (const name of await namesSince(marks, 'texts', oldest.texts))
    sent.texts += await markSentTexts(db, await marks.read('texts', [name]));
  for (const name of await namesSince(marks, 'webhooks', oldest.webhooks))
    sent.webhooks += await deleteTaken(db, await marks.read('webhooks', [name]));
  return sent;
}

/** A log goes on for a day after the time in its name. */
async function namesSince(marks: Marks, kind: MarkKind, since: Date | null): Promise<string[]> {
  if (!since) return [];
  return (await marks.names(kind)).filter((name) => madeAt(name) > since.getTime() - 2 * DAY_MS);
}
