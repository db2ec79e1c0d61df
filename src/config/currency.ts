import { signOf } from '../domain/currency.ts';
import { formatMoney } from '../domain/money.ts';
import { site } from './site.ts';

export const formatPrice = (amount: number): string => formatMoney(amount, site.currency);

/** `Value ($)`. */
export const inCurrency = (caption: string): string => `${caption} (${signOf(site.currency)})`;
