import { expect, it } from 'vitest';
import { COUNTRIES_LIFE } from './country.ts';

it('keeps the countries list for 24 hours', () => {
  expect(COUNTRIES_LIFE).toBe(86_400_000);
});
