import { parseDay, shiftDay } from '../day.ts';
import type { FigureStep } from './figures.ts';

export const PERIODS = { 7: '7 days', 28: '4 weeks', 91: '13 weeks', 364: '52 weeks' } as const;
export type PeriodDays = keyof typeof PERIODS;

export const COMPARISONS = { before: 'Period before', year: 'A year ago', none: 'None' } as const;
export type Comparison = keyof typeof COMPARISONS;

/** A period without a last day ends today. */
export interface Period {
  days: PeriodDays;
  to?: string | undefined;
  with: Comparison;
}

export interface Range {
  from: string;
  to: string;
}

export function parsePeriod(search: { get(name: string): string | null }): Period {
  const days = Number(search.get('days')) as PeriodDays;
  const comparison = search.get('with') ?? '';
  return {
    days: Object.hasOwn(PERIODS, days) ? days : 28,
    to: parseDay(search.get('to')),
    with: Object.hasOwn(COMPARISONS, comparison) ? (comparison as Comparison) : 'before',
  };
}

/** Weeks are kept whole, but for the one of the last day. */
export function rangeOf({ days, to }: Pick<Period, 'days'> & { to: string }): Range & { step: FigureStep } {
  const from = shiftDay(to, 1 - days);
  return days > 28 ? { from: mondayOf(from), to, step: 'week' } : { from, to, step: 'day' };
}

/** Weekdays meet, so it is whole weeks earlier, and never over it. */
export function rangeBeside({ from, to }: Range, { with: comparison }: Pick<Period, 'with'>): Range | null {
  if (comparison === 'none') return null;
  const before = stepsOf({ from, to }, 'week').length * 7;
  const back = comparison === 'year' ? Math.max(before, 364) : before;
  return { from: shiftDay(from, -back), to: shiftDay(to, -back) };
}

/** The first days of its steps. */
export function stepsOf({ from, to }: Range, step: FigureStep): string[] {
  const steps: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, step === 'week' ? 7 : 1)) steps.push(day);
  return steps;
}

export const mondayOf = (day: string): string => shiftDay(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
