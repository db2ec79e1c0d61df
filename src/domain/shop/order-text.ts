/** What orders say, in files and messages alike, as people would write it. */
import { decodeHTMLStrict } from 'entities/decode';
import { beginningOf, onOneLine } from '../text.ts';
import type { DraftFields } from './draft.ts';
import { restoreZeros } from './postcode.ts';

/** What programs write for nothing. *Null* is a name. */
const NOTHING = /^(?:[-–—_.]{1,5}|#?n\/a|n\.a\.|none|undefined|\(null\))$/i;
const isNothing = (text: string) => NOTHING.test(text) || text === 'null' || text === 'NULL';

/** 's-Hertogenbosch and 't Harde begin with one. */
const GUARD = /^'(?![a-z][- ])/;
const FORMULA = /^="((?:[^"]|"")*)"$/;

/** Reads a text of an order on one line: entities are letters, and what stands for nothing is nothing. */
export function readText(written: string, most: number): string {
  let text = beginningOf(written, most);
  // Some programs escape twice.
  if (text.includes('&')) text = decodeHTMLStrict(decodeHTMLStrict(text));
  const line = onOneLine(text.toWellFormed().replace(/[^\P{Cc}\n\r]+/gu, ' '));
  return isNothing(line) ? '' : line;
}

/** Reads a cell of a file, without what spreadsheets put before it to guard it. */
export function readCell(cell: string, most: number): string {
  const text = beginningOf(cell, most).trim();
  const bare = FORMULA.exec(text)?.[1]?.replaceAll('""', '"') ?? text.replace(GUARD, '');
  return readText(bare, most);
}

const words = (text: string) => text.toLocaleLowerCase('en').split(/[\s,]+/);
/** Also in another order. */
const says = (text: string, more: string) =>
  words(text).length > 1 && words(more).every((word) => words(text).includes(word));
const endsWith = (text: string, end: string) => `, ${text}`.toLowerCase().endsWith(`, ${end.toLowerCase()}`);
const join = (texts: readonly string[], separator: string) => texts.filter(Boolean).join(separator);

export interface OrderAddress {
  name: string;
  lastName: string;
  company: string;
  line1: string;
  houseNumber: string;
  line2: string;
  line3: string;
  city: string;
  state: string;
  postcode: string;
  country: string;
}

const LINE1_LENGTH = 90;
const LINE2_LENGTH = 60;

/** Puts the parts of an address where a shipment has them. */
export function placeAddress(order: Partial<OrderAddress>): DraftFields {
  const { name = '', lastName = '', company = '', houseNumber = '', line3 = '' } = order;
  const { city = '', state = '', postcode = '', country = '' } = order;
  const street = says(order.line1 ?? '', houseNumber)
    ? (order.line1 ?? '')
    : join([order.line1 ?? '', houseNumber], ' ');
  const [line1 = '', line2 = '', ...rest] = [street, order.line2 ?? '', line3].filter(Boolean);
  const further = join([line2, ...rest], ', ');
  // The second line is shorter.
  const isLong = further.length > LINE2_LENGTH && `${line1}, ${line2}`.length <= LINE1_LENGTH;
  const person = says(name, lastName) ? name : join([name, lastName], ' ');
  return {
    receiverName: company === person ? person : join([person, company], ', '),
    line1: isLong ? `${line1}, ${line2}` : line1,
    line2: isLong ? join(rest, ', ') : further,
    city: endsWith(city, state) ? city : join([city, state], ', '),
    postcode: restoreZeros(postcode, country, state || (/, ([A-Z]{2})$/.exec(city)?.[1] ?? '')),
    country,
  };
}
