/** A brand has one currency, by its ISO 4217 code. The ledger counts hundredths of its unit. */
const MAX_DECIMALS = 2;
const formats = new Map<string, Intl.NumberFormat>();

/** How a currency is written. Intl's data takes a while, so each is asked for once. */
export function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  // So that the specification's dollars are `$1,234.50`; a zero has no sign.
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, signDisplay: 'negative' });
  formats.set(currency, format);
  return format;
}

/** How many decimals amounts have: 2 for dollars, 0 for yen. */
export const decimalsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 0;

/** `$`, or the code of a currency without a sign of its own. */
export const signOf = (currency: string): string =>
  formatOf(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** Why a code cannot be a brand's currency; null if it can. */
export function currencyProblem(code: string): string | null {
  if (code === 'USD') return null;
  if (!Intl.supportedValuesOf('currency').includes(code)) return 'must be the code of a currency, such as EUR';
  const decimals = decimalsOf(code);
  return decimals > MAX_DECIMALS
    ? `has ${decimals} decimals in ${code}, and amounts have two at most: choose another currency`
    : null;
}
