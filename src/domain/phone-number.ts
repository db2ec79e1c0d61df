import { withPlainDigits } from './digits.ts';

export const MAX_PHONE_LENGTH = 32;

const EXTENSION = String.raw`(?:[,;]|(?<!\p{Zs}))\p{Zs}*(?:ext(?:ensi[oó]n|n)?|x|#|int|anexo|ankn|durchwahl|dw|poste|wew|доб|내선|内線)[.:=]?\p{Zs}*#?`;
const PHONE_NUMBER = /^\(?\+?[\d\p{Zs}()./x#-]+$/iu;
const MIN_DIGITS = 3;
const ENDS_WITH_EXTENSION = new RegExp(String.raw`${EXTENSION}(?<extension>\d{1,8})$`, 'iu');
const SPREADSHEET_NUMBER = /^(?:\+?\d+(?:[.,]\d+)?e[+-]?\d+|\+?\d{7,}[.,]0+|-\d+)$/i;

export const normalizePhoneNumber = (text: string): string =>
  withPlainDigits(text.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/^\s*(?:tel:|['’])/i, '');

export const isPhoneNumber = (text: string): boolean =>
  text.length <= MAX_PHONE_LENGTH &&
  text.replace(/\D/g, '').length >= MIN_DIGITS &&
  [text, text.replace(ENDS_WITH_EXTENSION, '')].some((number) => PHONE_NUMBER.test(number)) &&
  !isSpreadsheetNumber(text);

export const isSpreadsheetNumber = (text: string): boolean => SPREADSHEET_NUMBER.test(text);

/** Returns what a phone dials: `+44 (0)20 7946 0958 ext. 7` is `+442079460958,7`. */
export function dialedNumber(phone: string): string {
  const number = normalizePhoneNumber(phone).trim();
  const { extension } = ENDS_WITH_EXTENSION.exec(number)?.groups ?? {};
  const dialed = number
    .replace(ENDS_WITH_EXTENSION, '')
    .replace(/^(\(?(?:\+|00).*?)\(0\)/, '$1')
    .replace(/[^+\d]/g, '');
  return extension ? `${dialed},${extension}` : dialed;
}
