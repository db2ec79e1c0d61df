/** Which currencies a brand can have. */
import { decimalsOf } from './currency.ts';

const MAX_DECIMALS = 2;

/** Null if it can be one. */
export function currencyProblem(code: string): string | null {
  if (code === 'USD') return null;
  if (!Intl.supportedValuesOf('currency').includes(code)) return 'must be the code of a currency, such as EUR';
  const decimals = decimalsOf(code);
  return decimals > MAX_DECIMALS
    ? `has ${decimals} decimals in ${code}, and amounts have two at most: choose another currency`
    : null;
}
