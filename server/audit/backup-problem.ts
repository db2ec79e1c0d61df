import { type BackupProblem, MAX_BACKUP_AGE } from '../../src/domain/records.ts';
import type { findBackups } from './store/backups.ts';

/** Another server may make them, or none any more. */
const SCHEDULE_FORGOTTEN_MS = 30 * 24 * 60 * 60_000;

export function findBackupProblem(
  { good, attempt, failed }: Awaited<ReturnType<typeof findBackups>>,
  isScheduledHere: boolean,
  now = Date.now(),
): BackupProblem | null {
  const isScheduled =
    isScheduledHere || (attempt !== null && now - attempt.startedAt.getTime() < SCHEDULE_FORGOTTEN_MS);
  const isOld = !good || now - good.startedAt.getTime() > MAX_BACKUP_AGE;
  // The first one may be under way.
  const isFirst = !good && !failed && (!attempt || now - attempt.startedAt.getTime() < MAX_BACKUP_AGE);
  if (!isScheduled || isFirst || !(isOld || failed)) return null;
  return {
    lastGoodAt: good?.startedAt.toISOString() ?? null,
    failedAt: failed?.startedAt.toISOString() ?? null,
  };
}
