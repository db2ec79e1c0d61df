import { site } from '../config/site.ts';
import { type CountryList, isCountryList } from '../domain/country.ts';
import { paths } from '../domain/paths.ts';
import { FETCHED_AT_HEADER } from '../pwa/messages.ts';

const ANSWER_WITHIN_MS = 15_000;

/** @throws if the response is no such list. */
export async function fetchCountries(): Promise<CountryList> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(site.countriesUrl || `${site.apiBase}${paths.countries}`, {
    signal,
    // The HTTP cache would add a day.
    cache: 'no-cache',
  });
  const list: unknown = response.ok ? await response.json() : null;
  if (!isCountryList(list)) throw new TypeError('The countries service sent an unexpected response');
  const countries = list
    .map(({ name, alpha3Code }) => ({ name, alpha3Code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const keptAt = Date.parse(response.headers.get(FETCHED_AT_HEADER) ?? '');
  return { countries, fetchedAt: Number.isNaN(keptAt) ? Date.now() : keptAt };
}
