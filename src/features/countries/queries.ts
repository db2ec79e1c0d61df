import { queryOptions } from '@tanstack/react-query';
import { fetchCountries } from '../../api/countries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { COUNTRIES_LIFE } from '../../domain/country.ts';

/** The countries list; asked for again once it is a day since the server gave it, whoever has kept it meanwhile. */
export const countriesQuery = queryOptions({
  queryKey: queryKeys.countries,
  queryFn: fetchCountries,
  staleTime: ({ state: { data, dataUpdatedAt } }) =>
    data ? Math.max(0, data.fetchedAt + COUNTRIES_LIFE - dataUpdatedAt) : 0,
});
