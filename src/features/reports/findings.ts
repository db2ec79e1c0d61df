/** Each finding is a plot under a title that says it. */
import { formatPrice } from '../../config/currency.ts';
import { shortDayOf } from '../../domain/dates.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { groupRows } from '../../domain/group-rows.ts';
import { fromCents } from '../../domain/money.ts';
import { REASON_LABELS } from '../../domain/reasons.ts';
import {
  BACKLOG_BINS,
  type FigurePoint,
  FORMER_COURIER,
  HOUR_BINS,
  type Measure,
} from '../../domain/reports/figures.ts';
import { hoursAt, medianBin, sayMedian } from '../../domain/reports/hours.ts';
import { stepsOf } from '../../domain/reports/period.ts';
import { formatShare, paceOfStops, shareIn, sum, trendOfShare } from '../../domain/reports/share.ts';
import { dayPoint, type Figure, figure, type Plot, type Point, share } from '../../ui/chart/plot.ts';
import type { Tone } from '../../ui/tone.ts';
import type { Report } from './queries.ts';

export interface Finding {
  id: string;
  title: string;
  caption: string;
  /** There is nothing to draw if it has no points. */
  plot: Plot;
}

const PERCENT = { top: 100, say: (value: number) => `${Math.round(value)} %` };

export const figuresIn = (report: Report, measure: Measure) => report.figures[measure] ?? [];
export const figuresBeside = (report: Report, measure: Measure) => report.beside?.figures[measure];

/** The key is the first day of a step. */
const byStep = (points: readonly FigurePoint[]) => groupRows(points, ({ at }) => at);

/** Returns `16 Nov`, or the week of it, and says what is not over. */
function axisOf({ from, to, step, open }: Report): { days: string[]; points: Point[]; of: string } {
  const days = stepsOf({ from, to }, step);
  const points = days.map((day, at): Point => {
    const point = dayPoint(day);
    const label = step === 'week' ? `Week of ${point.short}` : point.label;
    const isOpen = (days[at + 1] ?? '9') > open;
    return { ...point, label: isOpen ? `${label} (not over)` : label, isOpen };
  });
  return { days, points, of: step === 'week' ? 'Week' : 'Day' };
}

const captionOf = ({ step }: Report, what: string) => `${what}, by ${step}`;

/** Returns `up 12 %`, or nothing if the comparison says nothing. */
function trendOf(value: number, before: number | undefined): string {
  if (!before || before < 20) return '';
  const change = Math.round((value / before - 1) * 100);
  return change === 0 ? ', as before' : `, ${change > 0 ? 'up' : 'down'} ${Math.abs(change)} %`;
}

export function parcelsOf(report: Report, parts: readonly [Measure, string, Tone][]): Finding {
  const { days, ...axis } = axisOf(report);
  const all = parts.map(([measure]) => byStep(figuresIn(report, measure)));
  const series = parts.map(([, name, tone], at) => ({
    name,
    tone,
    figures: days.map((day) => (all.some((steps) => steps.has(day)) ? figure(sum(all[at]?.get(day) ?? [])) : null)),
  }));
  const [measure, name] = parts[0] ?? ['delivered', 'Delivered'];
  const [total, before] = [figuresIn(report, measure), figuresBeside(report, measure)].map(
    (points) => points && sum(points),
  );
  return {
    id: 'parcels',
    title: `${counted(total ?? 0, 'parcel')} ${name.toLowerCase()}${trendOf(total ?? 0, before)}`,
    caption: captionOf(report, parts.length > 1 ? 'What became of parcels' : `${name} parcels`),
    plot: {
      ...axis,
      kind: 'stacked',
      series,
      isSummed: parts.length > 1,
      ...emptyIf(all.every(({ size }) => size === 0)),
    },
  };
}

const emptyIf = (isEmpty: boolean) => (isEmpty ? { points: [] } : {});

interface ShareWords {
  id: string;
  name: string;
  measure: Measure;
  part: string;
  caption: string;
}

export const FIRST_TRY: ShareWords = {
  id: 'first-try',
  name: 'First try',
  measure: 'first-try',
  part: 'yes',
  caption: 'Delivered at the first visit',
};
export const ON_TIME: ShareWords = {
  id: 'on-time',
  name: 'On time',
  measure: 'window',
  part: 'inside',
  caption: 'Visits inside the promised window',
};

export function shareOverTime(report: Report, { id, name, measure, part, caption }: ShareWords): Finding {
  const { days, ...axis } = axisOf(report);
  const points = figuresIn(report, measure);
  const before = figuresBeside(report, measure);
  const figuresOf = (steps: Map<string, FigurePoint[]>, at: readonly string[]) =>
    days.map((_, step): Figure | null => {
      const here = shareIn(steps.get(at[step] ?? '') ?? [], part);
      return share(here.part, here.of);
    });
  const series: Plot['series'] = [
    { name: 'This period', tone: 'move', figures: figuresOf(byStep(points), days) },
    ...(report.beside && before
      ? [
          {
            name: `From ${shortDayOf(report.beside.from)}`,
            tone: 'plain' as const,
            figures: figuresOf(byStep(before), stepsOf(report.beside, report.step)),
          },
        ]
      : []),
  ];
  const all = shareIn(points, part);
  const trend = before ? trendOfShare(all, shareIn(before, part)) : '';
  const said = all.of === 0 ? 'none yet' : `${formatShare(all.part, all.of)}${trend}`;
  return {
    id,
    title: `${name}: ${said}`,
    caption: captionOf(report, caption),
    plot: { ...axis, ...PERCENT, kind: 'line', series, ...emptyIf(points.length === 0) },
  };
}

export function reasonsOf(report: Report): Finding {
  const points = figuresIn(report, 'reason');
  const rows = [...groupRows(points, ({ part }) => part)]
    .map(([part, all]) => ({ label: REASON_LABELS[part as keyof typeof REASON_LABELS] ?? part, count: sum(all) }))
    .toSorted((one, other) => other.count - one.count);
  const total = sum(points);
  const [most] = rows;
  return {
    id: 'reasons',
    title: most ? `${most.label}: ${grouped(most.count)} of ${counted(total, 'failed visit')}` : 'No failed visits',
    caption: 'Why visits failed',
    plot: {
      kind: 'bars',
      of: 'Reason',
      points: rows.map(({ label }) => ({ label })),
      series: [{ name: 'Visits', tone: 'bad', figures: rows.map(({ count }) => figure(count)) }],
    },
  };
}

export function hoursOf(report: Report): Finding {
  const points = figuresIn(report, 'hours');
  const median = medianBin(points);
  const bins = HOUR_BINS.map((bin) => figure(sum(points, String(bin))));
  return {
    id: 'hours',
    title: median < 0 ? 'Nothing delivered yet' : `Half delivered ${sayMedian(median)}`,
    caption: 'Hours from creation to delivery',
    plot: {
      kind: 'histogram',
      of: 'Hours',
      points: median < 0 ? [] : HOUR_BINS.map((_, bin) => hoursAt(bin)),
      series: [{ name: 'Parcels', tone: 'move', figures: bins }],
    },
  };
}

/** An order by pace would be a race, so it sorts by name. */
export function paceOf(report: Report): Finding {
  const points = figuresIn(report, 'stops');
  const pace = (some: readonly FigurePoint[]) =>
    paceOfStops(
      sum(some),
      some.reduce((total, point) => total + point.sum, 0),
    ) ?? 0;
  const rows = [...groupRows(points, ({ id = FORMER_COURIER }) => id)]
    .map(([id, all]) => ({ label: report.names[id] ?? 'Former couriers', pace: pace(all) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return {
    id: 'pace',
    title: points.length === 0 ? 'No stops yet' : `${pace(points).toFixed(1)} stops an hour`,
    caption: 'Stops an hour, by courier',
    plot: {
      kind: 'dots',
      of: 'Courier',
      points: rows.map(({ label }) => ({ label })),
      series: [
        { name: 'Stops an hour', tone: 'move', figures: rows.map((row) => figure(row.pace, row.pace.toFixed(1))) },
      ],
    },
  };
}

const ageOf = (from: number, to: number | undefined) =>
  from === 0
    ? 'Today'
    : to === undefined
      ? `Over ${from - 1} days`
      : to - from > 1
        ? `${from} to ${to - 1} days`
        : counted(from, 'day');

export function backlogOf(report: Report): Finding {
  const counts = BACKLOG_BINS.map((bin) => sum(figuresIn(report, 'backlog'), String(bin)));
  const [total, old] = [0, 8].map((days) =>
    counts.reduce((all, count, bin) => ((BACKLOG_BINS[bin] ?? 0) < days ? all : all + count), 0),
  ) as [number, number];
  const bins = counts.map((count, bin) => ({ label: ageOf(BACKLOG_BINS[bin] ?? 0, BACKLOG_BINS[bin + 1]), count }));
  // A row of nothing says nothing.
  const rows = bins.filter(({ count }) => count > 0);
  return {
    id: 'backlog',
    title:
      total === 0
        ? 'Nothing is on the way'
        : `${counted(total, 'parcel')} on the way, ${old === 0 ? 'none' : grouped(old)} for over a week`,
    caption: 'On the way now, by days since they were created',
    plot: {
      kind: 'bars',
      of: 'Age',
      points: rows,
      series: [{ name: 'Parcels', tone: 'warn', figures: rows.map(({ count }) => figure(count)) }],
    },
  };
}

export function moneyOf(report: Report): Finding {
  const labels = {
    bills: 'Bills made',
    fees: 'Fees, net of tax and credits',
    tax: 'Tax',
    'cod-credited': 'COD credited to senders',
    withdrawals: 'Paid out',
  };
  const rows = (['bills', 'fees', 'tax', 'cod-credited', 'withdrawals'] as const).map((measure) => ({
    label: labels[measure],
    amount: fromCents(BigInt(figuresIn(report, measure).reduce((total, point) => total + point.sum, 0))),
  }));
  const [bills, fees] = rows;
  const shown = rows.filter(({ amount }) => amount !== 0);
  return {
    id: 'money',
    title: `${formatPrice(bills?.amount ?? 0)} billed, ${formatPrice(fees?.amount ?? 0)} of fees`,
    caption: 'As the journal has them',
    plot: {
      kind: 'bars',
      of: 'Money',
      points: shown,
      series: [
        { name: 'Amount', tone: 'good', figures: shown.map(({ amount }) => figure(amount, formatPrice(amount))) },
      ],
    },
  };
}
