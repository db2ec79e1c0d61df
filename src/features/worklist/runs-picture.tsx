// biome-ignore-all lint/a11y/noRedundantRoles: display: block and flex take the meaning of a table away in some browsers
import { Link } from 'react-router-dom';
import { grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { RunList } from '../../domain/runs/views.ts';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

const MAX_RUNS = 8;

export function RunsPicture({ runs }: Pick<RunList, 'runs'>) {
  return (
    <section aria-labelledby="todays-runs" className="grid gap-3 content-start">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="todays-runs" className="text-h3">
          Today’s runs
        </h2>
        <Link to={paths.manageRuns()} className="go-touch -my-3">
          All runs
        </Link>
      </div>
      {runs.length === 0 ? (
        <Empty icon="truck">No runs today.</Empty>
      ) : (
        <div className="bg-sheet border-1.5 border-rule-strong rounded-ctl px-4 py-2">
          <table role="table" className="block">
            <caption className="sr-only">Today’s runs</caption>
            <thead role="rowgroup" className="sr-only">
              <tr role="row">
                <th role="columnheader" scope="col">
                  Run
                </th>
                <th role="columnheader" scope="col">
                  Delivered
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup" className="block">
              {runs.slice(0, MAX_RUNS).map(({ id, name, courier, progress }) => (
                <tr
                  key={id}
                  role="row"
                  className="relative flex flex-wrap gap-x-4 py-2 border-b border-rule last:border-0 hover:bg-well"
                >
                  <th role="rowheader" scope="row" className="flex-[2_1_8rem] min-w-0 break-anywhere">
                    <Link to={paths.manageRun(id)} className="cover no-underline font-650">
                      {name}
                    </Link>
                    <span className="soft text-small font-400 block">
                      <Verbatim>{courier.name}</Verbatim>
                    </span>
                  </th>
                  <td role="cell" className="flex-[3_1_8.5rem] text-small tabular-nums">
                    <Bar {...progress} />
                    {grouped(progress.delivered)} of {grouped(progress.tasks)}
                    {progress.returned > 0 && `, ${grouped(progress.returned)} returned`}
                    {progress.left > 0 && `, ${grouped(progress.left)} left behind`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {runs.length > MAX_RUNS && <p className="soft text-small py-2">And {runs.length - MAX_RUNS} more.</p>}
        </div>
      )}
    </section>
  );
}

function Bar({ tasks, delivered, returned }: RunList['runs'][number]['progress']) {
  const of = (count: number) => (tasks === 0 ? 0 : (count / tasks) * 100);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="block w-full h-3 my-1.5 border border-field-rule bg-sheet"
    >
      <rect width={of(delivered)} height={1} className="tone-good fill-[var(--tone)]" />
      <rect x={of(delivered)} width={of(returned)} height={1} className="tone-warn fill-[var(--tone)]" />
    </svg>
  );
}
