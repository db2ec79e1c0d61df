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
