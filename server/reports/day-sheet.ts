import { dayIn } from '../../src/domain/dates.ts';
import {
  DAY_FIGURES,
  type DayRun,
  type DaySheet,
  FIGURE_LABELS,
  formatReasons,
  MAX_UNDECIDED,
} from '../../src/domain/reports/day-sheet.ts';
import { stopsAnHour } from '../../src/domain/reports/share.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import { fullName } from '../../src/domain/user.ts';
import type { CsvCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import { dayOf } from '../runs/day-of.ts';
import { toOpenException } from '../runs/list-exceptions.ts';
import { listOpenExceptions } from '../runs/store/run-exceptions.ts';
import { listRunSummaries } from '../runs/store/run-views.ts';
import { listRunOutcomes } from './store/day-sheet.ts';

type Sources = Pick<Services, 'environment'> & { db: Executor };

/** The runs of a day as they are now (runAdmin.daySheet). */
export async function getDaySheet({ db, environment }: Sources, input: { day: string }): Promise<DaySheet> {
  const day = dayOf(input.day, environment.TIME_ZONE);
  const rows = (await listRunSummaries(db, { day, isToday: false })).filter(({ status }) => status !== 'cancelled');
  const runIds = rows.map(({ id }) => id);
  const outcomes = new Map((await listRunOutcomes(db, runIds)).map((one) => [one.runId, one]));
  const runs = rows.flatMap((row): DayRun | [] => {
    const found = outcomes.get(row.id);
    if (!found) return [];
    const { runId: _, firstVisit, lastVisit, ...counts } = found;
    const { tasks: parcels, returned, exceptions } = row.progress;
    return {
      id: row.id,
      name: row.name,
      courier: fullName(row),
      status: row.status,
      parcels,
      returned,
      exceptions,
      collected: row.collections?.parcels ?? 0,
      ...counts,
      firstVisit: firstVisit && new Date(firstVisit).toISOString(),
      lastVisit: lastVisit && new Date(lastVisit).toISOString(),
    };
  });
  const undecided = await listOpenExceptions(db, { runIds, limit: MAX_UNDECIDED });
  return {
    day,
    isOpen: day >= dayIn(environment.TIME_ZONE, new Date()) || runs.some(({ status }) => isOpenRun(status)),
    asOf: new Date().toISOString(),
    runs,
    undecided: undecided.map(toOpenException),
  };
}

export const DAY_SHEET_HEADERS = [
  ...['Run', 'Courier', 'Status', ...DAY_FIGURES.map((figure) => FIGURE_LABELS[figure]), 'Reasons'],
  ...['First visit', 'Last visit', 'Stops an hour'],
];

export const daySheetRows = ({ runs }: DaySheet): CsvCell[][] =>
  runs.map((run) => [
    ...[run.name, run.courier, run.status, ...DAY_FIGURES.map((figure) => run[figure])],
    ...[formatReasons(run.reasons), run.firstVisit ?? '', run.lastVisit ?? '', stopsAnHour(run) ?? ''],
  ]);
