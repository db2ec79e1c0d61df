import { formatClock, shortDayOf } from '../../domain/dates.ts';
import { PlotView } from '../../ui/chart/plot-view.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import type { Finding } from './findings.ts';
import type { Report } from './queries.ts';

/** Two in a row where there is room. */
export const ReportPlots = ({ findings }: { findings: readonly Finding[] }) => (
  <div className="grid gap-x-8 gap-y-6 items-start grid-cols-[minmax(0,1fr)] lg:grid-cols-2 print:grid-cols-2">
    {findings.map((finding) =>
      finding.plot.points.length === 0 ? (
        <Section key={finding.id} id={finding.id} title={finding.title} head="text-h3" className="grid gap-3">
          <Empty icon="chart-column">{finding.caption}: nothing in this period.</Empty>
        </Section>
      ) : (
        <PlotView key={finding.id} {...finding} />
      ),
    )}
  </div>
);

const sayRange = ({ from, to }: { from: string; to: string }) =>
  `${shortDayOf(from)} to ${shortDayOf(to)} ${to.slice(0, 4)}`;

/** Which days these are, beside which, and from when on they still change. */
export const ReportDays = ({ report: { asOf, open, beside, ...range } }: { report: Report }) => (
  <p className="soft text-pretty">
    <b className="text-ink">{sayRange(range)}</b>
    {beside && `, beside ${sayRange(beside)}`}. As of {formatClock(asOf)}.
    {open <= range.to && ` Days from ${shortDayOf(open)} on aren’t over: later reports still change them.`}
  </p>
);
