/** Days in a time zone (with names such as `Europe/Stockholm`). */
import * as v from 'valibot';

const DAY_MS = 24 * 60 * 60 * 1000;

const formatOf = (zone: string) =>
  new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

export const TimeZoneSchema = v.pipe(
  v.string('This time zone doesn’t exist.'),
  v.maxLength(64, 'This time zone doesn’t exist.'),
  v.check((zone) => {
    try {
      return Boolean(formatOf(zone));
    } catch {
      return false;
    }
  }, 'This time zone doesn’t exist.'),
);

/** The time zone of this device. */
export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * When a day (`yyyy-mm-dd`) begins, which may not be midnight if clocks change. @throws
 * {RangeError} for an unknown zone.
 */
export function startOfDay(day: string, zone: string): Date {
  const format = formatOf(zone);
  /** The local time there, as if it were UTC. */
  const localOf = (time: number) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, date, hour, minute, second);
  };
  const midnight = Date.parse(day);
  const starts = [midnight - DAY_MS, midnight + DAY_MS].map((time) => midnight - (localOf(time) - time));
  const [first, second = first] = starts.toSorted((one, other) => one - other);
  const start = [first, second].find((time = 0) => localOf(time) >= midnight) ?? second;
  return new Date(start ?? midnight);
}

/** The moment the next day begins in a zone. @throws RangeError for an unknown zone */
export function endOfDay(day: string, zone: string): Date {
  return startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), zone);
}
