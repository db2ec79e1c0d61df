import { formatDay } from '../../domain/day.ts';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { RunList, RunSummary } from '../../domain/runs/views.ts';

/** The list's day comes first, and is the default. */
export function listRunsToFill({ day, runs }: RunList): RunSummary[] {
  const open = runs.filter(({ status }) => isOpenRun(status));
  return [...open.filter((run) => run.day === day), ...open.filter((run) => run.day !== day)];
}

export const nameRunToFill = (run: Pick<RunSummary, 'name' | 'day'>, day: string): string =>
  run.day === day ? run.name : `${run.name} of ${formatDay(run.day)}`;
