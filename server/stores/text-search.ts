/** Finds shipments and users by text. Decision 0042 explains the queries, with measurements. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isPrefixSearch } from '../../src/domain/paged.ts';
import { withPlainDigits } from '../../src/domain/phone-number.ts';
import { CROCKFORD, isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import {
  SENDER_NAME_TEXT,
  SHIPMENT_PHONE_DIGITS,
  SHIPMENT_SEARCH_TEXT,
  shipments,
} from '../database/tables/shipments.ts';
import { USER_PHONE_DIGITS, USER_SEARCH_TEXT, users } from '../database/tables/users.ts';

/** Punctuation alone is not searched for. */
const HAS_WORD = /[\p{L}\p{N}]/u;
const NOT_IN_AN_ID = new RegExp(`[^${CROCKFORD}]`);

/** The characters of a phone number (see `phoneNumber`), without its extension. */
const LIKE_A_PHONE_NUMBER = /^[\d\p{Zs}()./+\p{Pd}\u2212]+$/u;
const EXTENSION = /\s*(?:ext(?:ension)?|x|#)[\s.:]*\d*$/iu;

/**
 * Whether a shipment's tracking ID, description, name, address or phone number (however its digits
 * are grouped) contains a text. A whole tracking ID, or a part of one with a digit, is found
 * however it is typed. One or two characters match only the beginning of a word; punctuation alone
 * finds nothing.
 */
export function matchesText(q: string): SQL {
  if (!HAS_WORD.test(q)) return sql`false`;
  const words =
    or(
      containsText(q, SHIPMENT_SEARCH_TEXT),
      containsPhone(SHIPMENT_PHONE_DIGITS, [shipments.senderPhone, shipments.receiverPhone], q),
    ) ?? sql`false`;
  const id = normalizeTrackingId(q);
  if (id === '' || id === q.toUpperCase() || NOT_IN_AN_ID.test(id)) return words;
  // Otherwise names would be searched for twice: most consist of letters that IDs have too
  // (decision 0042).
  if (!/\d/.test(q) && !isTrackingId(id)) return words;
  return sql`(${words} or strpos(${shipments.trackingId}, ${id}) > 0 and ${containsText(id, SHIPMENT_SEARCH_TEXT)})`;
}

/** Whether the name of a shipment's sender begins with a text. Then `matchesText` holds too. */
export function beginsSenderName(q: string): SQL {
  return HAS_WORD.test(q) ? sql`${SENDER_NAME_TEXT} like lower(${`${escapeLike(q)}%`})` : sql`false`;
}

/** Whether a user's full name, address or phone number contains a text. */
export function matchesUser(q: string): SQL {
  return (
    or(
      sql`${USER_SEARCH_TEXT} like searchable(${`%${escapeLike(q)}%`})`,
      containsPhone(USER_PHONE_DIGITS, [users.phone], q),
    ) ?? sql`false`
  );
}

/** The last digits, which distinguish phone numbers best: countries and towns come first. */
const INDEXED_PHONE_DIGITS = 6;

/**
 * The 0 or 00 that people dial, which numbers stored as +46 31 … lack. Fewer digits after it would
 * be found in too many numbers.
 */
const DIALED_PREFIX = new RegExp(`^00?(?=[1-9]\\d{${INDEXED_PHONE_DIGITS - 1}})`);

/** The digits of what may be part of a phone number, without what only some people write; else ''. */
function phoneDigits(q: string): string {
  const number = withPlainDigits(q).replace(EXTENSION, '');
  if (!LIKE_A_PHONE_NUMBER.test(number)) return '';
  return number.replace('(0)', '').replace(/\D/g, '').replace(DIALED_PREFIX, '');
}

/**
 * Whether a phone number contains these digits in sequence, apart from a dialed 0 or 00, or is the
 * same without its country's code; undefined if the text cannot be part of one. Digits are extracted
 * only from numbers that have the last of them in this order, since that is the most expensive part.
 */
function containsPhone(phones: SQL, columns: readonly PgColumn[], q: string): SQL | undefined {
  const digits = phoneDigits(q);
  if (digits === '') return undefined;
  const indexed = digits.slice(-INDEXED_PHONE_DIGITS);
  const inOrder = or(...columns.map((column) => like(column, `%${[...indexed].join('%')}%`)));
  const isPart = sql`strpos(${phones}, ${digits}) > 0`;
  const isSame = digits === indexed ? undefined : or(isPart, ...columns.map((column) => endsWith(digits, column)));
  return and(inOrder, containsText(indexed, phones), isSame);
}

/** Whether digits end with a phone number that has no country code, apart from its leading zeros. */
function endsWith(digits: string, column: PgColumn): SQL {
  const national = sql`ltrim(regexp_replace(${column}, '\\(0\\)|[^0-9]', '', 'g'), '0')`;
  return sql`(length(${national}) >= ${INDEXED_PHONE_DIGITS} and right(${digits}, length(${national})) = ${national})`;
}

/** How much of a long text is looked up in the index, since each character costs another lookup. */
const INDEXED_PREFIX_LENGTH = 16;
/** Whatever separates two words that are long enough for the index. */
const BETWEEN_WORDS = /(?<=[\p{L}\p{N}]{3})[^\p{L}\p{N}]+(?=[\p{L}\p{N}]{3})/u;
/** What follows the first four letters of a word. Several words are rare enough together without it. */
const END_OF_WORD = /(?<=[\p{L}\p{N}]{4})[\p{L}\p{N}]+$/u;

/**
 * Whether an indexed expression contains a text, in any spelling of it: the database spells it as
 * it did for the index.
 */
export function containsText(text: string, fields: SQL): SQL {
  const beginning = Array.from(text).slice(0, INDEXED_PREFIX_LENGTH).join('');
  const prefix = /[\p{L}\p{N}]{3}/u.test(beginning) ? beginning : text;
  const words = prefix.split(BETWEEN_WORDS);
  const parts = words.length > 1 ? words.map((word) => word.replace(END_OF_WORD, '')) : words;
  const pattern = `${isPrefixSearch(text) ? '% ' : '%'}${parts.map(escapeLike).join('%')}%`;
  const isThere = sql`${fields} like searchable(${pattern})`;
  return parts[0] === text ? isThere : sql`(${isThere} and strpos(${fields}, searchable(${text})) > 0)`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
