/** Which shipments and people a text finds. docs/decisions/0013 says why it is asked like this, with what was measured. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { findsBeginnings } from '../../src/domain/paged.ts';
import { CROCKFORD, isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { SHIPMENT_PHONES, SHIPMENT_WORDS, shipments, USER_PHONE, USER_WORDS, users } from '../database/schema.ts';

const NOT_IN_AN_ID = new RegExp(`[^${CROCKFORD}]`);

/** What a phone number is written with (see `phoneNumber`). */
const LIKE_A_PHONE_NUMBER = /^[\d\p{Zs}()./x#+-]+$/iu;

/**
 * Whether a shipment has a fragment in its tracking ID, its description, a name, an address or a phone number (however its
 * digits are grouped). A whole tracking ID, or a piece of one that has a digit, is found however it is typed. One or two
 * characters are taken as the beginning of a word; signs alone find nothing.
 */
export function matchesText(q: string): SQL {
  if (!/[\p{L}\p{N}]/u.test(q)) return sql`false`;
  const words =
    or(hasWords(q, SHIPMENT_WORDS), hasPhone(SHIPMENT_PHONES, [shipments.senderPhone, shipments.receiverPhone], q)) ??
    sql`false`;
  const id = normalizeTrackingId(q);
  if (id === '' || id === q.toUpperCase() || NOT_IN_AN_ID.test(id)) return words;
  // Names would be looked for twice: most have only letters that IDs have too (docs/decisions/0042).
  if (!/\d/.test(q) && !isTrackingId(id)) return words;
  return sql`(${words} or strpos(${shipments.trackingId}, ${id}) > 0 and ${hasWords(id, SHIPMENT_WORDS)})`;
}

/** Whether a person has a fragment in their whole name, their address or their phone number. */
export function matchesPerson(q: string): SQL {
  return or(sql`${USER_WORDS} like lower(${`%${escaped(q)}%`})`, hasPhone(USER_PHONE, [users.phone], q)) ?? sql`false`;
}

/** So many digits at its end tell a number from others; countries and towns stand before them. */
const TELLING_DIGITS = 6;

/**
 * Whether a phone number has these digits next to each other; undefined where what was typed is no part of one. The digits
 * are taken only out of numbers that have them in this order, since that costs more than all the rest.
 */
function hasPhone(phones: SQL, columns: readonly PgColumn[], q: string): SQL | undefined {
  const digits = LIKE_A_PHONE_NUMBER.test(q) ? q.replace(/\D/g, '') : '';
  if (digits === '') return undefined;
  const inOrder = or(...columns.map((column) => like(column, `%${[...digits].join('%')}%`)));
  const isAll = digits.length > TELLING_DIGITS ? sql`strpos(${phones}, ${digits}) > 0` : undefined;
  return and(inOrder, hasWords(digits.slice(-TELLING_DIGITS), phones), isAll);
}

/** So many characters of a long text tell it from others; the index is asked for no more, since each costs it a look. */
const TELLING = 16;

/** Whether an indexed expression has a text in it. Lower case is made by the database, which made that of the index. */
export function hasWords(text: string, fields: SQL): SQL {
  const beginning = Array.from(text).slice(0, TELLING).join('');
  const asked = /[\p{L}\p{N}]{3}/u.test(beginning) ? beginning : text;
  const pattern = findsBeginnings(text) ? `% ${escaped(asked)}%` : `%${escaped(asked)}%`;
  const isThere = sql`${fields} like lower(${pattern})`;
  return asked === text ? isThere : sql`(${isThere} and strpos(${fields}, lower(${text})) > 0)`;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
