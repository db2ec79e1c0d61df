import { PlotView } from '../../ui/chart/plot-view.tsx';
import type { Finding } from './findings.ts';

/** A point is no line, and its title says it. */
const isDrawn = ({ plot: { kind, points, series } }: Finding) =>
  points.length > 0 && (kind !== 'line' || (series[0]?.figures ?? []).filter(Boolean).length > 1);

/** Two in a row where there is room. */
export function ReportPlots({ findings }: { findings: readonly Finding[] }) {
  const others = findings.filter((finding) => !isDrawn(finding));
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 items-start grid-cols-[minmax(0,1fr)] lg:grid-cols-2 print:grid-cols-2 empty:hidden">
        {findings.filter(isDrawn).map((finding) => (
          <PlotView key={finding.id} {...finding} />
        ))}
      </div>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4 empty:hidden">
        {others.map(({ id, title, caption, plot }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="text-h3">
              {title}
            </h2>
            <p className="second-line">{plot.points.length === 0 ? `${caption}: nothing in this period.` : caption}</p>
          </section>
        ))}
      </div>
    </>
  );
}
