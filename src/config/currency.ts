import { cashProblem, signOf } from '../domain/currency.ts';
import { formatMoney } from '../domain/money.ts';
import { site } from './site.ts';

export const formatPrice = (amount: number): string => formatMoney(amount, site.currency);

/** `Value ($)`. */
export const inCurrency = (caption: string): string => `${caption} (${signOf(site.currency)})`;

/** What to say where cash on delivery is set; a card can pay any amount. */
export function cashHint(amount: number | null): string {
  const smallest = amount === null ? null : cashProblem(amount, site.currency);
  if (amount === null || smallest === null) return '';
  return ` Cash can’t pay ${formatPrice(amount)}: the smallest coin is ${formatPrice(smallest)}. A card can.`;
}
