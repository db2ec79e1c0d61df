import { Link } from 'react-router-dom';
import { formatDay } from '../../../domain/day.ts';
import { paths } from '../../../domain/paths.ts';
import type { RunList } from '../../../domain/runs/views.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/list/skeleton.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { formatCollected } from '../cash/format-collected.ts';
import { RunProgress } from '../run-progress.tsx';
import { RUN_STYLE } from '../run-style.ts';

const GRID = 'grid gap-4 grid-cols-[minmax(0,1fr)] md:grid-cols-2 xl:grid-cols-3';

export function RunsSkeleton({ withDay }: { withDay: boolean }) {
  return (
    <SkeletonRegion>
      <div className="stack">
        {withDay && <Skeleton className="w-112 h-33.5 sm:h-18" />}
        <div className="stack gap-4">
          <Skeleton className="w-72 h-7" />
          <div className={GRID}>
            <Skeleton className="w-full h-43.5" />
            <Skeleton className="w-full h-43.5 max-md:hidden" />
            <Skeleton className="w-full h-43.5 max-xl:hidden" />
          </div>
        </div>
      </div>
    </SkeletonRegion>
  );
}

export function RunCards({ list: { day, runs } }: { list: RunList }) {
  if (runs.length === 0) return <Empty icon="truck">No runs on this day.</Empty>;
  return (
    <ul className={GRID}>
      {runs.map((run) => (
        <li
          key={run.id}
          className="relative grid gap-3 content-start bg-sheet border-2 border-rule-strong rounded-label p-4 hover:bg-well"
        >
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h3 className="break-anywhere min-w-0">
              <Link to={paths.manageRun(run.id)} className="cover no-underline">
                {run.name}
              </Link>
            </h3>
            <Badge {...RUN_STYLE[run.status]} />
          </div>
          <p className="break-anywhere">
            <Verbatim>{run.courier.name}</Verbatim>
            {run.day !== day && (
              <span className="soft text-small block">
                {run.status === 'active' ? 'Since' : 'Planned for'} {formatDay(run.day)}
              </span>
            )}
          </p>
          <RunProgress run={run} />
          {run.openCash && <p>To count: {formatCollected(run.openCash)}</p>}
        </li>
      ))}
    </ul>
  );
}
