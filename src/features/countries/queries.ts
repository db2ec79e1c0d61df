import { queryOptions } from '@tanstack/react-query';
import { fetchCountries } from '../../api/countries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { COUNTRIES_LIFE } from '../../domain/country.ts';

/** The countries list; asked once a day at most. */
export const countriesQuery = queryOptions({
  queryKey: queryKeys.countries,
  queryFn: fetchCountries,
  staleTime: COUNTRIES_LIFE,
});
