import { formatDay } from '../../domain/day.ts';
import { grouped } from '../../domain/figures.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { PICTURED_DAYS, type Worklist } from '../../domain/work.ts';
import { Section } from '../../ui/layout/section.tsx';
import { TONE_CLASS } from '../../ui/tone.ts';
import { STATUS_STYLE } from '../shipments/status-style.ts';

const FIGURES =
  'w-full text-small tabular-nums [&_th]:text-left [&_th]:font-600 [&_:is(th,td)]:pr-4 [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:whitespace-nowrap [&_tr]:border-b [&_tr]:border-rule';
const COLUMN = 20;
const BAR = 14;
const HEIGHT = 100;

/** The shipments of the last days by their status, as columns and as a table. */
export function StatusPicture({ days }: Pick<Worklist, 'days'>) {
  const countOf = (counts: Worklist['days'][number]['counts'], status: ShipmentStatus) =>
    counts.find((one) => one.status === status)?.count ?? 0;
  const totals = days.map(({ counts }) => counts.reduce((sum, { count }) => sum + count, 0));
  const last = days.at(-1);
  const highest = Math.max(1, ...totals);
  const shown = SHIPMENT_STATUSES.filter((status) => days.some(({ counts }) => countOf(counts, status) > 0));
  return (
    <Section
      id="last-days"
      title={`Created in the last ${PICTURED_DAYS} days`}
      head="text-h3"
      className="grid gap-3 content-start"
    >
      <div aria-hidden="true" className="bg-sheet border-1.5 border-rule-strong rounded-ctl p-4 grid gap-2">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${PICTURED_DAYS * COLUMN} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block w-full h-32 lg:[[data-desk]_&]:h-16 border-b-2 border-rule-strong"
        >
          {days.map(({ day, counts }, column) => {
            let y = HEIGHT;
            return shown.map((status) => {
              const height = (countOf(counts, status) / highest) * HEIGHT;
              y -= height;
              return (
                <rect
                  key={day + status}
                  x={column * COLUMN + (COLUMN - BAR) / 2}
                  y={y}
                  width={BAR}
                  height={height}
                  className={`${TONE_CLASS[STATUS_STYLE[status].tone]} fill-[var(--tone)]`}
                  opacity={status === 'cancelled' ? 0.5 : undefined}
                />
              );
            });
          })}
        </svg>
        <div className="flex flex-wrap justify-between gap-x-4 soft text-small tabular-nums">
          <span>{days[0] && shortDay(days[0].day)}</span>
          <span>{last && shortDay(last.day)}</span>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          {shown.map((status) => (
            <li key={status} className="flex items-center gap-1.5">
              <span
                className={`${TONE_CLASS[STATUS_STYLE[status].tone]} w-3 h-3 bg-tone ${status === 'cancelled' ? 'opacity-50' : ''}`}
              />
              {statusLabel(status)}
            </li>
          ))}
        </ul>
      </div>
      <details>
        <summary className="go-touch w-fit cursor-pointer">Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
        <section className="overflow-x-auto" tabIndex={0} aria-label="Table">
          <table className={FIGURES}>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                {shown.map((status) => (
                  <th key={status} scope="col">
                    {statusLabel(status)}
                  </th>
                ))}
                <th scope="col">All</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, counts }, row) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  {shown.map((status) => (
                    <td key={status}>{grouped(countOf(counts, status))}</td>
                  ))}
                  <td>{grouped(totals[row] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Section>
  );
}

/** `3 November`. */
const shortDay = (day: string) => formatDay(day).replace(/^\S+ /, '').replace(/ \d+$/, '');
