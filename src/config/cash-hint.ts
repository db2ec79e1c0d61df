import { cashProblem } from '../domain/cash.ts';
import { formatPrice } from './currency.ts';
import { site } from './site.ts';

/** What to say where cash on delivery is set; a card can pay any amount. */
export function cashHint(amount: number | null): string {
  const smallest = amount === null ? null : cashProblem(amount, site.currency);
  if (amount === null || smallest === null) return '';
  return ` Cash can’t pay ${formatPrice(amount)}: the smallest coin is ${formatPrice(smallest)}. A card can.`;
}
