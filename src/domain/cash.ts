/** What coins can pay. What a courier owes is in cod.ts, and in server/cod/store/cod.ts. */
import { formatMoney } from './money.ts';

/** These currencies have no coin or note for their last decimal. */
const SMALLEST_CASH: Record<string, number> = {
  AUD: 0.05,
  BRL: 0.05,
  CAD: 0.05,
  CHF: 0.05,
  CZK: 1,
  DKK: 0.5,
  HKD: 0.1,
  HUF: 5,
  IDR: 100,
  ILS: 0.1,
  INR: 1,
  ISK: 1,
  KRW: 10,
  MYR: 0.05,
  NOK: 1,
  NZD: 0.1,
  PHP: 0.05,
  SEK: 1,
  SGD: 0.05,
  THB: 0.25,
  TWD: 1,
  UAH: 0.1,
  VND: 500,
  ZAR: 0.1,
};

/** Returns 0 if cash can pay any amount. */
export const smallestCoin = (currency: string): number => SMALLEST_CASH[currency] ?? 0;

// It counts in whole cents, because 0.05 is no exact fraction.
const toWhole = (amount: number) => Math.round(amount * 100);

/** Returns the smallest coin if coins can’t make up the amount. */
export const cashProblem = (amount: number, coin: number): number | null =>
  coin > 0 && toWhole(amount) % toWhole(coin) !== 0 ? coin : null;

/** Rounds to the smallest coin, unless nothing would be left. */
export function toCash(amount: number, coin: number): number {
  const step = toWhole(coin);
  return (step > 0 && (Math.round(toWhole(amount) / step) * step) / 100) || amount;
}

/** True if coins can’t pay the amount, but this is what they can pay instead. */
export const isRounded = (paid: number, amount: number, coin: number): boolean =>
  cashProblem(amount, coin) !== null && Math.abs(toWhole(paid) - toWhole(amount)) * 2 <= toWhole(coin);

/** Empty if coins can pay the amount; cards can pay any. */
export function cashNote(amount: number | null | undefined, currency: string, coin: number): string {
  if (amount == null || cashProblem(amount, coin) === null) return '';
  const [paid, smallest] = [toCash(amount, coin), coin].map((one) => formatMoney(one, currency));
  return `In cash it is ${paid}: the smallest coin is ${smallest}.`;
}
