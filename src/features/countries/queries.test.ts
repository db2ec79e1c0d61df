import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { countriesQuery } from './queries.ts';

const HOUR_MS = 3_600_000;

test.each([
  [0, false],
  [23, false],
  [25, true],
])('a list that the server sent %i hours ago, restored just now, is fetched again: %s', (hours, isStale) => {
  const client = new QueryClient();
  const { queryKey, staleTime } = countriesQuery;
  client.setQueryData(queryKey, { countries: [], fetchedAt: Date.now() - hours * HOUR_MS });
  const query = client.getQueryCache().find({ queryKey });
  if (!query || typeof staleTime !== 'function') throw new Error('The list is not there, or has no clock');
  expect(query.isStaleByTime(staleTime(query as never))).toBe(isStale);
});

test('a list is stale after a day, even on a device whose clock is years behind', () => {
  const client = new QueryClient();
  const { queryKey, staleTime } = countriesQuery;
  client.setQueryData(queryKey, { countries: [], fetchedAt: Date.now() + 9_000 * HOUR_MS });
  const query = client.getQueryCache().find({ queryKey });
  if (typeof staleTime !== 'function') throw new Error('The list has no clock');
  expect(staleTime(query as never)).toBe(24 * HOUR_MS);
});
