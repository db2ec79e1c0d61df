/** Messages name their field, because toasts and reports show them alone. Titles head columns. */
import * as v from 'valibot';
import { hasCents, MAX_AMOUNT, MAX_SUM, MIN_AMOUNT } from './money.ts';
import { isPhoneNumber, isSpreadsheetNumber, MAX_PHONE_LENGTH, normalizePhoneNumber } from './phone-number.ts';
import { findLostLetters, hasInvisible, normalizeEmail, normalizeLine, normalizeParagraphs } from './text.ts';
import { isTrackingId, MAX_PARCELS, normalizeTrackingId } from './tracking-id.ts';

/** Rejects unknown keys and names missing ones. */
export const strictInput = <Entries extends v.ObjectEntries>(given: Entries) => {
  // Otherwise `__proto__` and `toString` would be known keys.
  const entries: Entries = Object.assign(Object.create(null), given);
  return v.strictObject(entries, (issue) => {
    const key = issue.path?.at(-1)?.key;
    if (typeof key !== 'string') return 'Enter a valid value.';
    return issue.expected === 'never'
      ? 'Unknown field.'
      : requiredSentence(titleOf(entries[key]) ?? formatFieldName(key));
  });
};

const titleOf = (schema: v.GenericSchema | undefined) => schema && v.getTitle(schema);

function formatFieldName(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, ' ID');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const requiredSentence = (name: string) => `${name} ${/[^su]s$/.test(name) ? 'are' : 'is'} required.`;

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u;

export const requiredText = (name: string, maximum: number) =>
  v.pipe(intactText(name, maximum), v.nonEmpty(requiredSentence(name)));

/** A line of text that no other program has damaged; it may be empty. */
export const intactText = (name: string, maximum: number) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.check(
      (text) => findLostLetters(text) === null,
      ({ input }) => damagedSentence(name, findLostLetters(input)),
    ),
    v.transform(normalizeLine),
    v.maxLength(maximum, `${name} can have at most ${maximum} characters.`),
    v.check((text) => !CONTROL.test(text), `${name} contains characters that can’t be used.`),
    v.title(name),
  );

export const damagedSentence = (name: string, word: string | null) =>
  `${name} has damaged letters: “${word?.slice(0, 50)}”. Correct them.`;

export const optionalText = (name: string, maximum: number) =>
  v.pipe(
    v.string(`${name} must be text.`),
    v.transform(normalizeLine),
    v.maxLength(maximum, `${name} can have at most ${maximum} characters.`),
    v.check((text) => !CONTROL.test(text), `${name} contains characters that can’t be used.`),
    v.title(name),
  );

/** Rejects NUL, which databases cannot store. */
export const withoutNul = (message: string) => v.check((text: string) => !text.includes('\0'), message);

/** Any text is valid: what can't be a tracking ID becomes '', which no shipment has. */
export const TrackingIdSchema = v.pipe(
  v.string('Tracking ID is required.'),
  v.maxLength(100, 'Tracking ID can have at most 100 characters.'),
  v.transform((typed) => {
    const trackingId = normalizeTrackingId(typed);
    return isTrackingId(trackingId) ? trackingId : '';
  }),
);

export const requiredParagraphs = (name: string, maximum: number) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.transform(normalizeParagraphs),
    v.nonEmpty(requiredSentence(name)),
    v.maxLength(maximum, `${name} can have at most ${maximum} characters.`),
    v.check((text) => !CONTROL_BUT_BREAKS.test(text), `${name} contains characters that can’t be used.`),
  );

/** This is the HTML standard’s pattern without what SMTP rejects. */
function createEmailPattern(character: string): RegExp {
  const local = String.raw`(?=.{1,64}@)${character}+(?:\.${character}+)*`;
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
  return new RegExp(String.raw`^${local}@(?:${label}\.)+(?!\p{N}+$)(?=..)${label}$`, 'u');
}
const EMAIL = createEmailPattern("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]");
const INTERNATIONAL_EMAIL = createEmailPattern("[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]");
const STRAY_PERIOD = /(?:^|[.@])\.|\.(?:@|$)/;

function emailProblem(name: string, text: string): string {
  if (hasInvisible(text)) return `${name} contains an invisible character. Type it again.`;
  if (text.includes('@') && STRAY_PERIOD.test(text)) return `${name} has a period too many.`;
  if (INTERNATIONAL_EMAIL.test(text)) return `${name} can only have the letters a to z before the @.`;
  return 'Enter a full email address, such as name@example.com.';
}

const emailLike = (name: string, pattern: RegExp, shortest: 0 | 1 = 1) =>
  v.pipe(
    v.string(requiredSentence(name)),
    // Word processors curl O'Brien's.
    v.transform((text) => normalizeEmail(text).replace(/[‘’ʼ]/g, "'")),
    v.minLength(shortest, requiredSentence(name)),
    v.maxLength(254, `${name} can have at most 254 characters.`),
    v.check((text) => !CONTROL.test(text), `${name} contains characters that can’t be used.`),
    v.check(
      (text) => text === '' || (!hasInvisible(text) && pattern.test(text)),
      ({ input }) => emailProblem(name, input),
    ),
    v.title(name),
  );

export const emailAddress = (name: string) => emailLike(name, EMAIL);

/** Stored addresses may be from when any script was allowed. */
export const storedEmailAddress = (name: string) => emailLike(name, INTERNATIONAL_EMAIL);

/** Some people have no email address. */
export const optionalEmailAddress = (name: string) => emailLike(name, EMAIL, 0);
export const optionalStoredEmailAddress = (name: string) => emailLike(name, INTERNATIONAL_EMAIL, 0);

/** Names may be shops, such as *24 Parts (Lund)*. Joiners may follow letters, as in Persian. */
const NAME = /^(?=.*\p{L})(?:[\p{L}\p{M}\p{Zs}\d&,()'’‘`´׳.·・‐‑–-]|(?<=[\p{L}\p{M}])[\u200c\u200d])+$/u;
const LOOKS_LIKE_A_LINK = /\.\p{L}\p{M}*\p{L}/u;

/** Fewer than a phone number has. */
const MAX_NAME_DIGITS = 4;

/** It refuses links and phone numbers because strangers choose what we email. */
export const personName = (name: string) =>
  v.pipe(
    requiredText(name, 100),
    v.regex(NAME, `${name} can only contain letters, digits, spaces and the signs - ’ . , & ( ).`),
    v.check(
      (text) => text.replace(/\D/g, '').length <= MAX_NAME_DIGITS,
      `${name} can have at most ${MAX_NAME_DIGITS} digits.`,
    ),
    v.check((text) => !LOOKS_LIKE_A_LINK.test(text), `${name} needs a space after each period.`),
  );

export const phoneNumber = (name: string) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.transform((text) => normalizeLine(normalizePhoneNumber(text))),
    v.nonEmpty(requiredSentence(name)),
    v.maxLength(MAX_PHONE_LENGTH, `${name} can have at most ${MAX_PHONE_LENGTH} characters.`),
    v.check(isPhoneNumber, ({ input }) =>
      isSpreadsheetNumber(input)
        ? `${name} was changed by a spreadsheet. Enter it in full, such as +46 31 555 0192.`
        : 'Enter a phone number, such as +46 31 555 0192.',
    ),
    v.title(name),
  );

/** Accepts at most two decimals; `minimum` may be 0. */
export const amountOf = (name: string, minimum: number = MIN_AMOUNT) =>
  moneyOf(name, { minimum, maximum: MAX_AMOUNT, tooMuch: `${name} can be at most $10,000,000.` });

/** Sums, and amounts from a phone or a bank, have no limit for one amount. */
export const sumOf = (name: string, minimum: number = MIN_AMOUNT) =>
  moneyOf(name, { minimum, maximum: MAX_SUM, tooMuch: `${name} can be at most $90,000,000,000,000.` });

/** The server finds amounts by `hasCents`, and checks the decimals of the brand’s currency. */
const moneyOf = (name: string, { minimum, maximum, tooMuch }: { minimum: number; maximum: number; tooMuch: string }) =>
  v.pipe(
    v.number(({ input }) => {
      if (typeof input === 'string') return `Enter the ${name.toLowerCase()} like this: 1234.50`;
      return `${name} ${input == null ? 'is required' : 'must be a number'}.`;
    }),
    v.finite(`${name} must be a number.`),
    v.minValue(minimum, minimum === MIN_AMOUNT ? `${name} must be at least $0.01.` : `${name} cannot be negative.`),
    v.maxValue(maximum, tooMuch),
    v.check(hasCents, `${name} can have at most two decimals.`),
    v.title(name),
  );

/** Accepts an ISO 8601 UTC time, 1970 to 2199. */
export const moment = (name: string) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.nonEmpty(requiredSentence(name)),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?Z$/, `${name} must be a date and time.`),
    v.check((iso) => isReal(iso, 1970), `${name} must be a date and time.`),
    v.title(name),
  );

/**
 * Accepts RFC 3339 with any offset and up to nine decimals, and returns UTC. A blank may be the `+`
 * of a decoded address.
 */
export const anyMoment = (name: string) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.nonEmpty(requiredSentence(name)),
    v.maxLength(40, `${name} must be a date and time.`),
    v.transform(toUtc),
    moment(name),
  );

const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[-+ ](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** A later check refuses text that is no time. */
function toUtc(text: string): string {
  const [, local = ''] = RFC_3339.exec(text) ?? [];
  if (!isReal(`${local}Z`.toUpperCase(), 1970)) return text;
  return new Date(text.toUpperCase().replace(/ (?=\d\d:\d\d$)/, '+')).toISOString();
}

/** Accepts `yyyy-mm-dd` between 1900 and 2199. */
export const calendarDay = (name: string) =>
  v.pipe(
    v.string(requiredSentence(name)),
    v.nonEmpty(requiredSentence(name)),
    v.regex(/^\d{4}-\d\d-\d\d$/, `${name} must be a date.`),
    v.check((day) => isReal(`${day}T00:00:00Z`, 1900), `${name} must be a date.`),
  );

function isReal(iso: string, firstYear: number): boolean {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return false;
  // Some engines parse `2026-02-31` as March 3rd.
  if (time.toISOString().slice(0, 10) !== iso.slice(0, 10)) return false;
  const year = time.getUTCFullYear();
  return year >= firstYear && year < 2200;
}

/** A UUID, in lower case. */
export const IdSchema = v.pipe(v.string('This is not a valid ID.'), v.uuid('This is not a valid ID.'), v.toLowerCase());

export const ByIdSchema = strictInput({ id: IdSchema });
export const ForUserSchema = strictInput({ userId: IdSchema });
/** The page starts after this row. */
export const RowsOfUserSchema = strictInput({ userId: IdSchema, before: v.optional(IdSchema) });

/** A field of an update: left out it stays, null clears it (decision 0002). */
export const clearable = <const Schema extends v.GenericSchema, const Empty extends v.InferInput<Schema>>(
  schema: Schema,
  empty: Empty,
) => v.optional(v.nullable(schema, empty));

export const DoneSchema = v.object({ ok: v.literal(true) });
export type Done = v.InferOutput<typeof DoneSchema>;
export const done = { ok: true } as const;

export const keysOf = <Entries extends object>(entries: Entries) => Object.keys(entries) as (keyof Entries & string)[];

export const entriesOf = <Key extends string, Schema>(keys: readonly Key[], schema: Schema) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, Schema>;

const INVALID_VALUE = 'Enter a valid value.';
/** Accepts 0 to a billion. */
export const wholeNumber = (message: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(0, message), v.maxValue(1_000_000_000, message));

const NO_PARCEL = 'This parcel doesn’t exist.';

export const parcelNumber = v.pipe(
  wholeNumber(NO_PARCEL),
  v.minValue(1, NO_PARCEL),
  v.maxValue(MAX_PARCELS, NO_PARCEL),
);

const storedText = v.pipe(v.string(INVALID_VALUE), v.maxLength(1000, INVALID_VALUE));

const StoredValueSchema = v.nullable(
  v.union([storedText, v.number(), v.pipe(v.array(storedText), v.maxLength(100, INVALID_VALUE))], INVALID_VALUE),
);

/** A field that has changed since the person saw this is a conflict (decision 0032). */
export const baseOf = <const Field extends string>(fields: readonly Field[]) =>
  v.optional(v.record(v.picklist(fields, 'Unknown field.'), StoredValueSchema, INVALID_VALUE));

export const TimeZoneSchema = v.pipe(
  v.string('This time zone doesn’t exist.'),
  v.maxLength(64, 'This time zone doesn’t exist.'),
  v.check((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'This time zone doesn’t exist.'),
);
