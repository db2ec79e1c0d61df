/** What an address tells of its place, folded so that spellings compare. */
export interface AddressParts {
  /** Without spaces: `41124`, `SW1A2AA`, `4050-030`; '' if none was found. */
  postcode: string;
  street: string;
  /** Null without a house number. */
  number: number | null;
  /** `b` of `12 b`. */
  suffix: string;
}

/** The most telling first; a country’s letters may stand before digits. */
const POSTCODES = [
  /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/g, // SW1A 2AA
  /\b[a-z]\d[a-z] ?\d[a-z]\d\b/g, // K1A 0B1
  /\b(?:d6w|[ac-fhknprtv-y]\d\d) ?(?=[a-z\d]{0,3}\d)[ac-fhknprtv-y\d]{4}\b/g, // D02 AF30
  /\b\d{4} ?[a-z]{2}\b(?!\.)/g, // 1012 AB
  /(?<![\d-])\d{2}-\d{3}(?![\d-])/g, // 00-590
  /(?<![\d-])\d{4,5}-\d{3,4}(?![\d-])/g, // 4050-030, 97201-1234
  /(?<![\d-])\d{3} \d{2}(?![\d-])/g, // 411 24
  /(?<![\d./])\d{4,6}(?![\d./])/g, // 10115
  /(?<![\d./])\d{3}(?![\d./])/g, // 101
];

const COUNTRY_LETTERS = /\b[a-z]{1,3}-(?=\d{2})/g;

/** A part of a building, not a street. */
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
const TRAILING =
  /^(.*?\p{L}.*?)[ .,]+(?:n[°ºo]\.? ?|nr\.? ?)?(\d{1,5})(?!\d|\. ?\p{L}) ?[/-]? ?([a-z](?![a-z]))?(?:\W.*)?$/u;

/** Finds postcode, street and house number in the address formats of Europe, Britain and America. */
export function parseAddress(address: string): AddressParts {
  const text = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
    .replace(COUNTRY_LETTERS, '')
    .trim();
  const found = findPostcode(text);
  const rest = found ? `${text.slice(0, found.index)},${text.slice(found.index + found.code.length)}` : text;
  const parts = rest
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const postcode = found?.code.toUpperCase().replaceAll(' ', '') ?? '';
  return { postcode, ...findStreet(parts.filter((part) => !UNIT.test(part))) };
}

function findPostcode(text: string): { code: string; index: number } | null {
  const firstPart = text.search(/[,;\n]/);
  const isCity = /^\d{4,6} \p{L}[^\d,;\n]*[,;\n].*\d/su.test(text);
  for (const pattern of POSTCODES) {
    const matches = [...text.matchAll(pattern)].map((match) => ({ code: match[0], index: match.index }));
    // Digits that begin an address are a house’s; so are those of its first part.
    const isHouse = ({ code, index }: { code: string; index: number }) =>
      index === 0 || (index < firstPart && /^\d{1,6}$/.test(code));
    const found = matches.findLast((match) => !isHouse(match));
    if (found && (found.code.length > 3 || firstPart >= 0)) return found;
  }
  const first = isCity ? /^\d{4,6}/.exec(text) : null;
  return first && { code: first[0], index: 0 };
}

function findStreet(parts: readonly string[]): Omit<AddressParts, 'postcode'> {
  for (const [index, part] of parts.entries()) {
    const leading = LEADING.exec(part);
    if (leading) return { street: foldStreet(leading[3]), number: Number(leading[1]), suffix: leading[2] ?? '' };
    const trailing = TRAILING.exec(part);
    if (trailing) return { street: foldStreet(trailing[1]), number: Number(trailing[2]), suffix: trailing[3] ?? '' };
    // Calle Mayor, 5
    const next = /^(\d{1,5}) ?([a-z])?$/.exec(parts[index + 1] ?? '');
    if (next) return { street: foldStreet(part), number: Number(next[1]), suffix: next[2] ?? '' };
    // 12, Rue de la Paix
    const alone = /^(\d{1,5}) ?([a-z]|bis|ter)?$/.exec(part);
    const street = parts[index + 1];
    if (alone && street) return { street: foldStreet(street), number: Number(alone[1]), suffix: alone[2] ?? '' };
  }
  return { street: foldStreet(parts[0]), number: null, suffix: '' };
}

function foldStreet(street = ''): string {
  return street
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/str\b\.?/g, (_, at: number) => (at > 0 && /[a-z]/.test(street[at - 1] ?? '') ? 'strasse' : 'str'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join(' ');
}

/** Orders addresses by postcode, street and house number. */
export function compareAddresses(one: AddressParts, other: AddressParts): number {
  return (
    compareText(one.postcode, other.postcode) ||
    compareText(one.street, other.street) ||
    (one.number ?? 0) - (other.number ?? 0) ||
    compareText(one.suffix, other.suffix)
  );
}

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
