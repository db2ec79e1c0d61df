// `format` brings its own language, a tenth of what /track/{id} loads, and Intl is slow at first.
import { lightFormat } from 'date-fns/lightFormat';
import { counted } from './figures.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

const CLOCK_FORMAT = 'hh:mm a';

const withWeekday = (date: Date, format: string) => `${WEEKDAYS[date.getDay()]} ${lightFormat(date, format)}`;
const formatFullDay = (date: Date) => withWeekday(date, 'dd/MM/yyyy');

/** Uses the device’s zone (specification section 9). */
export function formatActivityDate(iso: string): string {
  return withWeekday(new Date(iso), `dd/MM/yyyy - ${CLOCK_FORMAT}`);
}

/** It uses the device’s zone. */
export const formatClock = (iso: string): string => lightFormat(new Date(iso), CLOCK_FORMAT);

/** Formats a `hh:mm` of 24 hours. */
export const formatTimeOfDay = (time: string): string => formatClock(`2000-01-01T${time}`);

/** Writes both dates if the range spans midnight. */
export function formatBetween(earliest: string, latest: string): string {
  const [firstDay, lastDay] = [earliest, latest].map((iso) => formatFullDay(new Date(iso)));
  if (firstDay !== lastDay) return `Between ${formatActivityDate(earliest)} and ${formatActivityDate(latest)}`;
  return `${firstDay} - between ${formatClock(earliest)} and ${formatClock(latest)}`;
}

export function formatOccurrence(entry: {
  occurredAt: string;
  earliestAt?: string | undefined;
  createdAt: string;
}): string {
  const { occurredAt, earliestAt, createdAt } = entry;
  return earliestAt ? formatBetween(earliestAt, createdAt) : formatActivityDate(occurredAt);
}

/** Creating one is slow. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();
const MAX_CLOCK_FORMATS = 100;

/** Returns `2026-11-20T06:40:00`. @throws RangeError for an unknown zone */
export function wallClockIn(zone: string, time: Date): string {
  // Intl's first date format is slow on a phone.
  if (zone === 'UTC') return time.toISOString().slice(0, 19);
  let format = clockFormats.get(zone);
  if (!format) {
    // Swedish dates are ISO.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (clockFormats.size >= MAX_CLOCK_FORMATS) clockFormats.clear();
    clockFormats.set(zone, format);
  }
  return format.format(time).replace(' ', 'T');
}

/** Returns `yyyy-mm-dd`. @throws RangeError for an unknown zone */
export function dayIn(zone: string, time: Date): string {
  return wallClockIn(zone, time).slice(0, 10);
}

/** Days of these weeks need no year: `Wednesday 25 November`. */
export function formatDayOfWeek(day: string): string {
  const date = new Date(`${day}T12:00`);
  return `${withWeekday(date, 'd')} ${MONTHS[date.getMonth()]}`;
}

/** `25 Nov`. */
export const formatShortDay = (date: Date): string => `${date.getDate()} ${date.toDateString().slice(4, 7)}`;

/** The same of a `yyyy-mm-dd`. */
export const shortDayOf = (day: string): string => formatShortDay(new Date(`${day}T12:00`));

/** See section 9 of the specification. */
export function formatInvoiceDate(iso: string, timeZone: string): string {
  return formatFullDay(new Date(`${dayIn(timeZone, new Date(iso))}T12:00`));
}

export function formatShipDate(iso: string, timeZone: string): string {
  return `${formatInvoiceDate(iso, timeZone)} - ${formatTimeOfDay(wallClockIn(timeZone, new Date(iso)).slice(11))}`;
}

/** Returns the largest unit (`3 hours`), at least `1 minute`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(milliseconds) / 60_000));
  const [count, unit]: [number, string] =
    minutes >= 1440
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return counted(count, unit);
}

/** Returns `Mon Nov 16 2026`. */
export function formatListDate(iso: string): string {
  return new Date(iso).toDateString();
}
