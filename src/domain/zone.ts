/** A British outward code: `LS10` of `LS10 1AB`. */
const OUTWARD = /\b([A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}\b/gi;
/** Digits that may be a postal code: `411` of `411 24`, `1012` of `1012 AB`, `97201`. */
const DIGITS = /(?<![\p{L}\p{N}-])(\d{3,5})(?:[ -]\d{2,4}| ?[A-Z]{2})?(?![\p{L}\p{N}])/gu;

/** Returns the postal area of an address, by which parcels are sorted; '' if it has none. */
export function zoneOf(address: string): string {
  const outward = [...address.matchAll(OUTWARD)].at(-1)?.[1];
  if (outward) return outward.toUpperCase();
  // A number that begins the address is a house's.
  const digits = [...address.matchAll(DIGITS)].filter(({ index }) => index > 0);
  return digits.at(-1)?.[1] ?? '';
}
