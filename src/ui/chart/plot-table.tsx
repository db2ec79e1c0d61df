import { grouped } from '../../domain/figures.ts';
import { type Figure, NOTHING, type Plot } from './plot.ts';

const CELLS =
  'w-full text-small tabular-nums [&_th]:text-left [&_th]:font-600 [&_:is(th,td)]:pr-4 [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:whitespace-nowrap [&_tr]:border-b [&_tr]:border-rule';

/** The same figures as in the plot. */
export const PlotTable = ({ plot: { of, points, series, isSummed } }: { plot: Plot }) => (
  <details className="print:hidden">
    <summary className="go-touch w-fit cursor-pointer">Show as table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
    <section className="overflow-x-auto" tabIndex={0} aria-label="Table">
      <table className={CELLS}>
        <thead>
          <tr>
            {[of, ...series.map(({ name }) => name), ...(isSummed ? ['All'] : [])].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, to }, at) => (
            <tr key={to ?? label}>
              <th scope="row">{label}</th>
              {series.map(({ name, figures }) => (
                <td key={name}>{figures[at]?.text ?? NOTHING}</td>
              ))}
              {isSummed && <td>{sumOf(series.flatMap(({ figures }) => figures[at] ?? []))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

const sumOf = (figures: readonly Figure[]) =>
  figures.length === 0 ? NOTHING : grouped(figures.reduce((sum, { value }) => sum + value, 0));
