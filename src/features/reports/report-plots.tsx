import { PlotView } from '../../ui/chart/plot-view.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import type { Finding } from './findings.ts';

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
