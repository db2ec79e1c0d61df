import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { momentIn } from '../../src/domain/time-zone.ts';
import type { Environment } from '../base/config/env.ts';

const RETRY_MS = 60 * 60_000;
const NAME = /^waybill-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z(?:\.part|\.failed)?$/;

export function latestBackupTime(now: Date, { BACKUP_AT, TIME_ZONE }: Pick<Environment, 'BACKUP_AT' | 'TIME_ZONE'>) {
  const today = dayIn(TIME_ZONE, now);
  const at = momentIn(TIME_ZONE, `${today}T${BACKUP_AT}`);
  return at <= now ? at : momentIn(TIME_ZONE, `${shiftDay(today, -1)}T${BACKUP_AT}`);
}

/** `isGone`: the folder of the last good one no longer exists. */
export function isBackupDue(
  now: Date,
  at: Pick<Environment, 'BACKUP_AT' | 'TIME_ZONE'>,
  { good, attempt }: { good: { startedAt: Date } | null; attempt: { startedAt: Date } | null },
  isGone = false,
): boolean {
  const time = latestBackupTime(now, at);
  if (good && isGone && attempt?.startedAt.getTime() === good.startedAt.getTime()) return true;
  if (good && good.startedAt >= time && !isGone) return false;
  return !attempt || attempt.startedAt < time || now.getTime() - attempt.startedAt.getTime() >= RETRY_MS;
}

/** Another machine's folder may be in another place. */
export const isGone = (good: { folder: string } | null, { BACKUP_DIR }: Pick<Environment, 'BACKUP_DIR'>): boolean =>
  good !== null &&
  BACKUP_DIR !== undefined &&
  resolve(good.folder, '..') === resolve(BACKUP_DIR) &&
  !existsSync(good.folder);

/** In UTC, as people read it. */
export const minuteOf = (iso: string) => iso.slice(0, 16).replace('T', ' ');

/** UTC makes names sort, and none comes twice. */
export const backupName = (time: Date) => `waybill-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** Null for other folders, which are not ours to delete. */
export function backupTime(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null;
}
