/** Figures of reports: the same of every call, as they would be of such days. */

import { shiftDay } from '../../src/domain/day.ts';
import type { FigurePoint, FiguresAnswer } from '../../src/domain/reports/figures.ts';
import { BACKLOG_BINS, HOUR_BINS, type Measure } from '../../src/domain/reports/figures.ts';

interface Asked {
  measure: Measure;
  from: string;
  to: string;
  step: string;
  by?: string | undefined;
}

/** Nothing on the third day, which so is a gap. */
function pointsOf({ measure, from, to, step, by }: Asked): FigurePoint[] {
  const points: FigurePoint[] = [];
  let at = 0;
  for (let day = from; day <= to; day = shiftDay(day, step === 'week' ? 7 : 1), at += 1) {
    const add = (part: string, count: number, sum = 0, id?: string) =>
      points.push({ at: day, part, count, sum, ...(id && { id }) });
    if (at === 2) continue;
    const wave = ((at + from.length + Number(from.slice(6, 7))) * 7) % 11;
    if (measure === 'created') add('', 44 + wave);
    if (measure === 'delivered') add('', 40 + wave);
    if (measure === 'brought-back') add('', wave % 5);
    if (measure === 'cancelled') add('', wave % 3);
    if (measure === 'first-try') {
      add('yes', 36 + wave);
      add('no', 4);
    }
    if (measure === 'reason') {
      add('consignee_not_home', 3);
      add('consignee_incorrect_address', 1);
    }
    if (measure === 'window') {
      add('inside', at === 5 ? 7 : 35);
      add('late', at === 5 ? 2 : 3);
    }
    if (measure === 'hours')
      for (const [bin, hours] of HOUR_BINS.entries()) add(String(hours), Math.max(0, 9 - Math.abs(bin - 9)));
    if (measure === 'backlog' && at === 0)
      for (const [bin, days] of BACKLOG_BINS.entries()) add(String(days), [14, 9, 6, 1_200, 4, 2, 1][bin] ?? 0);
    if (measure === 'stops') for (const id of ['kaj', 'bo', 'former']) add('', 60, id === 'kaj' ? 240 : 300, by && id);
    const money: Partial<Record<Measure, number>> = { bills: 120_50, fees: 30_00, tax: 7_50, withdrawals: 80_00 };
    if (money[measure]) add('', 2, money[measure]);
  }
  return points;
}

export const figuresOf = (asked: Asked): FiguresAnswer => ({
  asOf: '2026-11-28T17:40:00.000Z',
  open: '2026-11-28',
  points: pointsOf(asked),
  ...(asked.by && {
    names: [
      { id: 'kaj', name: 'Kaj Lovelace' },
      { id: 'bo', name: 'Bo Ek' },
    ],
  }),
});
export const noFigures = (): FiguresAnswer => ({ asOf: '2026-11-28T17:40:00.000Z', open: '2026-11-28', points: [] });
