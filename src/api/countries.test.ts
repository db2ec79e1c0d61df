import { afterEach, expect, test, vi } from 'vitest';
import { fetchCountries } from './countries.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('the countries come by name and three letters, sorted by name', async () => {
  answering(
    JSON.stringify([
      { name: 'Sweden', alpha3Code: 'SWE', more: 1 },
      { name: 'Åland Islands', alpha3Code: 'ALA' },
    ]),
  );
  expect(await fetchCountries()).toEqual([
    { name: 'Åland Islands', alpha3Code: 'ALA' },
    { name: 'Sweden', alpha3Code: 'SWE' },
  ]);
});

test.each([
  ['a page', '<!doctype html><p>Down for maintenance', 200],
  ['an error', '[]', 503],
  ['nothing', '[]', 200],
  ['another list', '[{"country":"Sweden"}]', 200],
])('a countries service that answers %s has no list', async (_what, body, status) => {
  answering(body, status);
  await expect(fetchCountries()).rejects.toThrow();
});
