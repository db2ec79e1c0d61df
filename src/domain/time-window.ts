/** People write windows as `before 12`, `after 17`, `14:00–16:00`, `not Sat, Sun`. */
import * as v from 'valibot';
import { formatDayOfWeek, wallClockIn } from './dates.ts';
import { parseDay, shiftDay } from './day.ts';
import { normalizeLine } from './text.ts';

/** Clock times in the brand’s zone: `09:30`. */
export const ClockWindowSchema = v.object({ from: v.string(), until: v.string() });
export type ClockWindow = v.InferOutput<typeof ClockWindowSchema>;

export interface TimeWindow extends ClockWindow {
  /** They may be `Sat` or `2026-12-24`. */
  notOn: readonly string[];
}

const MAX_LENGTH = 100;
const MAX_DAYS = 14;
const ALL_DAY: ClockWindow = { from: '00:00', until: '24:00' };
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const TIME_WINDOW_HINT = 'Optional. Before 12, after 17, 14:00–16:00, not Sat.';
const PROBLEM = 'Enter the time window like this: before 12, after 17, 14:00–16:00 or not Sat.';

const TIME = String.raw`(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?`;
const ONE = new RegExp(`^(before |until |by |after |from )?${TIME}$`);
const TWO = new RegExp(`^(?:between |from )?${TIME} ?(?:-|to |until |and ) ?${TIME}$`);

export function parseTimeWindow(written: string): TimeWindow | null {
  if (written.length > MAX_LENGTH) return null;
  const text = normalizeLine(written).toLowerCase().replaceAll(/[–—−]/g, '-');
  const [hours = '', days, more] = ` ${text}`
    .split(/ not (?:on )?/)
    .map((part) => part.replaceAll(/[,;]/g, ' ').trim());
  const clocks = hours === '' ? ALL_DAY : readHours(hours);
  const notOn = days === undefined ? [] : readDays(days);
  return more === undefined && clocks && notOn && clocks.from < clocks.until ? { ...clocks, notOn } : null;
}

function readHours(text: string): ClockWindow | null {
  const [, word = 'before ', ...one] = ONE.exec(text) ?? [];
  const at = readClock(one);
  if (at) return /^(?:after|from)/.test(word) ? { ...ALL_DAY, from: at } : { ...ALL_DAY, until: at };
  const [, ...two] = TWO.exec(text) ?? [];
  // `2-4 pm` is in the afternoon.
  const from = readClock(two[2] ? two : [two[0], two[1], two[5]]);
  const until = readClock(two.slice(3));
  return from && until ? { from, until } : null;
}

function readClock([hour, minute = '00', half]: (string | undefined)[]): string | null {
  if (hour === undefined || (half && (Number(hour) < 1 || Number(hour) > 12))) return null;
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  const clock = `${String(hours).padStart(2, '0')}:${minute}`;
  return Number(minute) < 60 && clock <= ALL_DAY.until ? clock : null;
}

function readDays(text: string): string[] | null {
  const words = text.split(/[ ,;/]+|\band\b/).filter(Boolean);
  const days = words.flatMap((word) => {
    if (/^weekends?$/.test(word)) return ['Sat', 'Sun'];
    if (parseDay(word)) return [word];
    return (
      WEEKDAYS.find(
        (day) =>
          /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^[a-z]{3}$/.test(word) && word.startsWith(day.toLowerCase()),
      ) ?? ''
    );
  });
  return days.length === 0 || days.length > MAX_DAYS || days.includes('') ? null : [...new Set(days)];
}

/** `before 12:00`, `14:00–16:00, not Sat, Sun`. */
export function formatTimeWindow({ notOn, ...hours }: TimeWindow): string {
  return [formatHours(hours), notOn.length > 0 && `not ${notOn.join(', ')}`].filter(Boolean).join(', ');
}

/** Returns '' for all day. */
export function formatHours({ from, until }: ClockWindow): string {
  if (from === ALL_DAY.from) return until === ALL_DAY.until ? '' : `before ${until}`;
  return until === ALL_DAY.until ? `after ${from}` : `${from}–${until}`;
}

/** For labels: `BEFORE 12`, `14–16:30`. */
export const printTimeWindow = (text: string): string => text.toUpperCase().replaceAll(':00', '').replaceAll(',', '');

/** Stores the form in which we write it. */
export const timeWindow = v.pipe(
  v.string('Time window must be text.'),
  v.maxLength(MAX_LENGTH, `Time window can have at most ${MAX_LENGTH} characters.`),
  v.transform((text) => {
    const window = parseTimeWindow(text);
    return window ? formatTimeWindow(window) : normalizeLine(text);
  }),
  v.check((text) => text === '' || parseTimeWindow(text) !== null, PROBLEM),
  v.title('Time window'),
);

/** The earlier hours count where two exclude each other. */
export function hoursOfAll(windows: readonly ClockWindow[]): ClockWindow | undefined {
  const sorted = windows.toSorted((one, other) => (one.until < other.until ? -1 : 1));
  const common = sorted.reduce((all, { from, until }) => {
    const both = { from: from > all.from ? from : all.from, until: until < all.until ? until : all.until };
    return both.from < both.until ? both : all;
  }, ALL_DAY);
  return common.from === ALL_DAY.from && common.until === ALL_DAY.until ? undefined : common;
}

export const hoursOfTexts = (texts: readonly string[]) =>
  hoursOfAll(texts.flatMap((text) => parseTimeWindow(text) ?? []));

/** `day`: `yyyy-mm-dd`. */
export const isDayOrWeekday = (day: string): boolean =>
  parseDay(day) !== undefined || WEEKDAYS.some((weekday) => weekday === day);

const weekdayOf = (day: string): string => WEEKDAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? '';

export const isExcluded = ({ notOn }: Pick<TimeWindow, 'notOn'>, day: string): boolean => {
  const weekday = weekdayOf(day);
  return notOn.some((off) => off === day || off === weekday || isWithin(off, day, weekday));
};

/** Such as `Sat 2026-12-01 2027-02-01`: a brand’s Saturdays off, from a day on and before another. */
function isWithin(off: string, day: string, weekday: string): boolean {
  if (!off.includes(' ')) return false;
  const [one, from = '', until = ''] = off.split(' ');
  return (one === day || one === weekday) && from <= day && day < until;
}

export interface DaysOffFrom {
  from: string;
  days: readonly string[];
}

const EVER = '0000-01-01';
const NEVER = '9999-12-31';

/** Each counts from its day on, until the next one does. In the order of their days. */
export function joinDaysOff(versions: readonly DaysOffFrom[]): string[] {
  if (versions.length < 2) return [...(versions[0]?.days ?? [])];
  return versions.flatMap(({ from, days }, at) =>
    days.map((day) => `${day} ${at === 0 ? EVER : from} ${versions[at + 1]?.from ?? NEVER}`),
  );
}

/** Hours that are over are about another day. Some have no end. */
export const isPast = ({ until }: Pick<ClockWindow, 'until'>, day: string, timeZone: string, now = new Date()) =>
  until !== ALL_DAY.until && `${day}T${until}` <= wallClockIn(timeZone, now).slice(0, 16);

const MAX_DAYS_AHEAD = 60;

/** Null if all of the next weeks are days off. */
export function nextWorkingDay(day: string, notOn: readonly string[]): string | null {
  const days = Array.from({ length: MAX_DAYS_AHEAD }, (_, index) => shiftDay(day, index + 1));
  return days.find((one) => !isExcluded({ notOn }, one)) ?? null;
}

export const formatNextDay = (nextDay: string | undefined): string =>
  nextDay ? ` The next working day is ${formatDayOfWeek(nextDay)}.` : '';
