import { site } from '../../config/site.ts';
import { wallClockIn } from '../../domain/dates.ts';
import { readerTimeZone } from '../../domain/time-zone.ts';

/**
 * Whose clock ship and delivery dates follow, such as `New York time`; null if this device's shows
 * the same.
 */
export function brandClockName(): string | null {
  const now = new Date();
  if (wallClockIn(site.timeZone, now) === wallClockIn(readerTimeZone(), now)) return null;
  return site.timeZone === 'UTC' ? 'UTC' : `${site.timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;
}
