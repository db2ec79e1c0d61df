import { shiftDay } from '../../src/domain/day.ts';
import type { FigurePoint } from '../../src/domain/reports/figures.ts';
import { type FigureSources, getOwnFigures } from './figures.ts';

const MEASURES = ['created', 'delivered', 'first-try', 'hours', 'reason'] as const;

export type Week = Record<(typeof MEASURES)[number], FigurePoint[]>;

/** A shop’s last week before this Monday, and the one before; null if nothing happened. */
export async function getWeeks(
  sources: FigureSources,
  { userId, day }: { userId: string; day: string },
): Promise<{ week: Week; before: Week } | null> {
  const period = { from: shiftDay(day, -14), to: shiftDay(day, -1), step: 'week' } as const;
  const [week, before] = [{}, {}] as [Week, Week];
  // One after the other, because a transaction has one connection.
  for (const measure of MEASURES) {
    const { points } = await getOwnFigures(sources, userId, { measure, ...period });
    week[measure] = points.filter(({ at }) => at !== period.from);
    before[measure] = points.filter(({ at }) => at === period.from);
  }
  return MEASURES.some((measure) => week[measure].length + before[measure].length > 0) ? { week, before } : null;
}
