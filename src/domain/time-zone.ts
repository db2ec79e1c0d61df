import { wallClockIn } from './dates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names a zone for people: `New York time`. */
export const formatZone = (zone: string): string =>
  /^(?!Etc\/).*\//.test(zone) ? `${zone.replace(/^.*\//, '').replaceAll('_', ' ')} time` : zone;

/**
 * Finds when clocks show a time: the earlier of two, later if skipped. @throws {RangeError} for an
 * unknown zone.
 */
export function momentIn(zone: string, wallClock: string): Date {
  const asUtc = (time: number) => Date.parse(`${wallClockIn(zone, new Date(time))}Z`);
  const exact = Date.parse(`${wallClock}Z`);
  const wanted = Math.floor(exact / 1000) * 1000;
  const moments = [wanted - DAY_MS, wanted + DAY_MS].map((time) => wanted - (asUtc(time) - time));
  const [first = wanted, second = first] = moments.toSorted((one, other) => one - other);
  return new Date((asUtc(first) >= wanted ? first : second) + exact - wanted);
}

/** @throws {RangeError} for an unknown zone. */
export const startOfDay = (day: string, zone: string): Date => momentIn(zone, `${day}T00:00`);

/** Finds when the next day begins. @throws RangeError for an unknown zone */
export function endOfDay(day: string, zone: string): Date {
  return startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), zone);
}
