import { Link } from 'react-router-dom';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { RunList } from '../../domain/runs/views.ts';
import { figure } from '../../ui/chart/plot.ts';
import { PlotView } from '../../ui/chart/plot-view.tsx';
import { Empty } from '../../ui/list/empty.tsx';

const MAX_RUNS = 8;

export function RunsPicture({ runs }: Pick<RunList, 'runs'>) {
  const shown = runs.slice(0, MAX_RUNS);
  const sum = (of: 'delivered' | 'tasks') => runs.reduce((total, { progress }) => total + progress[of], 0);
  return (
    <div className="grid gap-3 content-start">
      {runs.length === 0 ? (
        <section aria-labelledby="todays-runs" className="grid gap-3">
          <h2 id="todays-runs" className="text-h3">
            Today’s runs
          </h2>
          <Empty icon="truck">No runs today.</Empty>
        </section>
      ) : (
        <PlotView
          id="todays-runs"
          title={`Today’s runs: ${grouped(sum('delivered'))} of ${counted(sum('tasks'), 'parcel')} delivered`}
          caption={
            runs.length > MAX_RUNS ? `Parcels of the first ${MAX_RUNS} of ${runs.length} runs` : 'Parcels of each run'
          }
          plot={{
            kind: 'bars',
            of: 'Run',
            points: shown.map(({ id, name, courier, progress: { tasks, delivered, returned, left } }) => ({
              label: name,
              note: courier.name,
              to: paths.manageRun(id),
              end: [
                `${grouped(delivered)} of ${grouped(tasks)}`,
                ...(returned > 0 ? [`${grouped(returned)} returned`] : []),
                ...(left > 0 ? [`${grouped(left)} left behind`] : []),
              ].join(', '),
            })),
            series: [
              { name: 'Delivered', tone: 'good', figures: shown.map(({ progress }) => figure(progress.delivered)) },
              { name: 'Returned', tone: 'warn', figures: shown.map(({ progress }) => figure(progress.returned)) },
              {
                name: 'Open',
                tone: null,
                figures: shown.map(({ progress: { tasks, delivered, returned } }) =>
                  figure(tasks - delivered - returned),
                ),
              },
            ],
          }}
        />
      )}
      <Link to={paths.manageRuns()} className="go-touch w-fit">
        All runs
      </Link>
    </div>
  );
}
