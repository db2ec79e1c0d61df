import { countryCodeOf } from './country.ts';

/** The new address of a parcel with its country; null if it’s in another country. */
export function addressIn(text: string, country: string): string | null {
  const last = text.slice(text.lastIndexOf(',') + 1).trim();
  // Two letters are a state more often.
  const code = last.length > 2 ? countryCodeOf(last) : null;
  if (code !== null) return code === countryCodeOf(country) ? text : null;
  return country === '' ? text : `${text}, ${country}`;
}
