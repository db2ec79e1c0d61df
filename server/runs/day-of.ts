import { dayIn } from '../../src/domain/dates.ts';
import { nextWorkingDay } from '../../src/domain/time-window.ts';
import type { Environment } from '../base/config/env.ts';

/** `yyyy-mm-dd`; `today` in the brand's time zone. */
export const dayOf = (day: string, timeZone: string, now = new Date()): string =>
  day === 'today' ? dayIn(timeZone, now) : day;

/** The working day after a run’s, and after today. */
export function nextDayOf(
  day: string,
  { TIME_ZONE, DAYS_OFF }: Pick<Environment, 'TIME_ZONE' | 'DAYS_OFF'>,
): { nextDay?: string } {
  const today = dayOf('today', TIME_ZONE);
  const nextDay = nextWorkingDay(day > today ? day : today, DAYS_OFF);
  return nextDay ? { nextDay } : {};
}
