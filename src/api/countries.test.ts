import { afterEach, expect, test, vi } from 'vitest';
import { FETCHED_AT_HEADER } from '../pwa/messages.ts';
import { fetchCountries } from './countries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (body: string, status = 200, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));

test('the countries come by name and three letters, sorted by name', async () => {
  const sweden = { name: 'Sweden', alpha3Code: 'SWE' };
  const aland = { name: 'Åland Islands', alpha3Code: 'ALA' };
  answering(JSON.stringify([{ ...sweden, more: 1 }, aland]));
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:40:00Z') });
  expect(await fetchCountries()).toEqual({ countries: [aland, sweden], fetchedAt: Date.now() });
});

test('a list that the service worker had kept is as old as it is', async () => {
  const keptAt = '2026-11-20T06:40:00.000Z';
  answering(JSON.stringify([{ name: 'Sweden', alpha3Code: 'SWE' }]), 200, { [FETCHED_AT_HEADER]: keptAt });
  expect((await fetchCountries()).fetchedAt).toBe(Date.parse(keptAt));
});

test.each([
  ['a page', '<!doctype html><p>Down for maintenance', 200],
  ['an error', '[]', 503],
  ['nothing', '[]', 200],
  ['another list', '[{"country":"Sweden"}]', 200],
])('a countries service that returns %s has no list', async (_what, body, status) => {
  answering(body, status);
  await expect(fetchCountries()).rejects.toThrow();
});
