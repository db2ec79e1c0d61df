import { wallClockIn } from '../domain/dates.ts';
import { formatZone, readerTimeZone } from '../domain/time-zone.ts';
import { site } from './site.ts';

/** `New York time`; null if this device shows the same. */
export function brandClockName(now = new Date()): string | null {
  return wallClockIn(site.timeZone, now) === wallClockIn(readerTimeZone(), now) ? null : formatZone(site.timeZone);
}
