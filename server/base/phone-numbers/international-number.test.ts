import type { CountryCode } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
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
  ['07400 123456', 'United Kingdom', '+447400123456'],
  ['912 345 678', 'Portugal', '+351912345678'],
  ['070-123 45 67', '', null],
  ['070-123 45 67 ext. 5', 'Sweden', null],
  ['+999 123 456 789', 'Sweden', null],
  ['12', 'Sweden', null],
  ['+4670123456789012', 'Sweden', null],
])('%s in %s is %s', (phone, country, number) => {
  expect(internationalNumber(phone, country)).toBe(number);
});

it.each([
  ['a country’s code without +', '46705550102', 'Sweden', '+46705550102'],
  ['a country’s code without +', '33 6 12 34 56 17', 'France', '+33612345617'],
  ['a country’s code without +', '91 98765 43212', 'India', '+919876543212'],
  ['a country’s code without +', '45 20 12 34 13', 'Denmark', '+4520123413'],
  ['a country’s code without +', '48 601 234 514', 'Poland', '+48601234514'],
  ['a country’s code without +', '32470550119', 'Belgium', '+32470550119'],
  ['a zero after the code', '+46 (070) 555 01 03', 'Sweden', '+46705550103'],
  ['a zero after the code', '+41 (044) 364 35 33', 'Switzerland', '+41443643533'],
  ['a zero after the code', '+61 0412 345 611', 'Australia', '+61412345611'],
  ['Australia’s exit code', '0011 46 70 555 01 10', 'Australia', '+46705550110'],
  ['Japan’s exit code', '010 46 70 555 01 10', 'Japan', '+46705550110'],
  ['Russia’s exit code', '8 10 46 70 555 01 10', 'Russia', '+46705550110'],
  ['another country’s exit code, and home', '011 46 70 555 01 10', 'Sweden', '+46705550110'],
  ['another country’s exit code, and home', '0011 46 70 555 01 10', 'Sweden', '+46705550110'],
  ['a lost zero', '705550102', 'Sweden', '+46705550102'],
])('reads %s: %s in %s is %s', (_what, phone, country, number) => {
  expect(internationalNumber(phone, country)).toBe(number);
});

it.each([
  ['with or without its code', '4915112345606', 'Germany'],
  ['another country’s code without +', '46705550102', 'Norway'],
  ['a code without + in no country', '46705550102', ''],
  ['another country’s exit code to a third', '011 47 406 12 345', 'Sweden'],
  ['a + before a national number', '+070 555 01 02', 'Sweden'],
  ['two numbers', '070-555 01 02 / 070-555 01 03', 'Sweden'],
  ['a digit too many', '070-555 01 023', 'Sweden'],
  ['a digit too few', '070-555 01 0', 'Sweden'],
  ['a number that no one can have', '07700 900123', 'United Kingdom'],
  ['a number that no one can have', '447700900105', 'United Kingdom'],
  ['a number that no one can have', '+44 07700 900104', 'United Kingdom'],
  ['a number with digits left out', '070-555 xx 01 02', 'Sweden'],
])('is in doubt about %s: %s in %s', (_what, phone, country) => {
  expect(internationalNumber(phone, country)).toBeNull();
});

const COUNTRIES = `AE AR AT AU BE BG BR CA CH CL CN CZ DE DK EE ES FI FR GB GR HK HR HU IE IN IS IT JP KR LT LV MX NL NO
  NZ PL PT RU SE US`.split(/\s+/) as CountryCode[];
const PER_COUNTRY = 50;

/** The library's example, and those after it that its plan has. */
function numbersOf(country: CountryCode) {
  const example = BigInt(`${parsePhoneNumberFromString(examples[country] ?? '', country)?.number}`.slice(1));
  const numbers = [];
  for (let step = 0n; numbers.length < PER_COUNTRY; step += 37n) {
    const number = parsePhoneNumberFromString(`+${example + step}`);
    if (number?.isValid()) numbers.push(number);
  }
  return numbers;
}

it('never misreads 2,000 numbers of 40 countries in six spellings', { timeout: 60_000 }, () => {
  const misread: string[] = [];
  const read = new Map<string, number>();
  let asked = 0;
  for (const country of COUNTRIES)
    for (const number of numbersOf(country)) {
      asked += 1;
      const { countryCallingCode: code, nationalNumber } = number;
      const spellings = {
        national: number.formatNational(),
        international: number.formatInternational(),
        exit: `00${code}${nationalNumber}`,
        bare: `${code}${nationalNumber}`,
        zero: `+${code} (0)${nationalNumber}`,
        dashes: number
          .formatNational()
          .replace(/[^\d]+/g, '-')
          .replace(/(\d{3})(?=\d)/g, '$1 - '),
      };
      for (const [spelling, phone] of Object.entries(spellings)) {
        const found = internationalNumber(phone, country);
        if (found === number.number) read.set(spelling, (read.get(spelling) ?? 0) + 1);
        else if (found !== null) misread.push(`${spelling} ${phone} in ${country} is ${found}`);
      }
    }
  expect(asked).toBe(2_000);
  expect(misread).toEqual([]);
  // A number of Germany that lacks its + could also be one of Emden.
  expect(Object.fromEntries(read)).toEqual({
    national: 2_000,
    international: 2_000,
    exit: 2_000,
    bare: 1_950,
    zero: 2_000,
    dashes: 2_000,
  });
});
