import { setTimeout as sleep } from 'node:timers/promises';
import { restoreSentences } from '../../src/domain/restore.ts';
import type { Database } from '../base/database/client.ts';
import type { Marks } from '../base/marks/marks.ts';
import { compareMarks } from './compare-marks.ts';

const AGAIN_MS = 30_000;

interface Work {
  log: { error(error: unknown, message: string): void };
  signal: AbortSignal;
}

/** Compares once, and keeps trying in the background if the marks are unreadable: no money leaves until then. */
export async function keepComparing(db: Database, marks: Marks, { log, signal }: Work): Promise<void> {
  try {
    const found = await compareMarks(db, marks);
    for (const sentence of found ? restoreSentences(found) : []) log.error(new Error(sentence), 'After a restore');
    marks.setCompared();
  } catch (error) {
    log.error(
      error,
      'What has left can’t be compared with the database, so no document, file for the bank or key leaves',
    );
    void sleep(AGAIN_MS, undefined, { signal, ref: false }).then(
      () => keepComparing(db, marks, { log, signal }),
      () => undefined,
    );
  }
}
