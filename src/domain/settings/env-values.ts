/** Values as people write them into an environment variable or a field of *Settings*. Their messages go behind a name. */
import * as v from 'valibot';

export const isOn = v.pipe(
  v.picklist(['0', '1'], 'must be 0 or 1'),
  v.transform((value) => value === '1'),
);
export const flag = v.optional(isOn, '0');

export const isUrl = (value: string): boolean => v.is(v.pipe(v.string(), v.url()), value);

export const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.maxLength(2_000, 'must have at most 2,000 characters'),
    v.check(
      (value) => isUrl(value) && protocols.some((protocol) => value.trim().toLowerCase().startsWith(protocol)),
      `must be a URL with ${protocols.join(' or ')}`,
    ),
  );

export const text = (fallback: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200)), fallback);

export const list = v.pipe(
  v.string(),
  v.maxLength(5_000, 'must have at most 5,000 characters'),
  v.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);

export const listOf = (isOne: (entry: string) => boolean, must: string) => v.pipe(list, v.everyItem(isOne, must));

/** Null from `parse` is a mistake. */
export const parsed = <Value>(parse: (text: string) => Value | null, must: string) =>
  v.pipe(
    v.string(),
    v.maxLength(5_000, 'must have at most 5,000 characters'),
    v.transform(parse),
    v.check((value) => value !== null, must),
    v.transform((value) => value as Exclude<Value, null>),
  );

export const number = (usual: string, must: string, pattern = /^[1-9]\d{0,3}$/) =>
  v.optional(v.pipe(v.string(), v.regex(pattern, must), v.transform(Number)), usual);

export const days = (usual: string) => number(usual, 'must be a number of days');

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
export const isClock = (value: string): boolean => CLOCK.test(value);

export const timeOfDay = (usual: string) =>
  v.optional(v.pipe(v.string(), v.regex(CLOCK, `must be a time of day, such as ${usual}`)), usual);
