/** Days are of the brand’s zone. */
import { shiftDay } from '../day.ts';

export const STATEMENT_PERIODS = ['none', 'weekly', 'half-monthly', 'monthly'] as const;
/** `usual`: what shops have for which nobody chose. */
export const SHOP_PERIODS = ['usual', ...STATEMENT_PERIODS] as const;
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number];

/** The first also has everything before the first period that ends after `since`. */
export interface StatementRule {
  period: StatementPeriod;
  since: string;
}

const BEGINS: Record<Exclude<StatementPeriod, 'none'>, (day: string) => boolean> = {
  weekly: (day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1,
  'half-monthly': (day) => day.endsWith('-01') || day.endsWith('-16'),
  monthly: (day) => day.endsWith('-01'),
};

function nextBegin(period: Exclude<StatementPeriod, 'none'>, day: string): string {
  let next = shiftDay(day, 1);
  while (!BEGINS[period](next)) next = shiftDay(next, 1);
  return next;
}

/** The first statement is of the last period that has ended, and what came before. */
export function defaultSince(period: StatementPeriod, today: string): string {
  let day = today;
  while (period !== 'none' && !BEGINS[period](day)) day = shiftDay(day, -1);
  return shiftDay(day, -1);
}

/**
 * They are the days after the last of each period that has ended by `today`, since the last
 * statement.
 */
export function listEnds({ period, since }: StatementRule, covered: string | null, today: string): string[] {
  if (period === 'none') return [];
  const ends: string[] = [];
  let end = nextBegin(period, covered !== null && covered > since ? covered : since);
  while (end <= today) {
    ends.push(end);
    end = nextBegin(period, end);
  }
  return ends;
}
