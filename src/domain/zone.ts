/** A British outward code: `LS10` of `LS10 1AB`. */
const OUTWARD = /\b([A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}\b/gi;
/** Digits that may be a postal code: `411` of `411 24`, `1012` of `1012 AB`, `97201`. */
const DIGITS = /(?<![\p{L}\p{N}-])(\d{3,5})(?:[ -]\d{2,4}| ?[A-Z]{2})?(?![\p{L}\p{N}])/gu;

function findPostcode(address: string): RegExpExecArray | undefined {
  const british = [...address.matchAll(OUTWARD)].at(-1);
  // A number that begins the address is a house's.
  return british ?? [...address.matchAll(DIGITS)].filter(({ index }) => index > 0).at(-1);
}

/** Returns the postal area of an address, by which parcels are sorted; '' if it has none. */
export function zoneOf(address: string): string {
  return findPostcode(address)?.[1]?.toUpperCase() ?? '';
}

/** Returns an address's postcode as `foldPostcode` writes it, '' if it has none, and the rest. */
export function splitPostcode(address: string): { postcode: string; rest: string } {
  const found = findPostcode(address);
  if (!found) return { postcode: '', rest: address };
  const [code] = found;
  const rest = address.slice(0, found.index) + address.slice(found.index + code.length);
  return { postcode: foldPostcode(code), rest };
}

/** Returns a postcode in capital letters and digits alone: `LS101AB`, `41124`. */
export const foldPostcode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
