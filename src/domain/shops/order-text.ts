/** Files and messages share this. */
import { decodeHTMLStrict } from 'entities/decode';
import { iso31662 } from 'iso-3166';
import { beginningOf, onOneLine } from '../text.ts';
import type { DraftFields } from './draft.ts';
import { restoreZeros } from './postcode.ts';

/** Programs write these for nothing. *Null* is a name. */
const NOTHING = /^(?:[-–—_.]{1,5}|#?n\/a|n\.a\.|none|undefined|\(null\))$/i;
const isNothing = (text: string) => NOTHING.test(text) || text === 'null' || text === 'NULL';

/** 's-Hertogenbosch and 't Harde begin with one. */
const GUARD = /^'(?![a-z][- ])/;
const FORMULA = /^="((?:[^"]|"")*)"$/;

/** Entities become letters, and placeholders become empty. */
export function readText(written: string, most: number): string {
  let text = beginningOf(written, most);
  // Some programs escape twice.
  if (text.includes('&')) text = decodeHTMLStrict(decodeHTMLStrict(text));
  const line = onOneLine(text.toWellFormed().replace(/[^\P{Cc}\n\r]+/gu, ' '));
  return isNothing(line) ? '' : line;
}

/** Leaves out what spreadsheets put before a cell to guard it. */
export function readCell(cell: string, most: number): string {
  const text = beginningOf(cell, most).trim();
  const bare = FORMULA.exec(text)?.[1]?.replaceAll('""', '"') ?? text.replace(GUARD, '');
  return readText(bare, most);
}

const words = (text: string) => text.toLocaleLowerCase('en').split(/[\s,]+/);
/** Also in another order. */
const says = (text: string, more: string) =>
  words(text).length > 1 && words(more).every((word) => words(text).includes(word));
const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
/** `Istanbul` is İstanbul, too. */
const endsWith = (text: string, end: string) => `, ${fold(text)}`.endsWith(`, ${fold(end)}`);
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

/** Addresses there have the state’s code. */
export const BY_CODE: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'IT']);
/** WooCommerce numbers China’s provinces itself, from 1. */
const OF_CHINA = [
  ...['Yunnan', 'Beijing', 'Tianjin', 'Hebei', 'Shanxi', 'Inner Mongolia', 'Liaoning', 'Jilin', 'Heilongjiang'],
  ...['Shanghai', 'Jiangsu', 'Zhejiang', 'Anhui', 'Fujian', 'Jiangxi', 'Shandong', 'Henan', 'Hubei', 'Hunan'],
  ...['Guangdong', 'Guangxi', 'Hainan', 'Chongqing', 'Sichuan', 'Guizhou', 'Shaanxi', 'Gansu', 'Qinghai', 'Ningxia'],
  ...['Macao', 'Tibet', 'Xinjiang'],
];
/** Their names have accents only in the standard. */
const WITHOUT_ACCENTS = /^(?:EG|IN|IR|JP)-/;

/** Reads codes such as `JP13`, `TR-34`, and `M` in `ES`. Others stay. */
export function nameState(state: string, country: string): string {
  const [, own = '', part = ''] = /^([A-Z]{2})-?([A-Z\d]{1,3})$/.exec(state) ?? [];
  const isWhole = own === country || /[-\d]/.test(state);
  if (isWhole && BY_CODE.has(own)) return part;
  if (isWhole && own === 'CN' && OF_CHINA[Number(part) - 1]) return OF_CHINA[Number(part) - 1] ?? state;
  const codes = [isWhole && `${own}-${part}`, !BY_CODE.has(country) && `${country}-${state}`];
  const found = /^[A-Z\d-]{1,6}$/.test(state) && iso31662.find(({ code }) => codes.includes(code));
  if (!found) return state;
  return WITHOUT_ACCENTS.test(found.code) ? found.name.normalize('NFD').replace(/\p{M}/gu, '') : found.name;
}

const LINE1_LENGTH = 90;
const LINE2_LENGTH = 60;

export function placeAddress(order: Partial<OrderAddress>): DraftFields {
  const { name = '', lastName = '', company = '', houseNumber = '', line3 = '' } = order;
  const { city = '', postcode = '', country = '' } = order;
  const state = nameState(order.state ?? '', country);
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
