/** A brand has one currency, by its ISO 4217 code. */
const MAX_DECIMALS = 2;

interface Written {
  format: Intl.NumberFormat;
  sign: string;
  decimals: number;
}

/** Intl's data takes a while, so each is asked for once. */
const known = new Map<string, Written>();

function writtenIn(currency: string): Written {
  const found = known.get(currency);
  if (found) return found;
  // So that the specification's dollars are `$1,234.50`; a zero has no sign.
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, signDisplay: 'negative' });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const written = { format, sign, decimals: format.resolvedOptions().maximumFractionDigits ?? 0 };
  known.set(currency, written);
  return written;
}

export const writeIn = (currency: string, amount: number): string => writtenIn(currency).format.format(amount);

/** How many decimals amounts have: 2 for dollars, 0 for yen. */
export const decimalsOf = (currency: string): number => writtenIn(currency).decimals;

/** `$`, or the code of a currency that has no sign. */
export const signOf = (currency: string): string => writtenIn(currency).sign;

/** Why a code cannot be a brand's currency; null if it can. */
export function currencyProblem(code: string): string | null {
  if (code === 'USD') return null;
  if (!Intl.supportedValuesOf('currency').includes(code)) return 'must be the code of a currency, such as EUR';
  const decimals = decimalsOf(code);
  return decimals > MAX_DECIMALS
    ? `has ${decimals} decimals in ${code}, and amounts have two at most: choose another currency`
    : null;
}
