import { formatMoney } from './money.ts';

/** The smallest coin or note in circulation, where it is more than the last decimal. */
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

/** The smallest amount of cash, if it can’t make up this amount; null if cash can pay it. */
export function cashProblem(amount: number, currency: string): number | null {
  const smallest = SMALLEST_CASH[currency];
  // In whole cents, of which 0.05 is no exact fraction.
  return smallest && Math.round(amount * 100) % Math.round(smallest * 100) !== 0 ? smallest : null;
}

/** What to say where cash on delivery is set, which a card can pay in any amount. Empty if cash can, too. */
export function cashNote(amount: number | null | undefined, currency: string): string {
  const smallest = typeof amount === 'number' ? cashProblem(amount, currency) : null;
  if (typeof amount !== 'number' || smallest === null) return '';
  return `Cash can’t pay ${formatMoney(amount, currency)}: the smallest coin is ${formatMoney(smallest, currency)}. A card can.`;
}
