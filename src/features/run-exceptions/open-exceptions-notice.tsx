import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay } from '../../domain/day.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { MAX_OPEN_EXCEPTIONS } from '../../domain/runs/manage.ts';
import type { OpenException } from '../../domain/runs/views.ts';
import { Notice } from '../../ui/notice.tsx';
import { openExceptionsQuery } from './queries.ts';

const MAX_RUNS = 5;

export function OpenExceptionsNotice({ except = [] }: { except?: readonly string[] }) {
  const { data = [] } = useQuery(openExceptionsQuery());
  const open = data.filter(({ run }) => !except.includes(run.id));
  if (open.length === 0) return null;
  const runs = runsOf(open.toReversed());
  const total =
    data.length < MAX_OPEN_EXCEPTIONS
      ? counted(open.length, 'open exception')
      : `${grouped(open.length)}+ open exceptions`;
  return (
    <Notice tone="warn" title={except.length > 0 ? `${total} in other runs` : `${total} in runs`}>
      <ul>
        {runs.slice(0, MAX_RUNS).map(({ id, name, day, count }) => (
          <li key={id} className="relative break-anywhere py-1">
            <Link to={paths.manageRun(id)} className="cover">
              {name}
            </Link>
            <span className="text-small block">
              {formatDay(day)}, {count} open
            </span>
          </li>
        ))}
      </ul>
      {runs.length > MAX_RUNS && <p>And in {counted(runs.length - MAX_RUNS, 'more run')}.</p>}
    </Notice>
  );
}

function runsOf(exceptions: readonly OpenException[]): (OpenException['run'] & { count: number })[] {
  const runs = new Map<string, OpenException['run'] & { count: number }>();
  for (const { run } of exceptions) runs.set(run.id, { ...run, count: (runs.get(run.id)?.count ?? 0) + 1 });
  return [...runs.values()];
}
