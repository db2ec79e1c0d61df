import { Link } from 'react-router-dom';
import { formatDay } from '../../../domain/day.ts';
import { counted, grouped, MISSING } from '../../../domain/figures.ts';
import { paths } from '../../../domain/paths.ts';
import { sharedStart } from '../../../domain/runs/run-names.ts';
import type { RunList, RunSummary } from '../../../domain/runs/views.ts';
import { formatMoment } from '../../../offline/confirmed-at.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { type DeskColumn, DeskTable } from '../../../ui/list/desk-table.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { RowLink } from '../../../ui/list/row-link.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { formatCollected } from '../cash/format-collected.ts';
import { formatProgress } from '../run-progress.tsx';
import { RUN_STYLE } from '../run-style.ts';

type Progress = RunSummary['progress'];

/** What all names begin with can be said once, in the head. */
const columnsOf = (day: string, shared = ''): DeskColumn<RunSummary>[] => [
  {
    head: shared ? `Run: ${shared.trimEnd()}` : 'Run',
    cell: (run) => (
      <>
        <RowLink to={paths.manageRun(run.id)} aria-label={run.name}>
          {run.name.slice(shared.length)}
        </RowLink>
        {run.day !== day && <span className="soft"> {formatDay(run.day)}</span>}
      </>
    ),
  },
  { head: 'Courier', cell: ({ courier }) => <Verbatim>{courier.name}</Verbatim> },
  {
    head: 'Delivered',
    width: '17rem',
    cell: (run) => (
      <span className="tabular-nums">
        <Bar {...run.progress} />
        {formatProgress(run)}
      </span>
    ),
  },
  {
    head: 'Exceptions',
    width: '7rem',
    cell: ({ progress: { exceptions } }) =>
      exceptions > 0 && <Badge tone="warn" icon="triangle-alert" label={grouped(exceptions)} />,
  },
];

const MORE: DeskColumn<RunSummary>[] = [
  { head: 'Status', width: '9rem', cell: ({ status }) => <Badge {...RUN_STYLE[status]} /> },
  { head: 'Done at this pace', width: '10rem', cell: ({ endsAt }) => endsAt && formatMoment(endsAt) },
  {
    head: 'Last heard',
    width: '10rem',
    cell: ({ lastHeardAt }) => (lastHeardAt ? formatMoment(lastHeardAt) : MISSING),
  },
];

const CASH: DeskColumn<RunSummary> = {
  head: 'To count',
  width: '9rem',
  cell: ({ openCash }) => openCash && formatCollected(openCash),
};

function Bar({ tasks, delivered }: Progress) {
  return (
    <span aria-hidden="true" className="inline-block align-middle w-16 h-2 mr-2 border border-field-rule bg-sheet">
      <span className="block h-full bg-ink" style={{ width: `${tasks === 0 ? 0 : (delivered / tasks) * 100}%` }} />
    </span>
  );
}

export function RunTable({ list: { day, runs } }: { list: RunList }) {
  if (runs.length === 0) return <Empty icon="truck">No runs on this day.</Empty>;
  const sum = (key: keyof Progress) => runs.reduce((total, { progress }) => total + progress[key], 0);
  const [run, courier, progress, exceptions] = columnsOf(day);
  const [status, ...times] = MORE;
  const columns = [
    run,
    courier,
    status,
    progress,
    ...times,
    runs.some(({ openCash }) => openCash) ? CASH : undefined,
    exceptions,
  ].filter((column) => column !== undefined);
  return (
    <>
      <DeskTable caption="Runs" columns={columns} rows={runs} />
      <p className="tabular-nums font-650">
        {counted(runs.length, 'run')}, {counted(sum('stops'), 'stop')}: {grouped(sum('delivered'))} of{' '}
        {grouped(sum('tasks'))} delivered, {grouped(sum('returned'))} returned,{' '}
        {counted(sum('exceptions'), 'exception')}
      </p>
    </>
  );
}

const MAX_RUNS = 8;

/** Beside the worklist. */
export function TodaysRuns({ day, runs }: RunList) {
  const shown = runs.slice(0, MAX_RUNS);
  const hasExceptions = shown.some(({ progress }) => progress.exceptions > 0);
  const columns = columnsOf(day, sharedStart(shown.map(({ name }) => name)));
  return (
    <section aria-labelledby="todays-runs">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 mb-3">
        <h2 id="todays-runs">Today’s runs</h2>
        <Link to={paths.manageRuns()} className="go-touch -my-3">
          {runs.length > MAX_RUNS ? `All ${runs.length} runs` : 'All runs'}
        </Link>
      </div>
      {runs.length === 0 ? (
        <Empty icon="truck">No runs today.</Empty>
      ) : (
        <DeskTable caption="Today’s runs" columns={hasExceptions ? columns : columns.slice(0, -1)} rows={shown} />
      )}
    </section>
  );
}
