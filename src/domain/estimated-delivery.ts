import { dayIn, formatDayOfWeek, formatTimeOfDay, wallClockIn } from './dates.ts';
import { type PromiseFacts, promiseOf } from './promise.ts';

/**
 * The window or day, as far as it is known; specification section 2 has the other words.
 * @param zoneName null if the reader's clock shows the same
 */
export function estimatedDelivery(facts: PromiseFacts, now: Date, timeZone: string, zoneName: string | null): string {
  if (facts.status === 'delivered') return 'Delivered';
  const { day, window, isToCollect } = promiseOf(facts, now, timeZone);
  if (isToCollect) return 'Collection at our depot';
  if (!day) return 'Information not available';
  const clock = (iso: string) => formatTimeOfDay(wallClockIn(timeZone, new Date(iso)).slice(11));
  const hours = window ? `, ${clock(window.from)} to ${clock(window.to)}${zoneName ? ` (${zoneName})` : ''}` : '';
  return `${day === dayIn(timeZone, now) ? 'Today' : formatDayOfWeek(day)}${hours}`;
}
