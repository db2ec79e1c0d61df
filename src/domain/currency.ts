/** A brand has one currency, by its ISO 4217 code. */
interface Written {
  format: Intl.NumberFormat;
  sign: string;
  decimals: number;
}

/** Intl’s data takes a while, so each is asked for once. */
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

/** Returns 2 for dollars, 0 for yen. */
export const decimalsOf = (currency: string): number => writtenIn(currency).decimals;

/** Returns `$`, or the code of a currency that has no sign. */
export const signOf = (currency: string): string => writtenIn(currency).sign;

/** Signs that Intl doesn’t write, but programs do. */
const MORE_SIGNS = { C$: 'CAD', S$: 'SGD', RS: 'INR', TL: 'TRY', FR: 'CHF', SFR: 'CHF', РУБ: 'RUB', ГРН: 'UAH' };
const signed = new Map<string, Set<string>>();

/** `$` is that of many, `US$` of one. None if it is no sign. */
export function currenciesSigned(written: string): readonly string[] {
  const sign = written.replace(/[\s.]/g, '').toUpperCase();
  if (signed.size === 0) nameSigns();
  const [, country] = /^([A-Z]{2})\$$/.exec(sign) ?? [];
  return [...(signed.get(sign) ?? signed.get(`${country}D`) ?? [])];
}

function nameSigns(): void {
  const add = (sign: string, code: string) => signed.set(sign, new Set(signed.get(sign)).add(code));
  for (const code of Intl.supportedValuesOf('currency')) {
    add(code, code);
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay }).formatToParts(
        0,
      );
      add((parts.find(({ type }) => type === 'currency')?.value ?? code).toUpperCase(), code);
    }
  }
  for (const [sign, code] of Object.entries(MORE_SIGNS)) add(sign, code);
}
