/** 1 is Monday, as in ISO 8601. */
import * as v from 'valibot';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const;
type Ticked = Record<(typeof WEEKDAYS)[number], boolean>;

export const weekdays = v.pipe(
  v.array(v.picklist(NUMBERS, 'Weekdays are numbers from 1 to 7.'), 'Weekdays must be a list.'),
  v.maxLength(7, 'Weekdays can have at most 7 entries.'),
  v.transform((days) => [...new Set(days)].sort()),
);

/** A form has a box for each. */
export const WEEKDAY_ENTRIES = v.entriesFromList(WEEKDAYS, v.boolean());

export const tickedOf = (days: readonly number[]): Ticked =>
  Object.fromEntries(WEEKDAYS.map((name, index) => [name, days.includes(index + 1)])) as Ticked;

export const daysTicked = (ticked: Ticked) => NUMBERS.filter((day) => ticked[WEEKDAYS[day - 1] ?? 'Monday']);

/** `every Monday and Friday` */
export const formatWeekdays = (days: readonly number[]): string =>
  `every ${new Intl.ListFormat('en-GB').format(days.map((day) => WEEKDAYS[day - 1] ?? ''))}`;
