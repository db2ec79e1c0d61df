import { site } from '../config/site.ts';
import { type Country, isCountryList } from '../domain/country.ts';
import { paths } from '../domain/paths.ts';

const ANSWER_WITHIN_MS = 15_000;

/**
 * The countries list, sorted by name, from this server or the configured public service of the same shape. Throws where
 * the service does not answer with such a list.
 */
export async function fetchCountries(): Promise<Country[]> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(site.countriesUrl || `${site.apiBase}${paths.countries}`, { signal });
  const list: unknown = response.ok ? await response.json() : null;
  if (!isCountryList(list)) throw new TypeError('The countries service answered something else');
  return list
    .map(({ name, alpha3Code }) => ({ name, alpha3Code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
