import { fetchCountries } from '../../api/countries.ts';
import { defineQuery } from '../../api/define-query.ts';
import { COUNTRIES_LIFE } from '../../domain/country.ts';

/** Capped: this device's clock may be behind. */
export const countriesQuery = defineQuery({
  name: 'country-list',
  store: 'device',
  ask: fetchCountries,
  staleTime: ({ state: { data, dataUpdatedAt } }) =>
    data ? Math.min(Math.max(0, data.fetchedAt + COUNTRIES_LIFE - dataUpdatedAt), COUNTRIES_LIFE) : 0,
});
