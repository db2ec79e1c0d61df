import { expect, it } from 'vitest';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

it('answers every country by its English name and three letters, sorted, the same for a day', async () => {
  const answer = await server.app.inject({ url: '/api/countries' });
  expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  const list = answer.json() as { name: string; alpha3Code: string }[];
  expect(list.length).toBeGreaterThan(240);
  expect(list).toContainEqual({ name: 'Sweden', alpha3Code: 'SWE' });
  expect(new Set(list.map(({ alpha3Code }) => alpha3Code)).size).toBe(list.length);
  for (const country of list)
    expect(country).toEqual({ name: expect.any(String), alpha3Code: expect.stringMatching(/^[A-Z]{3}$/) });
  const names = list.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
});
