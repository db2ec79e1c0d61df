/** Parts are folded so that spellings compare. */
export interface AddressParts {
  /** It is the key of a door. */
  folded: string;
  /**
   * It has only capital letters and digits: `41124`, `SW1A2AA`, `4050030`; '' if none was found.
   */
  postcode: string;
  /** Parcels are sorted by it: `411` of `411 24`, `SW1A`, `4050`. */
  area: string;
  /** It is the rest beside the street. */
  town: string;
  street: string;
  /** Null without a house number. */
  number: number | null;
  /** `b` of `12 b`. */
  suffix: string;
}

/** The most telling comes first. A group is the code’s area, or else all of it is. */
const POSTCODES = [
  /\b([a-z]{1,2}\d[a-z\d]?) ?\d[a-z]{2}\b/g, // SW1A 2AA
  /\b([a-z]\d[a-z]) ?\d[a-z]\d\b/g, // K1A 0B1
  /\b(d6w|[ac-fhknprtv-y]\d\d) ?(?=[a-z\d]{0,3}\d)[ac-fhknprtv-y\d]{4}\b/g, // D02 AF30
  /\b(\d{4}) ?[a-z]{2}\b(?!\.)/g, // 1012 AB
  /(?<![\d-])\d{2}-\d{3}(?![\d-])/g, // 00-590
  /(?<![\d-])(\d{4,5})-\d{3,4}(?![\d-])/g, // 4050-030, 97201-1234
  /(?<![\d-])(\d{3}) \d{2}(?![\d-])/g, // 411 24
  /(?<![\d./])\d{4,6}(?![\d./])/g, // 10115
  /(?<![\d./])\d{3}(?![\d./])/g, // 101
];

/** A country’s letters may precede its digits; `B-12` is a house. */
const COUNTRY_LETTERS = /\b[a-z]{1,3}-(?=\d{4}|\d{3} \d{2}\b|\d{2}-\d{3}\b)/g;

const UNIT =
  /^(?:flat|apt|apartment|unit|suite|ste|floor|fl|room|level|block|building|c\/o|lgh|top|tür|etage|étage|wohnung|whg|app|appt|bât|piso|planta|puerta|esc|bajo|int|interno|scala|piano|door|po box|p\.o\. box|#)\b|^\d+ ?[ºª°o.](?: |$)|^\d+(?:st|nd|rd|th) (?:floor|fl)\b/u;

const ABBREVIATIONS = new Map([
  ['st', 'street'],
  ['rd', 'road'],
  ['ave', 'avenue'],
  ['av', 'avenue'],
  ['blvd', 'boulevard'],
  ['bd', 'boulevard'],
  ['dr', 'drive'],
  ['ln', 'lane'],
  ['sq', 'square'],
  ['pl', 'place'],
  ['ct', 'court'],
  ['str', 'strasse'],
  ['c', 'calle'],
]);

const LEADING = /^(\d{1,5}) ?([a-z]|bis|ter|quater)?(?: ?[-–/] ?\d{1,5} ?[a-z]?)?,? +(?=\S*\p{L})(.+)$/u;
/** After a name. */
const TRAILING =
  /(?<![ .,])[ .,]+(?:n[°ºo]\.? ?|nr\.? ?)?(\d{1,5})(?!\d|\. ?\p{L}) ?[/-]? ?([a-z](?![a-z]))?(?=\W|$)/gu;
const NUMBER = /^(\d{1,5}) ?([a-z]|bis|ter)?$/;

/** It knows the formats of Europe, Britain and America, and leaves the rest empty. */
export function parseAddress(address: string): AddressParts {
  const text = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
    .replace(COUNTRY_LETTERS, '')
    .trim();
  const found = findPostcode(text);
  const [before, after] = found
    ? [text.slice(0, found.index), text.slice(found.index + found.code.length)]
    : [text, ''];
  const postcode = foldPostcode(found?.code ?? '');
  const parts = `${before},${after}`
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !UNIT.test(part));
  return {
    folded: foldWords(`${before} ${postcode.toLowerCase()} ${after}`),
    postcode,
    area: found?.area.toUpperCase() ?? '',
    ...findStreet(parts),
  };
}

/** Returns `LS101AB` or `41124`. */
export const foldPostcode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

interface FoundCode {
  code: string;
  area: string;
  index: number;
}

export function locatePostcode(address: string): { start: number; end: number } | null {
  const text = address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const found = findPostcode(text.replace(COUNTRY_LETTERS, (letters) => ' '.repeat(letters.length)));
  if (!found) return null;
  const letters = /[a-z]{1,3}-$/.exec(text.slice(Math.max(0, found.index - 4), found.index))?.[0] ?? '';
  return { start: found.index - letters.length, end: found.index + found.code.length };
}

/** The parts keep their own letters. */
export function readWritten(address: string): { writtenTown: string; writtenCode: string; lastLine: string } {
  const code = locatePostcode(address);
  const rest = code ? `${address.slice(0, code.start)},${address.slice(code.end)}` : address;
  const { town } = parseAddress(address);
  const parts = rest.split(/[,;\n]+/).map((part) => part.trim());
  return {
    writtenTown: (town && parts.find((part) => foldWords(part.toLowerCase()) === town)) ?? '',
    writtenCode: (code ? address.slice(code.start, code.end) : '').replace(/^[A-Z]{1,3}-/i, ''),
    lastLine: (address.split(/[\n,]/).at(-1) ?? '').trim(),
  };
}

function findPostcode(text: string): FoundCode | null {
  const firstPart = text.search(/[,;\n]/);
  const isCity = /^\d{4,6} \p{L}[^\d,;\n]*[,;\n].*\d/su.test(text);
  for (const pattern of POSTCODES) {
    const matches = [...text.matchAll(pattern)].map(
      ({ 0: code, 1: area = code, index }): FoundCode => ({ code, area, index }),
    );
    // Digits at the beginning or in the first part are a house’s.
    const isHouse = ({ code, index }: FoundCode) => index === 0 || (index < firstPart && /^\d{1,6}$/.test(code));
    const found = matches.findLast((match) => !isHouse(match));
    if (found && (found.code.length > 3 || firstPart >= 0)) return found;
  }
  const first = isCity ? /^\d{4,6}/.exec(text)?.[0] : undefined;
  return first === undefined ? null : { code: first, area: first, index: 0 };
}

type Street = Pick<AddressParts, 'street' | 'number' | 'suffix'>;

function findStreet(parts: readonly string[]): Street & { town: string } {
  for (const index of parts.keys()) {
    const found = readStreet(parts, index);
    if (found) return { ...found.street, town: townBeside(parts, index, found.parts) };
  }
  return { ...streetOf(parts[0]), town: townBeside(parts, 0, 1) };
}

function readStreet(parts: readonly string[], index: number): { street: Street; parts: number } | null {
  const part = parts[index] ?? '';
  const next = parts[index + 1] ?? '';
  const leading = LEADING.exec(part);
  if (leading) return { street: streetOf(leading[3], leading[1], leading[2]), parts: 1 };
  TRAILING.lastIndex = part.search(/\p{L}/u) + 1;
  const trailing = TRAILING.lastIndex > 0 ? TRAILING.exec(part) : null;
  if (trailing) return { street: streetOf(part.slice(0, trailing.index), trailing[1], trailing[2]), parts: 1 };
  // Calle Mayor, 5
  const behind = NUMBER.exec(next);
  if (behind) return { street: streetOf(part, behind[1], behind[2]), parts: 2 };
  // 12, Rue de la Paix
  const alone = NUMBER.exec(part);
  return alone && next ? { street: streetOf(next, alone[1], alone[2]), parts: 2 } : null;
}

const streetOf = (name = '', number?: string, suffix = ''): Street => ({
  street: foldWords(name),
  number: number === undefined ? null : Number(number),
  suffix,
});

/** It is behind the street’s part, or before it. */
function townBeside(parts: readonly string[], index: number, length: number): string {
  const isTown = (part: string) => /\p{L}/u.test(part);
  return foldWords(parts.slice(index + length).find(isTown) ?? parts.slice(0, index).findLast(isTown));
}

/** Drops accents, abbreviations and punctuation. */
function foldWords(text = ''): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/(?<=[a-z])str\b\.?/g, 'strasse')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join(' ');
}

export function compareAddresses(one: AddressParts, other: AddressParts): number {
  return (
    compareText(one.postcode, other.postcode) ||
    compareText(one.street, other.street) ||
    (one.number ?? 0) - (other.number ?? 0) ||
    compareText(one.suffix, other.suffix)
  );
}

export const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
