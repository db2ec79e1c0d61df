/** Brings everything under the first SECRET_KEY, while servers run (docs/operating/key-and-records.md). */

import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { type EvidenceHead, listHeads } from '../audit/store/evidence-heads.ts';
import { withCheckLock } from '../audit/store/records-checks.ts';
import {
  FIRST_KEYS,
  readSealed,
  replaceSealed,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
} from '../auth/store/sealed-values.ts';
import type { Database, Transaction } from '../base/database/client.ts';
import { evidenceHeads } from '../base/database/tables/audit.ts';
import { isEvidenceSignature, type Secrets } from '../base/secrets/secrets.ts';

/** Each is one transaction of some 100 ms. */
const BATCH_ROWS = 500;
const MAX_ROUNDS = 7;
/** Doubled after each round: half a minute in all for a row that someone else is changing. */
const FIRST_PAUSE_MS = 500;

export interface Rekeyed {
  what: string;
  rows: number;
  changed: number;
  /** Still under an older key. */
  left: number;
  /** Under none of the keys. */
  unreadable: number;
}

export interface RekeyOptions {
  /** Only counts. */
  check?: boolean;
  onProgress?: (what: string, rows: number) => void;
  signal?: AbortSignal;
}

export async function rekey(
  services: { db: Database; secrets: Secrets },
  options: RekeyOptions = {},
): Promise<Rekeyed[]> {
  const done: Rekeyed[] = [];
  for (const table of SEALED_TABLES) done.push(await rekeyTable(services, table, options));
  done.push(await signAgain(services, options));
  return done;
}

/** In rounds, until one finds nothing to do. */
async function rekeyTable(
  services: { db: Database; secrets: Secrets },
  table: SealedTable,
  options: RekeyOptions,
): Promise<Rekeyed> {
  let changed = 0;
  for (let round = 1; ; round += 1) {
    const found = await walk(services, table, options);
    changed += found.changed;
    const isDone = found.changed === 0 && found.left === 0;
    if (isDone || options.check || round === MAX_ROUNDS) return { what: table.what, ...found, changed };
    if (found.left > 0) await sleep(FIRST_PAUSE_MS * 2 ** (round - 1), undefined, { signal: options.signal });
  }
}

async function walk(
  { db, secrets }: { db: Database; secrets: Secrets },
  table: SealedTable,
  { check = false, onProgress, signal }: RekeyOptions,
) {
  const sealAgain = (value: Buffer) => secrets.encryptCode(secrets.decryptCode(value));
  const total = { rows: 0, changed: 0, left: 0, unreadable: 0 };
  let after: string = FIRST_KEYS[table.keyType];
  for (;;) {
    signal?.throwIfAborted();
    const began = performance.now();
    const rows = await readSealed(db, table, { after, limit: BATCH_ROWS });
    const states = rows.map((row) => stateOf(row, secrets));
    const old = rows.filter((_, index) => states[index] === 'older').map(({ key }) => key);
    const changed = check || old.length === 0 ? 0 : await replaceSealed(db, table, old, sealAgain);
    total.rows += rows.length;
    total.changed += changed;
    total.left += old.length - changed;
    total.unreadable += states.filter((state) => state === 'unknown').length;
    onProgress?.(table.what, total.rows);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return total;
    after = last.key;
    // Half of the time is for other people.
    if (changed > 0) await sleep(performance.now() - began, undefined, { signal });
  }
}

function stateOf({ values }: SealedRow, { sealedBy }: Secrets): ReturnType<Secrets['sealedBy']> {
  const states = values.map((value) => (value ? sealedBy(value) : 'first'));
  return states.find((state) => state === 'unknown') ?? states.find((state) => state === 'older') ?? 'first';
}

async function replaceSignature(
  tx: Transaction,
  { number, signature, publicKey }: Pick<EvidenceHead, 'number' | 'signature' | 'publicKey'>,
): Promise<void> {
  await tx.update(evidenceHeads).set({ signature, publicKey }).where(eq(evidenceHeads.number, number));
}

async function signAgain(
  { db, secrets }: { db: Database; secrets: Secrets },
  { check = false }: RekeyOptions,
): Promise<Rekeyed> {
  const done = await withCheckLock(db, true, async (tx) => {
    const heads = await listHeads(tx);
    const isReadable = ({ digest, signature, publicKey }: (typeof heads)[number]) =>
      secrets.isEvidenceKey(publicKey) && isEvidenceSignature(digest, signature, publicKey);
    const readable = heads.filter(isReadable);
    const old = readable.filter(({ publicKey }) => !publicKey.equals(secrets.evidenceKey));
    for (const { number, digest } of check ? [] : old) {
      const signature = secrets.signEvidence(digest);
      await replaceSignature(tx, { number, signature, publicKey: secrets.evidenceKey });
    }
    const [changed, left] = check ? [0, old.length] : [old.length, 0];
    return { rows: heads.length, changed, left, unreadable: heads.length - readable.length };
  });
  return { what: 'signatures', ...(done ?? { rows: 0, changed: 0, left: 0, unreadable: 0 }) };
}
