import { splitPostcode, zoneOf } from '../zone.ts';

export interface AddressParts {
  /** '' if it has none. */
  postcode: string;
  /** The street with its postal area or town, in one spelling; '' if unknown. */
  street: string;
  house: number | null;
}

/** Not a street, though a number may follow. */
const INSIDE = /^(?:flat|apt|apartment|unit|suite|room|floor|c\/o|lgh|po box)\b/u;
const NUMBER_FIRST = /^(\d{1,5})\p{L}?(?:\s?[-–/]\s?\d+\p{L}?)?\s+(\p{L}.*|\d+(?:st|nd|rd|th)\b.*)$/u;
const NUMBER_LAST = /^(.*?\p{L}.*?)\s+(\d{1,5})(?!\d)/u;

/** Reads the postcode, street and house number of an address that was typed as one text. */
export function addressParts(address: string): AddressParts {
  const { postcode, rest } = splitPostcode(address);
  const lines = rest
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\n,;]+/)
    .map((line) => line.replace(/[\s.]+/gu, ' ').trim())
    .filter((line) => /\p{L}/u.test(line) && !INSIDE.test(line));
  const line = lines.find((one) => /\d/.test(one)) ?? lines[0] ?? '';
  const first = NUMBER_FIRST.exec(line);
  const last = first ? null : NUMBER_LAST.exec(line);
  const name = first?.[2] ?? last?.[1] ?? line;
  const house = first?.[1] ?? last?.[2];
  const area = zoneOf(address) || lines.findLast((one) => one !== line);
  return {
    postcode,
    street: name && area ? `${area.toLowerCase()}\n${name}` : '',
    house: house === undefined ? null : Number(house),
  };
}
