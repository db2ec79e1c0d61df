import { formatSpan } from '../domain/dates.ts';
import { clockOffset } from './calls/server-clock.ts';

const WORTH_SAYING_MS = 5 * 60_000;

/** In words; null if under five minutes, or unknown. */
export function formatClockOffset(offset: number | null = clockOffset()): string | null {
  if (offset === null || Math.abs(offset) < WORTH_SAYING_MS) return null;
  return `This device’s clock is ${formatSpan(offset)} ${offset < 0 ? 'ahead' : 'behind'}`;
}
