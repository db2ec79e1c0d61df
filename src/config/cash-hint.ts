import { cashProblem, toCash } from '../domain/cash.ts';
import { formatPrice } from './currency.ts';
import { site } from './site.ts';

/** What to say where cash on delivery is set: cash is rounded, and a card can pay any amount. */
export function cashHint(amount: number | null): string {
  const smallest = amount === null ? null : cashProblem(amount, site.smallestCoin);
  if (amount === null || smallest === null) return '';
  return ` In cash it is ${formatPrice(toCash(amount, smallest))}: the smallest coin is ${formatPrice(smallest)}.`;
}
