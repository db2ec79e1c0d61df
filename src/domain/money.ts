import { decimalsOf, signOf, writeIn } from './currency.ts';

/** In the currency's unit (product decision 2): dollars in the API, whole cents (bigint) in sums. */
export const MIN_AMOUNT = 0.01;
export const MAX_AMOUNT = 10_000_000;

/**
 * Dollars as whole cents. @throws {RangeError} on more than two decimals or a non-finite number.
 */
export function toCents(dollars: number): bigint {
  if (!hasCents(dollars)) throw new RangeError('An amount has at most two decimals');
  return BigInt(Math.round(dollars * 100));
}

/** Returns whole cents as dollars, exactly. */
export function fromCents(cents: bigint): number {
  return Number(cents) / 100;
}

/** Whether a number is finite with at most two decimals. */
export function hasCents(dollars: number): boolean {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > Number.MAX_SAFE_INTEGER / 100) return false;
  return Math.round(dollars * 100) / 100 === dollars;
}

export const isPayable = (amount: number, currency: string): boolean =>
  Number.isInteger(amount) || decimalsOf(currency) > 0;

const PLAIN = /^(?<units>\d+)(?:[.,](?<cents>\d+))?$/;
const GROUPED = /^(?<units>\d{1,3}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<cents>\d{1,2}))?$/;
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads an amount as typed (`$1,234.50`); null if ambiguous (`1,234`), or if it cannot be paid. */
export function parseAmount(typed: string, currency: string): number | null {
  const plain = typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/’/g, "'")
    .trim();
  const text = withoutSign(plain, currency).replace(/^(?=[.,])/, '0');
  // Without decimals it can only be thousands.
  const figure = UNCLEAR.test(text) && decimalsOf(currency) === 0 ? text.replace(/[.,]/, '') : text;
  const match = UNCLEAR.test(figure) ? null : (PLAIN.exec(figure) ?? GROUPED.exec(figure));
  const { units, cents = '' } = match?.groups ?? {};
  const amount = units === undefined ? null : Number(`${units.replace(/\D/g, '')}.${cents}`);
  return amount === null || isPayable(amount, currency) ? amount : null;
}

function withoutSign(text: string, currency: string): string {
  const found = [signOf(currency), currency].find((sign) => text.startsWith(sign)) ?? '';
  return text.slice(found.length).trim();
}

/** Formats an amount: `$1,234.50`. */
export const formatMoney = (amount: number, currency: string): string => writeIn(currency, amount);

const IN_DOLLARS = /(?<!\w)\$([\d,]+(?:\.\d+)?)/g;
const EXAMPLE = '1234.50';

/** What a schema says of an amount in dollars, in another currency. */
export function sentenceIn(currency: string, sentence: string): string {
  if (currency === 'USD') return sentence;
  const inCurrency = (figure: string) => {
    const amount = Number(figure.replaceAll(',', ''));
    return formatMoney(amount === MIN_AMOUNT ? 10 ** -decimalsOf(currency) : amount, currency);
  };
  return sentence
    .replace(IN_DOLLARS, (_, figure: string) => inCurrency(figure))
    .replace(EXAMPLE, decimalsOf(currency) === 0 ? '1234' : EXAMPLE);
}
