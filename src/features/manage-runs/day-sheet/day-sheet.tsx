import { Link } from 'react-router-dom';
import { formatClock } from '../../../domain/dates.ts';
import { grouped, MISSING } from '../../../domain/figures.ts';
import { paths } from '../../../domain/paths.ts';
import {
  DAY_FIGURES,
  type DayFigure,
  type DayRun,
  FIGURE_LABELS,
  findingOf,
  formatReasons,
  MAX_UNDECIDED,
  type DaySheet as Sheet,
  sumOfRuns,
} from '../../../domain/reports/day-sheet.ts';
import { stopsAnHour } from '../../../domain/reports/share.ts';
import { exceptionText } from '../../../domain/runs/exceptions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import type { DeskColumn } from '../../../ui/list/desk-table.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { RowLink } from '../../../ui/list/row-link.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { RUN_STYLE } from '../run-style.ts';

/** A sum of all has no link. */
type Row = DayRun & { isSum?: boolean };

/** Nothing is more to look at than a figure of nothing. */
const quiet = (figure: number) => (figure === 0 ? <span className="soft">0</span> : grouped(figure));

const nameOf = ({ id, name, isSum }: Row) =>
  isSum ? <b>{name}</b> : <RowLink to={paths.manageRun(id)}>{name}</RowLink>;
const times = ({ firstVisit, lastVisit }: Row) =>
  firstVisit && lastVisit ? `${formatClock(firstVisit)} – ${formatClock(lastVisit)}` : MISSING;
const pace = (run: Row) => stopsAnHour(run)?.toFixed(1) ?? MISSING;

const DESK: DeskColumn<Row>[] = [
  { head: 'Run', width: 'clamp(9rem, 15cqi, 16rem)', cell: nameOf },
  { head: 'Courier', cell: ({ courier }) => <Verbatim>{courier}</Verbatim> },
  ...DAY_FIGURES.map(
    (figure): DeskColumn<Row> => ({
      key: figure,
      head: FIGURE_LABELS[figure],
      width: figure === 'returned' ? '6.75rem' : '4.75rem',
      align: 'end',
      cell: (run) => quiet(run[figure]),
    }),
  ),
  { head: 'Visits', width: '10.5rem', cell: times },
  { head: 'Stops an hour', width: '7rem', align: 'end', cell: (run) => (run.isSum ? '' : pace(run)) },
];

const CARDS: Column<Row>[] = [
  {
    head: 'Run',
    place: 'main',
    cell: (run) => (
      <>
        {nameOf(run)}
        {run.courier && (
          <span className="second-line">
            <Verbatim>{run.courier}</Verbatim>
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Status',
    place: 'foot',
    cell: ({ status, isSum }) => !isSum && <Badge {...RUN_STYLE[status]} />,
  },
  ...[DAY_FIGURES.slice(0, 5), DAY_FIGURES.slice(5)].map(
    (figures, at): Column<Row> => ({
      head: at === 0 ? 'Deliveries' : 'Besides',
      place: 'body',
      cell: (run) => (
        // It may take as many lines as there are figures: none may be cut off.
        <span className="inline-grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-6 tabular-nums">
          {figures.map((figure) => (
            <span key={figure} className="flex justify-between gap-3">
              {FIGURE_LABELS[figure]} <span>{quiet(run[figure])}</span>
            </span>
          ))}
        </span>
      ),
    }),
  ),
  {
    head: 'Visits',
    place: 'body',
    cell: (run) => (
      <>
        <span className="card-caption">Visits </span>
        {times(run)}
      </>
    ),
  },
];

/** It is one page of paper. */
export function DaySheet({ sheet: { runs, undecided } }: { sheet: Sheet }) {
  if (runs.length === 0) return <Empty icon="truck">No runs on this day.</Empty>;
  const rows = runs.length > 1 ? [...runs, allOf(runs)] : runs;
  const failed = runs.filter(({ reasons }) => reasons.length > 0);
  return (
    <>
      <p className="text-lead">{findingOf(runs)}</p>
      <div className="print:hidden">
        <DataTable caption="Runs" columns={CARDS} rows={rows} desk={{ columns: DESK }} empty={null} />
      </div>
      <PaperTable rows={rows} />
      {failed.length > 0 && (
        <Section id="failed" title="Why parcels failed" className="stack gap-2">
          <ul className="columns-sm gap-8 print:text-small">
            {failed.map(({ id, name, reasons }) => (
              <li key={id} className="py-1 print:py-0 break-inside-avoid">
                <b className="font-650">
                  <Verbatim>{name}</Verbatim>
                </b>
                : {formatReasons(reasons)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="undecided" title="Still to decide" className="stack gap-2">
        {undecided.length === 0 && <p>Nothing. Everything of this day is decided.</p>}
        <ul className="columns-xs gap-8 print:text-small empty:hidden">
          {undecided.map(({ id, kind, trackingId, stop, run }) => (
            <li key={id} className="py-1 print:py-0.5 break-inside-avoid">
              {exceptionText(kind).title}
              <span className="second-line">
                <Link to={paths.manageRun(run.id)}>
                  <Verbatim>{run.name}</Verbatim>
                </Link>
                {[trackingId, stop].filter(Boolean).map((part) => (
                  <Verbatim key={part}>{`, ${part}`}</Verbatim>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {undecided.length === MAX_UNDECIDED && <p>These are the newest {MAX_UNDECIDED}.</p>}
      </Section>
    </>
  );
}

const alignedBy = (align: 'end' | undefined) => (align ? 'text-end' : 'text-start');
const isName = (head: string) => head === 'Run' || head === 'Courier';

/** It has a line a run, whatever the screen that prints it. */
const PaperTable = ({ rows }: { rows: readonly Row[] }) => (
  <table className="hidden print:table w-full border-collapse text-small tabular-nums">
    <thead>
      <tr>
        {DESK.map(({ head, align }) => (
          <th key={head} scope="col" className={`${alignedBy(align)} py-1 pr-3 align-bottom border-b-2`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          {DESK.map(({ head, cell, align }) => (
            <td
              key={head}
              className={`${alignedBy(align)} ${isName(head) ? 'break-anywhere' : 'whitespace-nowrap'} py-0.5 pr-3 border-b border-rule`}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const sums = (runs: readonly DayRun[]) =>
  Object.fromEntries(DAY_FIGURES.map((figure) => [figure, sumOfRuns(runs, figure)])) as Record<DayFigure, number>;

function allOf(runs: readonly DayRun[]): Row {
  const visits = runs.flatMap(({ firstVisit, lastVisit }) => [firstVisit, lastVisit]).filter((at) => at !== null);
  return {
    id: 'all',
    name: 'All',
    courier: '',
    status: 'closed',
    reasons: [],
    stops: 0,
    isSum: true,
    ...sums(runs),
    firstVisit: visits.toSorted()[0] ?? null,
    lastVisit: visits.toSorted().at(-1) ?? null,
  };
}
