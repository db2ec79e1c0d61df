/** Which shipments a text finds. docs/decisions/0013 says why it is asked like this, with what was measured. */
import { type SQL, sql } from 'drizzle-orm';
import { findsBeginnings } from '../../src/domain/paged.ts';
import { CROCKFORD, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { SHIPMENT_WORDS, shipments } from '../database/schema.ts';

const NOT_IN_AN_ID = new RegExp(`[^${CROCKFORD}]`);

/**
 * Whether a shipment has a fragment in its tracking ID (however that was typed), its description, a name or an address.
 * One or two characters are taken as the beginning of a word; signs alone find nothing.
 */
export function matchesText(q: string): SQL {
  if (!/[\p{L}\p{N}]/u.test(q)) return sql`false`;
  const words = hasWords(q);
  const id = normalizeTrackingId(q);
  if (id === '' || id === q.toUpperCase() || NOT_IN_AN_ID.test(id)) return words;
  return sql`(${words} or strpos(${shipments.trackingId}, ${id}) > 0 and ${hasWords(id)})`;
}

/** So many characters of a long text tell it from others; the index is asked for no more, since each costs it a look. */
const TELLING = 16;

/**
 * Whether an indexed expression of words has a text in it. Lower case is made by the database, which made that of the
 * index.
 */
export function hasWords(text: string, words: SQL = SHIPMENT_WORDS): SQL {
  const beginning = Array.from(text).slice(0, TELLING).join('');
  const asked = /[\p{L}\p{N}]{3}/u.test(beginning) ? beginning : text;
  const literal = asked.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const pattern = findsBeginnings(text) ? `% ${literal}%` : `%${literal}%`;
  const isThere = sql`${words} like lower(${pattern})`;
  return asked === text ? isThere : sql`(${isThere} and strpos(${words}, lower(${text})) > 0)`;
}
