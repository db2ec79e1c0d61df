/** A calendar day in the brand's zone: `yyyy-mm-dd`. */
import * as v from 'valibot';
import { formatDayOfWeek } from './dates.ts';
import { calendarDay } from './field-schemas.ts';

const DaySchema = calendarDay('Day');

export function parseDay(typed: string | null): string | undefined {
  const { success, output } = v.safeParse(DaySchema, typed);
  return success ? output : undefined;
}

export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** `Saturday 21 November 2026`. */
export const formatDay = (day: string): string => `${formatDayOfWeek(day)} ${day.slice(0, 4)}`;
