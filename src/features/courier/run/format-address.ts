/** Matches those of Sweden, the Netherlands, the United Kingdom and Canada. */
const SPACED_POSTAL_CODE = /\b(\d{3} \d{2}|\d{4} [A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d)\b/g;

/** Prevents line breaks within the postal code. */
export const formatAddress = (address: string): string =>
  address.replace(SPACED_POSTAL_CODE, (code) => code.replace(' ', '\u00a0'));
