export interface Country {
  name: string;
  alpha3Code: string;
}
/** `fetchedAt`: in milliseconds, by the device's clock. */
export interface CountryList {
  countries: Country[];
  fetchedAt: number;
}

/** In milliseconds. */
export const COUNTRIES_LIFE = 24 * 60 * 60 * 1000;

export function isCountryList(list: unknown): list is Country[] {
  return Array.isArray(list) && list.length > 0 && list.every(isCountry);
}

function isCountry(entry: unknown): entry is Country {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    typeof entry.name === 'string' &&
    'alpha3Code' in entry &&
    typeof entry.alpha3Code === 'string'
  );
}

const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
const codes = new Map([['usa', 'US']]);

/** The two letters of a country, from these or from its English name; null for none. */
export function countryCodeOf(country: string): string | null {
  if (country.length > 100) return null;
  if (codes.size === 1) {
    const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
      const name = english.of(code)?.replace(/ SAR China$/, '');
      // Former codes such as UK share the name.
      const present = new Intl.Locale(`und-${code}`).region ?? code;
      if (name) for (const each of [code, name]) codes.set(fold(each), present);
    }
  }
  return codes.get(fold(country)) ?? null;
}
