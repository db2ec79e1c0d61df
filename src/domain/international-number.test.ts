import { expect, it } from 'vitest';
import { internationalNumber } from './international-number.ts';

it.each([
  ['070-123 45 67', 'Sweden', '+46701234567'],
  ['+46 (0)70-123 45 67', 'Norway', '+46701234567'],
  ['0046 70 123 45 67', 'SE', '+46701234567'],
  ['(415) 555-0132', 'United States', '+14155550132'],
  ['1 415 555 0132', 'Canada', '+14155550132'],
  ['011 46 70 123 45 67', 'USA', '+46701234567'],
  ['06 12 34 56 78', 'Italy', '+390612345678'],
  ['06 20 123 4567', 'Hungary', '+36201234567'],
  ['8 916 123-45-67', 'Russia', '+79161234567'],
  ['07700 900123', 'United Kingdom', '+447700900123'],
  ['912 345 678', 'Portugal', '+351912345678'],
  ['070-123 45 67', '', null],
  ['070-123 45 67 ext. 5', 'Sweden', null],
  ['+999 123 456 789', 'Sweden', null],
  ['12', 'Sweden', null],
  ['+4670123456789012', 'Sweden', null],
])('%s in %s is %s', (phone, country, number) => {
  expect(internationalNumber(phone, country)).toBe(number);
});
