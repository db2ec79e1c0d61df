import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import type { FigureStep, FiguresAnswer, Measure } from '../../domain/reports/figures.ts';
import { type Period, type Range, rangeBeside, rangeOf } from '../../domain/reports/period.ts';
import type { MoneyLine } from '../../domain/statements/money-lines.ts';

type Points = Partial<Record<Measure, FiguresAnswer['points']>>;

export interface Report extends Range, Pick<FiguresAnswer, 'asOf' | 'open' | 'isRecounted'> {
  step: FigureStep;
  figures: Points;
  beside: (Range & { figures: Points }) | null;
  names: Record<string, string>;
  /** People who see money get the journal’s. Stored reports may have none. */
  lines?: MoneyLine[];
  /** A shop’s own, every Monday. */
  isEmailed?: boolean;
}

const PARCELS = [
  'delivered',
  'brought-back',
  'cancelled',
  'first-try',
  'reason',
  'window',
  'stops',
  'hours',
  'backlog',
] as const;
const MONEY = ['bills', 'fees', 'tax', 'cod-credited', 'withdrawals'] as const;
const OWN = ['created', 'delivered', 'first-try', 'hours', 'reason'] as const;

/** Others have a sum only. */
const OVER_TIME: readonly Measure[] = ['created', 'delivered', 'brought-back', 'cancelled', 'first-try', 'window'];
const COMPARED: readonly Measure[] = ['created', 'delivered', 'first-try', 'window'];

type Ask = (measure: Measure, range: Range & { step: FigureStep }) => Promise<FiguresAnswer>;

/** A page is as of one moment, and stored whole. */
async function askReport(measures: readonly Measure[], period: Period, ask: Ask): Promise<Report> {
  const range = rangeOf({ ...period, to: period.to ?? dayIn(site.timeZone, new Date()) });
  const other = rangeBeside(range, period);
  const askAll = async (some: readonly Measure[], { from, to }: Range) => {
    const stepOf = (measure: Measure) => (OVER_TIME.includes(measure) ? range.step : 'month');
    const results = await Promise.all(some.map((measure) => ask(measure, { from, to, step: stepOf(measure) })));
    const figures = Object.fromEntries(results.map(({ points }, at) => [some[at], points])) as Points;
    return { results, figures };
  };
  const [{ results, figures }, others] = await Promise.all([
    askAll(measures, range),
    other &&
      askAll(
        measures.filter((measure) => COMPARED.includes(measure)),
        other,
      ),
  ]);
  const [{ asOf = '', open = '', isRecounted } = {}] = results;
  return {
    ...range,
    asOf,
    open,
    isRecounted,
    figures,
    beside: other && others && { ...other, figures: others.figures },
    names: Object.fromEntries(results.flatMap(({ names = [] }) => names.map(({ id, name }) => [id, name]))),
  };
}

const paramsOf = ({ days, to = 'today', with: comparison }: Period) => [days, to, comparison];

export const reportQuery = (period: Period, sees: { parcels: boolean; money: boolean }) =>
  defineQuery({
    name: 'report',
    params: [...paramsOf(period), sees],
    title: 'Reports',
    async ask() {
      const measures = [...(sees.parcels ? PARCELS : []), ...(sees.money ? MONEY : [])];
      const report = await askReport(measures, period, (measure, range) =>
        MONEY.some((one) => one === measure)
          ? trpc.reports.getMoney.query({ measure, ...range })
          : trpc.reports.get.query({ measure, ...range, ...(measure === 'stops' && { by: 'courier' as const }) }),
      );
      if (!sees.money) return report;
      return { ...report, lines: await trpc.reports.getMoneyLines.query({ from: report.from, to: report.to }) };
    },
  });

export const ownReportQuery = (period: Period) =>
  defineQuery({
    name: 'own-report',
    params: paramsOf(period),
    title: 'Reports',
    ask: async (): Promise<Report> => {
      const ask: Ask = (measure, range) => trpc.reports.own.query({ measure, ...range });
      const [report, isEmailed] = await Promise.all([askReport(OWN, period, ask), trpc.reports.isOwnEmailed.query()]);
      return { ...report, isEmailed };
    },
  });
