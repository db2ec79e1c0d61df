import { grouped } from './figures.ts';

/**
 * Money is a number of dollars with at most two decimals on the wire, and whole cents (bigint) in the database and in
 * every sum. Floats are only ever carried, never added.
 */
export const MINIMUM_AMOUNT = 0.01;
export const MAXIMUM_AMOUNT = 10_000_000;

/** Dollars as whole cents. Throws RangeError where there are more than two decimals, or no finite number. */
export function toCents(dollars: number): bigint {
  if (!hasCents(dollars)) throw new RangeError('An amount has at most two decimals');
  return BigInt(Math.round(dollars * 100));
}

/** Whole cents as dollars, exact for every amount the product allows. */
export function fromCents(cents: bigint): number {
  return Number(cents) / 100;
}

/** Whether a number is finite and says whole cents. `1.005` and `1e308` do not. */
export function hasCents(dollars: number): boolean {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > Number.MAX_SAFE_INTEGER / 100) return false;
  return Math.round(dollars * 100) / 100 === dollars;
}

/** `$1,234.50`: $ prefix, two decimals; a minus stands before the sign (`-$3.00`). */
export function formatMoney(dollars: number): string {
  return `${dollars < 0 ? '-' : ''}$${grouped(Math.abs(dollars), 2)}`;
}
