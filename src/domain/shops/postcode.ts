/** Postcodes that a spreadsheet has taken for numbers. */
import { countryCodeOf } from '../country.ts';

/** ZIPs of these states begin with a zero. */
const ZEROS: Record<string, string> = {
  CT: '06',
  MA: '01 02',
  ME: '03 04',
  NH: '03',
  NJ: '07 08',
  RI: '02',
  VT: '05',
  NY: '005',
  PR: '006 007 009',
  VI: '008',
  AE: '09',
};
const STATES: Record<string, string> = {
  connecticut: 'CT',
  massachusetts: 'MA',
  maine: 'ME',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'rhode island': 'RI',
  vermont: 'VT',
  'new york': 'NY',
  'puerto rico': 'PR',
  'virgin islands': 'VI',
};

/** A spreadsheet has taken the zeros, and the state has such ZIPs only. */
export function restoreZeros(postcode: string, country: string, state: string): string {
  const code = countryCodeOf(country);
  const [, zip = '', rest = ''] = /^(\d{3,4})(-\d{4})?$/.exec(postcode) ?? [];
  const key = code === 'PR' || code === 'VI' ? code : code === 'US' ? (STATES[state.toLowerCase()] ?? state) : '';
  const whole = zip.padStart(5, '0');
  const isProven =
    zip !== '' && (ZEROS[key.toUpperCase()] ?? '').split(' ').some((start) => start && whole.startsWith(start));
  return isProven ? whole + rest : postcode;
}

/** These postcodes can begin with a zero. */
const DIGITS: Record<string, number> = {
  US: 5,
  PR: 5,
  DE: 5,
  FR: 5,
  IT: 5,
  ES: 5,
  FI: 5,
  EE: 5,
  UA: 5,
  TR: 5,
  MX: 5,
  KR: 5,
  MY: 5,
  NO: 4,
  AU: 4,
  SG: 6,
  CN: 6,
  JP: 7,
  BR: 8,
};

/** Null if it has lost no zeros. */
export function postcodeProblem(postcode: string, country: string): string | null {
  const [, figures = ''] = /^(\d{2,7})(?:-\d{4})?$/.exec(postcode) ?? [];
  const digits = figures && DIGITS[countryCodeOf(country) ?? ''];
  if (!digits || figures.length >= digits || figures.length < digits - 2) return null;
  return `Postcodes in ${country} have ${digits} digits. Has a spreadsheet removed a zero at the start?`;
}
