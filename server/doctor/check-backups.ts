import { findBackupProblem } from '../audit/backup-problem.ts';
import { findBackups } from '../audit/store/backups.ts';
import { isGone, minuteOf } from '../backups/schedule.ts';
import { commandLine } from '../base/config/command-line.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import type { Finding } from './finding.ts';

const COMMAND = commandLine('backup', '--scheduled');

export async function checkBackups(db: Executor, { BACKUP_DIR }: Environment): Promise<Finding[]> {
  const state = await findBackups(db);
  const { good, attempt, failed } = state;
  if (!BACKUP_DIR && !attempt) {
    const what = 'Nobody makes backups.';
    return [{ about: 'BACKUP_DIR', what, mend: 'Set it to a folder on another disk: one is made every night.' }];
  }
  const problem = findBackupProblem(state, BACKUP_DIR !== undefined);
  if (problem) {
    const since = problem.lastGoodAt
      ? `The last good one is from ${minuteOf(problem.lastGoodAt)} UTC.`
      : 'There is no good one.';
    const why = failed ? ` The one after it failed: ${failed.problem}` : '';
    return [{ about: 'Backups', what: `${since}${why}`, mend: `Mend the cause, and make one now: ${COMMAND}.` }];
  }
  if (isGone(good, { BACKUP_DIR })) {
    const what = `The last good one is gone: ${good?.folder}.`;
    return [
      {
        about: 'Backups',
        what,
        mend: `Is the disk of BACKUP_DIR mounted? If someone deleted it: ${COMMAND}.`,
      },
    ];
  }
  return [];
}
