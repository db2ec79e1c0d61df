import { expect, it } from 'vitest';
import { checkDraft, splitValue } from './draft.ts';
import { nameState, placeAddress, readCell, readText } from './order-text.ts';

it.each([
  ["'41104", '41104'],
  ["'SW1A 1AA", 'SW1A 1AA'],
  ["'(020) 7946 0958", '(020) 7946 0958'],
  ["'=1+1", '=1+1'],
  ['="0155"', '0155'],
  ['="5"" pipe"', '5" pipe'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ["O'Hara", "O'Hara"],
  ['Tom &amp; Anna&#039;s', 'Tom & Anna’s'.replace('’', "'")],
  ['Caf&eacute; &amp;amp; Co', 'Café & Co'],
  ['AT&T & sons', 'AT&T & sons'],
  ['Kaj 1\nFloor 2\tB', 'Kaj 1, Floor 2 B'],
  ...['--', 'n/a', 'N/A', '-', 'none', 'None', 'null', 'NULL', '—', '#N/A'].map((cell) => [cell, '']),
  ['Null', 'Null'],
  ['Nina', 'Nina'],
])('a cell is read as it was meant: %j', (cell, text) => expect(readCell(cell, 500)).toBe(text));

it('a text is cut before anything else is done with it', () => {
  expect(readText(`${'&amp;'.repeat(1_000)}x`, 50)).toBe('&'.repeat(10));
});

it.each([
  ['JP13', 'JP', 'Tokyo'],
  ['JP13', 'Japan', 'Tokyo'],
  ['JP-27', '', 'Osaka'],
  ['TR34', 'TR', 'İstanbul'],
  ['TH-50', 'Thailand', 'Chiang Mai'],
  ['BG-16', 'BG', 'Plovdiv'],
  ['BD-13', 'BD', 'Dhaka'],
  ['KE30', 'KE', 'Nairobi City'],
  ['UA32', 'UA', 'Kyivska oblast'],
  ['RS00', 'RS', 'Beograd'],
  ['ZM-09', 'ZM', 'Lusaka'],
  ['CN2', 'CN', 'Beijing'],
  ['CN32', 'China', 'Xinjiang'],
  ['EGC', 'EG', 'Al Qahirah'],
  ['CL-RM', 'CL', 'Región Metropolitana de Santiago'],
  ['M', 'ES', 'Madrid'],
  ['CE', 'IE', 'Clare'],
  ['ZH', 'CH', 'Zürich'],
  ['US-CA', 'US', 'CA'],
  ...['CA', 'NSW', 'BOP', 'Kent', 'SP', ''].map((state) => [state, 'US', state]),
  ['BOP', 'New Zealand', 'BOP'],
  ['MI', 'IT', 'MI'],
  ['Kyoto', 'JP', 'Kyoto'],
  ['CN99', 'CN', 'CN99'],
])('a code of a state gets its name: %s in %s', (state, country, name) => {
  expect(nameState(state, country)).toBe(name);
  expect(placeAddress({ city: 'Town', state, country }).city).toBe(name ? `Town, ${name}` : 'Town');
});

it.each([
  [{ name: 'Dora Testerson', lastName: 'Testerson' }, { receiverName: 'Dora Testerson' }],
  [{ name: 'Testerson Dora', lastName: 'testerson' }, { receiverName: 'Testerson Dora' }],
  [{ name: 'Dora', lastName: 'Dora' }, { receiverName: 'Dora Dora' }],
  [{ name: 'Dora', lastName: 'Test', company: 'Dora Test' }, { receiverName: 'Dora Test' }],
  [{ company: 'Acme' }, { receiverName: 'Acme' }],
  [{ line1: 'Damrak 1', houseNumber: '1' }, { line1: 'Damrak 1' }],
  [
    { line2: 'Floor 2', line3: 'East' },
    { line1: 'Floor 2', line2: 'East' },
  ],
  [
    { line1: 'Kaj 1', line2: 'x'.repeat(50), line3: 'y'.repeat(40) },
    { line1: `Kaj 1, ${'x'.repeat(50)}`, line2: 'y'.repeat(40) },
  ],
  [{ city: 'Nowhere, FL', state: 'FL' }, { city: 'Nowhere, FL' }],
  [{ city: 'Kansas City', state: 'Kansas' }, { city: 'Kansas City, Kansas' }],
  [{ city: 'Berlin', state: 'Berlin' }, { city: 'Berlin' }],
  [{ state: 'Kowloon' }, { city: 'Kowloon' }],
  [{ city: 'Istanbul', state: 'TR34', country: 'TR' }, { city: 'Istanbul' }],
  [{ postcode: '2108', state: 'MA', country: 'US' }, { postcode: '02108' }],
  [{ postcode: '2108-1234', state: 'Massachusetts', country: 'United States' }, { postcode: '02108-1234' }],
  [{ postcode: '601', country: 'Puerto Rico' }, { postcode: '00601' }],
  [{ postcode: '7030', city: 'Hoboken, NJ', country: 'USA' }, { postcode: '07030' }],
  [{ postcode: '9999', state: 'MA', country: 'US' }, { postcode: '9999' }],
  [{ postcode: '2108', state: 'TX', country: 'US' }, { postcode: '2108' }],
  [{ postcode: '2108', state: 'MA', country: 'Norway' }, { postcode: '2108' }],
])('parts of an address have their place: %j', (parts, fields) => {
  expect(placeAddress(parts)).toMatchObject(fields);
});

const problemsOf = (fields: object) => {
  const checked = checkDraft(fields, { currency: 'USD', texts: false });
  return 'problems' in checked ? checked.problems.map(({ field, message }) => `${field}: ${message}`) : [];
};

it.each([
  ['2108', 'US', 'US have 5'],
  ['2108-1234', 'United States', 'United States have 5'],
  ['1067', 'Germany', 'Germany have 5'],
  ['155', 'Norway', 'Norway have 4'],
])('a postcode that lacks a zero is pointed out: %s, %s', (postcode, country, words) => {
  expect(problemsOf({ postcode, country })).toContain(
    `postcode: Postcodes in ${words} digits. Has a spreadsheet removed a zero at the start?`,
  );
});

it.each([
  ['02108', 'US'],
  ['0155', 'Norway'],
  ['1010', 'Austria'],
  ['120-0026', 'Japan'],
  ['V2C 1A1', 'Canada'],
])('a whole postcode is not: %s, %s', (postcode, country) => {
  expect(problemsOf({ postcode, country }).filter((one) => one.startsWith('postcode'))).toEqual([]);
});

it.each(['SG', 'Singapore', 'Hong Kong', 'Macao', 'Monaco', 'Gibraltar', 'VA'])('%s has no cities', (country) => {
  expect(problemsOf({ country })).not.toContain('city: City is required.');
});

it.each(['', 'Sweden', 'US', 'Atlantis'])('other countries have: %s', (country) => {
  expect(problemsOf({ country })).toContain('city: City is required.');
});

it('an amount in another currency stays out', () => {
  expect(splitValue({ city: 'Oslo', value: '40.00 CAD' }, 'USD')).toEqual({
    fields: { city: 'Oslo' },
    foreignValue: '40.00 CAD',
  });
  expect(splitValue({ value: '$40.00' }, 'USD')).toEqual({ fields: { value: '$40.00' }, foreignValue: '' });
  expect(problemsOf({ value: '40.00 CAD' })).toContain('value: Enter the value like this: 1234.50');
});
