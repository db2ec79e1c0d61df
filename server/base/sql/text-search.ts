/** Decision 0042. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { withPlainDigits } from '../../../src/domain/digits.ts';
import { isPrefixSearch } from '../../../src/domain/paged.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import { CROCKFORD, isTrackingId, normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import { digitsOf } from '../database/tables/columns.ts';
import { SHIPMENT_PHONE_DIGITS, shipments } from '../database/tables/shipments.ts';
import { USER_PHONE_DIGITS, USER_SEARCH_TEXT, users } from '../database/tables/users.ts';
import { shipmentSearchText } from './search-text.ts';

const HAS_WORD = /[\p{L}\p{N}]/u;
const NOT_IN_AN_ID = new RegExp(`[^${CROCKFORD}]`);

const LIKE_A_PHONE_NUMBER = /^[\d\p{Zs}()./+\p{Pd}\u2212]+$/u;
const EXTENSION = /(?<!\s)\s*(?:ext(?:ension)?|x|#)[\s.:]*\d*$/iu;

export function matchesText(q: string): SQL {
  if (!HAS_WORD.test(q)) return sql`false`;
  const words =
    or(
      containsText(q, shipmentSearchText()),
      containsPhone(SHIPMENT_PHONE_DIGITS, [shipments.senderPhone, shipments.receiverPhone], q),
    ) ?? sql`false`;
  const id = normalizeTrackingId(q);
  if (id === '' || id === q.toUpperCase() || NOT_IN_AN_ID.test(id)) return words;
  // Most names consist of letters that IDs have (decision 0042).
  if (!/\d/.test(q) && !isTrackingId(id)) return words;
  return sql`(${words} or strpos(${shipments.trackingId}, ${id}) > 0 and ${containsText(id, shipmentSearchText())})`;
}

/** Narrows shipments that match to those where this party does: by name, email, phone or address. */
export function matchesParty(q: string, party: Party): SQL {
  if (!HAS_WORD.test(q)) return sql`false`;
  const isSender = party === 'sender';
  const phone = isSender ? shipments.senderPhone : shipments.receiverPhone;
  const columns = isSender
    ? [shipments.senderName, shipments.senderEmail]
    : [shipments.receiverName, shipments.receiverEmail, shipments.shipTo];
  const text = sql.join(
    columns.map((column) => sql`E'\\n ' || ${column}`),
    sql` || `,
  );
  const words = containsText(q, sql`searchable(${text})`);
  return or(words, containsPhone(sql.raw(`(${digitsOf(`${party}_phone`)})`), [phone], q)) ?? sql`false`;
}

/** This implies `matchesText` for senders and receivers. */
export function beginsName(name: SQL, q: string): SQL {
  return HAS_WORD.test(q) ? sql`${name} like lower(${`${escapeLike(q)}%`})` : sql`false`;
}

export function matchesUser(q: string): SQL {
  return (
    or(
      sql`${USER_SEARCH_TEXT} like searchable(${`%${escapeLike(q)}%`})`,
      containsPhone(USER_PHONE_DIGITS, [users.phone], q),
    ) ?? sql`false`
  );
}

/** The last distinguish best. */
const INDEXED_PHONE_DIGITS = 6;

const DIALED_PREFIX = new RegExp(`^00?(?=[1-9]\\d{${INDEXED_PHONE_DIGITS - 1}})`);

function phoneDigits(q: string): string {
  const number = withPlainDigits(q).replace(EXTENSION, '');
  if (!LIKE_A_PHONE_NUMBER.test(number)) return '';
  return number.replace('(0)', '').replace(/\D/g, '').replace(DIALED_PREFIX, '');
}

/** Undefined without digits. Narrowed by order first: extracting them is expensive. */
function containsPhone(phones: SQL, columns: readonly PgColumn[], q: string): SQL | undefined {
  const digits = phoneDigits(q);
  if (digits === '') return undefined;
  const indexed = digits.slice(-INDEXED_PHONE_DIGITS);
  const inOrder = or(...columns.map((column) => like(column, `%${[...indexed].join('%')}%`)));
  const isPart = sql`strpos(${phones}, ${digits}) > 0`;
  const isSame = digits === indexed ? undefined : or(isPart, ...columns.map((column) => endsWith(digits, column)));
  return and(inOrder, containsText(indexed, phones), isSame);
}

function endsWith(digits: string, column: PgColumn): SQL {
  const national = sql`ltrim(regexp_replace(${column}, '\\(0\\)|[^0-9]', '', 'g'), '0')`;
  return sql`(length(${national}) >= ${INDEXED_PHONE_DIGITS} and right(${digits}, length(${national})) = ${national})`;
}

/** Each character costs another lookup. */
const INDEXED_LENGTH = 16;
/** Those of numbers that begin with few digits, or have signs between them, cost the most. */
const INDEXED_NUMBER_LENGTH = 8;
const BETWEEN_WORDS = /(?<=[\p{L}\p{N}]{3})[^\p{L}\p{N}]+(?=[\p{L}\p{N}]{3})/u;
const END_OF_WORD = /(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}]{4})[\p{L}\p{N}]+$/u;

export function containsText(text: string, fields: SQL): SQL {
  const isNumber = !/\p{L}/u.test(text);
  const from = isNumber ? Math.max(0, text.search(/\p{N}{3}/u)) : 0;
  const length = isNumber ? INDEXED_NUMBER_LENGTH : INDEXED_LENGTH;
  const beginning = Array.from(text.slice(from)).slice(0, length).join('');
  const prefix = /[\p{L}\p{N}]{3}/u.test(beginning) ? beginning : text;
  const words = prefix.split(BETWEEN_WORDS);
  const parts = words.length > 1 ? words.map((word) => word.replace(END_OF_WORD, '')) : words;
  const pattern = `${isPrefixSearch(text) ? '% ' : '%'}${parts.map(escapeLike).join('%')}%`;
  const isThere = sql`${fields} like searchable(${pattern})`;
  return parts[0] === text ? isThere : sql`(${isThere} and strpos(${fields}, searchable(${text})) > 0)`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
