import { currenciesSigned, decimalsOf, signOf, writeIn } from './currency.ts';
import { readFigure } from './figures.ts';

/** The API has the currency’s unit (product decision 2), sums have whole cents (bigint). */
export const MIN_AMOUNT = 0.01;
export const MAX_AMOUNT = 10_000_000;
/** Sums and what a bank has moved have the ledger’s bound, which is exact in cents. */
export const MAX_SUM = 90_000_000_000_000;

/** @throws {RangeError} on more than two decimals or a non-finite number. */
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

const MAX_TYPED = 60;

/** Reads `$1,234.50` or `12,00 €`; null if ambiguous (`1,234`), or if it cannot be paid. */
export const parseAmount = (typed: string, currency: string): number | null => readMoney(typed, currency).amount;

/** Reads what people or programs write. `foreign`: another currency, as it is written. */
export function readMoney(typed: string, currency: string): { amount: number | null; foreign: string | null } {
  const text = typed.length > MAX_TYPED ? '' : typed.replace(/\p{Cf}/gu, '').trim();
  const isDigit = (character: string) => /\d/.test(character);
  const [first, last] = [[...text].findIndex(isDigit), [...text].findLastIndex(isDigit)];
  const from = /[.,]/.test(text.charAt(first - 1)) ? first - 1 : first;
  // 12,- and 120:- have no cents.
  const after = text.slice(last + 1).replace(/^[.,:]?[-–—]{1,2}/, '');
  const signs = [text.slice(0, from), after].map((sign) => sign.trim()).filter(Boolean);
  const isOwn = (sign: string) => sign === signOf(currency) || currenciesSigned(sign).includes(currency);
  const other = signs.find((sign) => !isOwn(sign));
  if (other !== undefined) {
    const meant = currenciesSigned(other);
    return {
      amount: null,
      foreign: first < 0 || meant.length === 0 ? null : meant.length === 1 ? (meant[0] ?? null) : other,
    };
  }
  // A sign in a currency without decimals can only separate thousands.
  const amount = readFigure(text.slice(from, last + 1), decimalsOf(currency) === 0 ? 'whole' : 'unclear');
  return { amount: amount === null || isPayable(amount, currency) ? amount : null, foreign: null };
}

/** Returns `1234.50`, or `1234` for yen. */
export const writeFigure = (amount: number, currency: string): string => amount.toFixed(decimalsOf(currency));

/** Formats an amount: `$1,234.50`. */
export const formatMoney = (amount: number, currency: string): string => writeIn(currency, amount);

const IN_DOLLARS = /(?<!\w)\$([\d,]+(?:\.\d+)?)/g;
const EXAMPLE = '1234.50';

/** A schema’s message is about dollars. */
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
