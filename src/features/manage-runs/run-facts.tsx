import { Link } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { formatDay } from '../../domain/day.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useMay } from '../session/use-may.ts';
import { formatProgress } from './run-progress.tsx';
import { RUN_STYLE } from './run-style.ts';

/** One sentence, so that the stops are what one sees. */
export function RunFacts({ run }: { run: RunDetails }) {
  const may = useMay();
  const isAtDesk = useDesk();
  const { courier, day, status, startedAt, closedAt, lastHeardAt, endsAt, cash } = run;
  const name = <Verbatim>{courier.name}</Verbatim>;
  const exceptions = run.exceptions.filter(({ resolved }) => !resolved).length;
  const times = [
    startedAt && !closedAt && `started ${formatMoment(startedAt)}`,
    closedAt && `${status} ${formatMoment(closedAt)}`,
    lastHeardAt && `last heard ${formatMoment(lastHeardAt)}`,
    endsAt && `${formatMoment(endsAt)} at this pace`,
  ];
  return (
    <p className={`max-w-none! tabular-nums ${isAtDesk ? 'flex-1 min-w-0 truncate' : ''}`}>
      <Badge {...RUN_STYLE[status]} />{' '}
      {may('userAdmin.getUser') ? <Link to={paths.manageUser(courier.id)}>{name}</Link> : name}, {formatDay(day)},{' '}
      <b>{formatProgress(run, ' delivered')}</b>
      {times.filter(Boolean).map((time) => `, ${time}`)}
      {!isAtDesk && exceptions > 0 && (
        <>
          {'. '}
          <a href="#exceptions">{counted(exceptions, 'exception')}</a>
        </>
      )}
      {!isAtDesk && cash?.isOpen && (
        <>
          {'. '}
          <a href="#cash">Cash to count</a>
        </>
      )}
    </p>
  );
}
