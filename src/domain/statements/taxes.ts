/** Tax on fees. Amounts are whole cents. */
import { parseDay } from '../day.ts';

export interface TaxRate {
  from: string;
  name: string;
  /** In hundredths of a percent. */
  rate: number;
}

export type TaxBase = Pick<TaxRate, 'name' | 'rate'> & { net: number };
export type TaxLine = TaxBase & { tax: number };

/** Parses `2025-01-01 VAT 25; 2026-07-01 VAT 24`. */
export function parseTaxRates(text: string): TaxRate[] | null {
  const rates = text
    .split(';')
    .map((part) => part.trim().split(' '))
    .filter(([first]) => first)
    .map((words) => ({
      from: parseDay(words[0] ?? '') ?? '',
      name: words.slice(1, -1).join(' ').trim(),
      percent: words.at(-1) ?? '',
    }));
  if (
    rates.some(
      ({ from, name, percent }) => !from || !name || name.length > 30 || !/^\d{1,2}(\.\d{1,2})?$/.test(percent),
    )
  )
    return null;
  return rates
    .map(({ percent, ...rate }) => ({ ...rate, rate: Math.round(Number(percent) * 100) }))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** Before the first there is none. */
export function rateOn(rates: readonly TaxRate[], day: string): Pick<TaxRate, 'name' | 'rate'> {
  const { name, rate } = rates.findLast(({ from }) => from <= day) ?? { name: '', rate: 0 };
  return { name, rate };
}

const keyOf = ({ name, rate }: Pick<TaxRate, 'name' | 'rate'>) => `${rate} ${name}`;

export function sumByRate(bases: readonly TaxBase[]): TaxBase[] {
  const sums = new Map<string, TaxBase>();
  for (const { name, rate, net } of bases)
    sums.set(keyOf({ name, rate }), { name, rate, net: net + (sums.get(keyOf({ name, rate }))?.net ?? 0) });
  return [...sums.values()];
}

/**
 * Rounds once for each rate, to `step`, together with what `earlier` documents have taxed, so that
 * parts add up to the whole.
 */
export function taxesOf(bases: readonly TaxBase[], step: number, earlier: readonly TaxLine[] = []): TaxLine[] {
  return sumByRate(bases).map((base) => {
    const before = earlier.filter((line) => keyOf(line) === keyOf(base));
    const net = before.reduce((sum, line) => sum + line.net, base.net);
    const taxed = before.reduce((sum, line) => sum + line.tax, 0);
    return { ...base, tax: Math.round((net * base.rate) / 10_000 / step) * step - taxed };
  });
}

export interface FeeSum {
  /** The day of the ledger’s entries. */
  at: string;
  /** The fees were charged on this day; null for corrections that name no fee. */
  day: string | null;
  cents: number;
}

/**
 * A correction without a fee gets the day of the latest fees before it that no earlier one gave
 * back. Expects `sums` in the order of their entries; those without a day come last.
 */
export function datedCorrections<Given extends FeeSum>(sums: readonly Given[]): (Given & { day: string })[] {
  const left = new Map<string, number>();
  return sums.flatMap((sum) => {
    if (sum.day !== null) {
      left.set(sum.day, (left.get(sum.day) ?? 0) + sum.cents);
      return [];
    }
    let open = -sum.cents;
    const parts: (Given & { day: string })[] = [];
    for (const [day, cents] of [...left].toSorted(([one], [other]) => (one < other ? 1 : -1))) {
      const part = Math.max(0, Math.min(cents, open));
      if (part === 0) continue;
      left.set(day, cents - part);
      open -= part;
      parts.push({ ...sum, day, cents: -part });
    }
    return open === 0 ? parts : [...parts, { ...sum, day: sum.at, cents: -open }];
  });
}

/** Shares follow the nets of the rates. */
export function shareOut(cents: number, bases: readonly TaxBase[]): TaxBase[] {
  const total = bases.reduce((sum, { net }) => sum + net, 0);
  let [seen, given] = [0, 0];
  return bases.map((base) => {
    seen += base.net;
    const net = Math.round(cents * (seen / total)) - given;
    given += net;
    return { ...base, net };
  });
}

/** `VAT 25 %`, `No tax`. */
export const formatRate = ({ name, rate }: Pick<TaxRate, 'name' | 'rate'>): string =>
  name ? `${name} ${rate / 100} %` : 'No tax';
