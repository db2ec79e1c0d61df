/** Numbering plans are too large for browsers, so they ask the server. */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { Contacts } from '../../../src/domain/contact.ts';
import { countryCodeOf } from '../../../src/domain/country.ts';
import { dialedNumber, isPhoneNumber, normalizePhoneNumber } from '../../../src/domain/phone-number.ts';
import { isTextable } from './textable.ts';

/** Dialled before a country's code, besides `00`; each begins a national number elsewhere. */
const EXIT_CODES = ['0011', '011', '010', '810'];

function readNumber(digits: string, country?: CountryCode) {
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() ? number : null;
}

/**
 * Returns E.164 (`+46701234567`); null if it can’t be one, or if it can be two.
 *
 * A wrong number texts a stranger, and null only asks for an email. So a number without `+` and
 * exit code that holds in its country is never read as another country's. If it can be both with
 * and without the country’s code (`4915112345606` in Germany), neither reading is taken, even if
 * only one is a mobile phone’s.
 */
export function internationalNumber(phone: string, country: string): string | null {
  const text = normalizePhoneNumber(phone).trim();
  const digits = dialedNumber(text);
  // A comma precedes an extension; nobody knows which digits an x replaces.
  if (!isPhoneNumber(text) || digits.includes(',') || /[x#]/i.test(text)) return null;
  if (digits.startsWith('+')) return readNumber(digits)?.number ?? null;
  const code = countryCodeOf(country) ?? '';
  const home = isSupportedCountry(code) ? code : undefined;
  const readings = [
    digits.startsWith('00') ? readNumber(`+${digits.slice(2)}`) : null,
    home ? readNumber(digits, home) : null,
    ...['', ...EXIT_CODES]
      .filter((exit) => home && digits.startsWith(exit))
      .map((exit) => readNumber(`+${digits.slice(exit.length)}`))
      .filter((number) => home && number?.countryCallingCode === getCountryCallingCode(home)),
  ];
  const numbers = new Set(readings.flatMap((number) => number?.number ?? []));
  const [only = null] = numbers;
  return numbers.size === 1 ? only : null;
}

/** A fixed line gets no texts, so its receiver needs an email. */
export function canBeTexted(phone: string, country: string): boolean {
  const number = internationalNumber(phone, country);
  return number !== null && isTextable(number);
}

/** Returns bare digits if the number can’t be read. */
export const numberOrDigits = ({ receiverPhone, receiverCountry }: Contacts): string =>
  internationalNumber(receiverPhone, receiverCountry) ?? receiverPhone.replace(/\D/g, '');
