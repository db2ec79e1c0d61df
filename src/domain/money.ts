import { grouped } from './figures.ts';

/** Dollars in the API, whole cents (bigint) in sums. */
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

const PLAIN = /^(?<dollars>\d+)(?:[.,](?<cents>\d+))?$/;
const GROUPED = /^(?<dollars>\d{1,3}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<cents>\d{1,2}))?$/;
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads dollars as typed (`$1,234.50`); null if ambiguous (`1,234`). */
export function parseAmount(typed: string): number | null {
  const text = typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/’/g, "'")
    .replace(/^ *\$? *| +$/g, '')
    .replace(/^(?=[.,])/, '0');
  const { dollars, cents = '' } = (UNCLEAR.test(text) ? null : (PLAIN.exec(text) ?? GROUPED.exec(text)))?.groups ?? {};
  return dollars === undefined ? null : Number(`${dollars.replace(/\D/g, '')}.${cents}`);
}

/** Formats dollars: `$1,234.50`. */
export function formatMoney(dollars: number): string {
  return `${dollars < 0 ? '-' : ''}$${grouped(Math.abs(dollars), 2)}`;
}
