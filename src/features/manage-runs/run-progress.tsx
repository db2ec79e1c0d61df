import { counted, grouped } from '../../domain/figures.ts';
import type { RunSummary } from '../../domain/runs/views.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { Badge } from '../../ui/badge.tsx';

type Progressing = Pick<RunSummary, 'progress' | 'collections'>;

/** `7 of 12, 8 collected, 1 returned`; `word` is said of the first. */
export const formatProgress = (
  { progress: { delivered, tasks, returned, left, recalled }, collections }: Progressing,
  word = '',
): string =>
  [
    `${grouped(delivered)} of ${grouped(tasks)}${word}`,
    formatCollections(collections),
    returned > 0 && `${grouped(returned)} returned`,
    left > 0 && `${grouped(left)} left behind`,
    recalled > 0 && `${grouped(recalled)} to bring back`,
  ]
    .filter(Boolean)
    .join(', ');

const formatCollections = (collections: RunSummary['collections']) =>
  collections &&
  (collections.parcels > 0 ? `${grouped(collections.parcels)} collected` : `${collections.open} to collect`);

export function RunProgress({ run }: { run: Progressing & Pick<RunSummary, 'lastHeardAt'> }) {
  const { tasks, stops, delivered, returned, left, recalled, exceptions } = run.progress;
  const share = tasks === 0 ? 0 : (delivered / tasks) * 100;
  return (
    <div className="grid gap-2 justify-items-start">
      <div aria-hidden="true" className="w-full h-2 mt-1 border border-field-rule bg-sheet">
        <div className="h-full bg-ink" style={{ width: `${share}%` }} />
      </div>
      <p className="tabular-nums">
        <b>{tasks === 0 ? 'No parcels to deliver' : `${grouped(delivered)} of ${grouped(tasks)} delivered`}</b>
        {run.collections && `, ${formatCollections(run.collections)}`}
        {returned > 0 && `, ${grouped(returned)} returned`}
        {left > 0 && `, ${grouped(left)} left behind`}
        {recalled > 0 && `, ${grouped(recalled)} to bring back`}
        <span className="soft text-small block">
          {counted(stops, 'stop')}
          {run.lastHeardAt && (
            <>
              {', last heard '}
              <time dateTime={run.lastHeardAt}>{formatMoment(run.lastHeardAt)}</time>
            </>
          )}
        </span>
      </p>
      {exceptions > 0 && <Badge tone="warn" icon="triangle-alert" label={counted(exceptions, 'exception')} />}
    </div>
  );
}
