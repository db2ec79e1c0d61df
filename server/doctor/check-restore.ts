import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { counted } from '../../src/domain/figures.ts';
import { restoreSentences } from '../../src/domain/restore.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { type MarkKind, openMarks } from '../base/marks/marks.ts';
import { listHeld } from '../restores/store/held-payouts.ts';
import { listRestores } from '../restores/store/restored.ts';
import { type Finding, messageOf } from './finding.ts';

const TOLD_DAYS = 30;
const CHECKED: readonly MarkKind[] = ['numbers', 'payouts', 'keys'];

/** What a manager has to look at after a restore. */
export async function checkRestore(db: Executor): Promise<Finding[]> {
  const about = 'Restore';
  const { total } = await listHeld(db, { limit: 1 });
  const lost = (await listRestores(db, TOLD_DAYS)).find(({ found }) => found.isLost);
  const mend = 'See "After a restore" in docs/operating/restore.md.';
  return [
    ...(total > 0 ? [{ about, what: `${counted(total, 'payout')} held: the bank may have paid them.`, mend }] : []),
    ...(lost ? [{ about, what: restoreSentences({ ...lost.found, payouts: 0, numbers: [] })[0] ?? '', mend }] : []),
  ];
}

/** Whether the marks of what has left can be read, where there are some. */
export async function checkMarks(environment: Environment): Promise<Finding[]> {
  // Only the server may make the folder, which is its own.
  const dataDir = environment.IMAGE_STORAGE ? await mkdtemp(join(tmpdir(), 'waybill-doctor-')) : environment.DATA_DIR;
  if (!environment.IMAGE_STORAGE && !existsSync(join(dataDir, 'marks'))) return [];
  const about = environment.IMAGE_STORAGE ? 'IMAGE_STORAGE' : 'DATA_DIR';
  const broken: string[] = [];
  try {
    const marks = await openMarks(environment, resolve(dataDir), (error) => broken.push(messageOf(error)));
    for (const kind of CHECKED) await marks.read(kind, await marks.names(kind));
  } catch (error) {
    const what = `The marks of what has left cannot be read: ${messageOf(error)}.`;
    const mend = 'Let the server read and list them: no document and no file for the bank leaves until then.';
    return [{ about, what, mend }];
  } finally {
    if (environment.IMAGE_STORAGE) await rm(dataDir, { recursive: true });
  }
  const mend = 'Bring it back from a copy of the marks. Without it, what it is about can leave twice after a restore.';
  return broken.map((name) => ({ about, what: `A mark of what has left is damaged: ${name}.`, mend }));
}
