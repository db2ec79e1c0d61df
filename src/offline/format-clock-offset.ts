import { clockOffset } from '../api/calls/server-clock.ts';
import { formatSpan } from '../domain/dates.ts';

/** A clock that is off by less shows the right minute, or nearly. */
const WORTH_SAYING_MS = 5 * 60_000;

/** How far this device's clock is off, in words; null if by less than five minutes, or unknown. */
export function formatClockOffset(offset: number | null = clockOffset()): string | null {
  if (offset === null || Math.abs(offset) < WORTH_SAYING_MS) return null;
  return `This device’s clock is ${formatSpan(offset)} ${offset < 0 ? 'ahead' : 'behind'}`;
}
