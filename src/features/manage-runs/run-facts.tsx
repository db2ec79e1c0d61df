import { Link } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { paths } from '../../domain/paths.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useMay } from '../session/use-may.ts';
import { formatProgress, RunProgress } from './run-progress.tsx';
import { RUN_STYLE } from './run-style.ts';

export function RunFacts({ run }: { run: RunDetails }) {
  const may = useMay();
  const isAtDesk = useDesk();
  const style = RUN_STYLE[run.status];
  if (isAtDesk) {
    return (
      <p className="flex-1 min-w-0 max-w-none! truncate tabular-nums">
        <Badge {...style} /> <Verbatim>{run.courier.name}</Verbatim>, {formatDay(run.day)}, <b>{formatProgress(run)}</b>
        {run.endsAt && `, ${formatMoment(run.endsAt)} at this pace`}
      </p>
    );
  }
  return (
    <DescriptionList columns={4}>
      <DescriptionItem caption="Status" value={<Badge {...style} />} />
      <DescriptionItem caption="Courier" verbatim>
        {may('userAdmin.getUser') ? (
          <Link to={paths.manageUser(run.courier.id)} className="go-touch break-anywhere">
            {run.courier.name}
          </Link>
        ) : (
          run.courier.name
        )}
      </DescriptionItem>
      <DescriptionItem caption="Day">{formatDay(run.day)}</DescriptionItem>
      <DescriptionItem caption="Started" mono={run.startedAt !== null}>
        {run.startedAt ? formatActivityDate(run.startedAt) : 'Not yet'}
      </DescriptionItem>
      {run.closedAt && (
        <DescriptionItem
          caption={run.status === 'cancelled' ? 'Cancelled' : 'Closed'}
          mono
          value={formatActivityDate(run.closedAt)}
        />
      )}
      <DescriptionItem caption="Progress" wide value={<RunProgress run={run} />} />
    </DescriptionList>
  );
}
