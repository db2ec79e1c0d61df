import { countryCodeOf } from './country.ts';

/** Where a parcel goes by the address that its receiver asks for, in its country; null in another. */
export function addressIn(text: string, country: string): string | null {
  const last = text.slice(text.lastIndexOf(',') + 1).trim();
  // Two letters are a state more often.
  const code = last.length > 2 ? countryCodeOf(last) : null;
  if (code !== null) return code === countryCodeOf(country) ? text : null;
  return country === '' ? text : `${text}, ${country}`;
}
