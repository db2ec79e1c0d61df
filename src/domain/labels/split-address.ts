import { locatePostcode } from '../places/parse-address.ts';
import { type AddressParts, streetOf, townOf } from '../shops/address.ts';

const SEPARATOR = ', ';

export interface SplitAddress {
  street: string;
  town: string;
  country: string;
}

/** No long street may push the town off a label, and no word gets lost. */
export function splitAddress({
  shipTo,
  receiverCountry,
  address,
}: {
  shipTo: string;
  receiverCountry: string;
  address?: AddressParts | null | undefined;
}): SplitAddress {
  if (address) return { street: streetOf(address), town: townOf(address), country: receiverCountry || address.country };
  const parts = shipTo
    .split(/[,;\n\r\u2028\u2029]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (receiverCountry && parts.length > 1 && isCountry(parts.at(-1) ?? '', receiverCountry)) parts.pop();
  const split = findTown(parts);
  return { street: split.street.join(SEPARATOR), town: split.town.join(SEPARATOR), country: receiverCountry };
}

type Split = Record<'street' | 'town', string[]>;

function findTown(parts: readonly string[]): Split {
  const found = locatePostcode(parts.join(SEPARATOR));
  let start = 0;
  for (const [at, part] of parts.entries()) {
    if (found && found.start < start + part.length) {
      return withPostcode(parts, at, { start: found.start - start, end: found.end - start });
    }
    start += part.length + SEPARATOR.length;
  }
  // Some countries have none.
  return parts.length > 1 ? { street: parts.slice(0, -1), town: parts.slice(-1) } : { street: [], town: [...parts] };
}

function withPostcode(parts: readonly string[], at: number, { start, end }: { start: number; end: number }): Split {
  const part = parts[at] ?? '';
  const [before, after] = [part.slice(0, start).trim(), part.slice(end).trim()];
  const further = parts.slice(at + 1);
  const streetEnd = endOfStreet(before);
  if (/\d/.test(before) || (at === 0 && streetEnd !== null && streetEnd < before.length)) {
    // All of it is one part: Storgatan 2 411 38 Göteborg, or 2 High Street Kings Lynn PE30 1AB.
    const from = after ? start : (streetEnd ?? (further.length > 0 ? start : 0));
    const street = [...parts.slice(0, at), part.slice(0, from).trim()].filter(Boolean);
    return { street, town: [part.slice(from).trim(), ...further] };
  }
  // Austin, TX 78701 and Leeds, LS1 4AP name their town before; Berlin may come after 10115.
  const isBefore = at > 1 && (before ? /^\p{Lu}{2,3}$/u.test(before) && !after : !after && further.length === 0);
  const first = isBefore ? at - 1 : at;
  return { street: parts.slice(0, first), town: parts.slice(first) };
}

const KINDS =
  'street|road|avenue|boulevard|drive|lane|way|court|place|square|close|crescent|terrace|gardens|row|hill|park|parkway|grove|mews|walk|parade|quay|yard|rise|circle|highway';
/** Skips the Park of Park Lane. A Saint may follow: High St St Albans. */
const STREET_END = new RegExp(
  String.raw`(?<=\p{L} )(?:${KINDS}|st|rd|ave|blvd|dr|ln)(?![^\s.])\.?(?! (?:${KINDS})(?!\S))`,
  'iu',
);

/** Null where nobody can tell the street from the town, so no name is torn. */
function endOfStreet(words: string): number | null {
  const kind = STREET_END.exec(words);
  // A number before the street does not end it.
  const numbers = [...words.matchAll(/ \S*\d\p{L}?(?= |$)/gu)].map(({ index, 0: found }) => index + found.length);
  const ends = [...numbers, ...(kind ? [kind.index + kind[0].length] : [])];
  return ends.length > 0 ? Math.max(...ends) : null;
}

const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}|[.']/gu, '')
    .toLowerCase();

const isCountry = (part: string, country: string): boolean =>
  fold(part) === fold(country) || namesOf(country).has(fold(part));

/** The key is a country’s English name. */
const known = new Map<string, ReadonlySet<string>>();

function namesOf(country: string): ReadonlySet<string> {
  if (known.size === 0) readNames();
  return known.get(fold(country)) ?? new Set();
}

function readNames(): void {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = english.of(code);
    if (!name) continue;
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    const own = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? name;
    known.set(fold(name), new Set([...(known.get(fold(name)) ?? []), fold(code), fold(own)]));
  }
  known.set('united states', new Set([...(known.get('united states') ?? []), 'usa']));
}
