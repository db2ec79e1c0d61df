import { formatDay } from '../day.ts';
import { isOpenRun } from './run-status.ts';
import type { RunList, RunSummary } from './views.ts';

/** The list's day comes first, and is the default; then the days after it; last what was left open before. */
export function listRunsToFill({ day, runs }: RunList): RunSummary[] {
  const open = runs.filter(({ status }) => isOpenRun(status));
  return [...open.filter((run) => run.day >= day), ...open.filter((run) => run.day < day)];
}

export const nameRunToFill = (run: Pick<RunSummary, 'name' | 'day'>, day: string): string =>
  run.day === day ? run.name : `${run.name} of ${formatDay(run.day)}`;
