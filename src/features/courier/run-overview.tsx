import { useDeferredValue, useEffect, useState } from 'react';
import { formatClock } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { parcelsOf } from '../../domain/runs/parcels.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { BigLink } from '../../ui/big-button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { RowLink, useRowLinks } from '../../ui/list/row-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Tone } from '../../ui/tone.ts';
import { CallDeskLink } from './call-link.tsx';
import { ChangeMapButton } from './map-buttons.tsx';
import { PlacesNotice } from './places/places-notice.tsx';
import { ReadinessList } from './readiness-list.tsx';
import { Dock } from './run/dock.tsx';
import { formatAddress } from './run/format-address.ts';
import { RunResults } from './run/run-results.tsx';
import {
  countStops,
  isFinished,
  loadableParcels,
  nextStop,
  openParcels,
  recalledParcels,
  type StopState,
  type StopWithParcels,
  stopState,
  stopsWithParcels,
  stopToRetry,
  unloadedParcels,
} from './run/run-view.ts';
import { REJECTED, unsentLabels } from './run/unsent.ts';

export function RunOverview({ run }: { run: CourierRun }) {
  const isBefore = run.status === 'planned' || run.status === 'released';
  const recalled = recalledParcels(run).length;
  return (
    <>
      <p>
        <b className="text-lead">{run.name}</b>
        <span className="block">
          {formatDay(run.day)}, {count(countStops(run), 'stop')}, {count(loadableParcels(run).length, 'parcel')}
          {recalled > 0 && `, ${recalled} to bring back`}
        </span>
      </p>
      {run.status === 'active' && <Progress run={run} />}
      {run.status === 'closed' && (
        <Notice tone="good" title="This run is closed">
          {run.stops.some(({ name }) => name)
            ? 'You can view it until tomorrow, or until you get your next run.'
            : 'Names and addresses have been removed.'}
        </Notice>
      )}
      {run.status === 'closed' && <RunResults run={run} />}
      {run.status === 'cancelled' && (
        <Notice tone="bad" title="This run was cancelled">
          Ask the desk.
        </Notice>
      )}
      {isBefore && <ReadinessList run={run} />}
      <div className="dock-two empty:hidden">
        {run.status === 'active' && unloadedParcels(run).length > 0 && (
          <BigLink to={paths.courierLoad} icon="scan-line">
            Load more parcels
          </BigLink>
        )}
        <CallDeskLink />
        <ChangeMapButton />
        {run.status === 'active' && nextStop(run) && (
          <BigLink to={paths.courierClose} icon="warehouse">
            End run early
          </BigLink>
        )}
      </div>
      {run.status !== 'closed' && run.status !== 'cancelled' && <PlacesNotice run={run} />}
      <StopList run={run} />
      <Dock>
        {isBefore && (
          <BigLink to={paths.courierLoad} icon="scan-line" primary>
            Start loading
          </BigLink>
        )}
        {run.status === 'active' && <NextStep run={run} />}
      </Dock>
    </>
  );
}

function Progress({ run }: { run: CourierRun }) {
  const done = stopsWithParcels(run).filter(({ parcels }) => isFinished(parcels)).length;
  return (
    <p>
      <b className="text-figure">{done}</b> of {countStops(run)} stops done
      {run.startedAt && `, started at ${formatClock(run.startedAt)}`}
    </p>
  );
}

const count = (number: number, noun: string) => counted(number, noun).replace(' ', '\u00a0');

function NextStep({ run }: { run: CourierRun }) {
  const next = nextStop(run);
  if (next) {
    return (
      <BigLink to={paths.courierStop(next.id)} icon="truck" primary>
        Next stop: {next.sequence}
      </BigLink>
    );
  }
  const again = stopToRetry(run);
  return (
    <>
      {again && (
        <>
          <p className="font-700">{count(openParcels(parcelsOf(run)).length, 'parcel')} not delivered yet.</p>
          <BigLink to={paths.courierStop(again.id)} icon="truck" primary>
            Try again: stop {again.sequence}
          </BigLink>
        </>
      )}
      <BigLink to={paths.courierClose} icon="warehouse" primary={!again}>
        Back at the depot
      </BigLink>
    </>
  );
}

const STOP_STYLE: Record<StopState, { tone: Tone; icon: IconName; label: string }> = {
  open: { tone: 'plain', icon: 'circle', label: 'Open' },
  attempted: { tone: 'warn', icon: 'triangle-alert', label: 'Not delivered' },
  delivered: { tone: 'good', icon: 'package-check', label: 'Delivered' },
  partly: { tone: 'warn', icon: 'triangle-alert', label: 'Partly delivered' },
  returned: { tone: 'warn', icon: 'warehouse', label: 'Returned' },
  missing: { tone: 'bad', icon: 'octagon-x', label: 'Missing' },
  gone: { tone: 'plain', icon: 'ban', label: 'Nothing to do' },
};

/** More than the tallest screen shows. */
const FIRST_STOPS = 30;
/** Else Back would lose the scroll position. */
let isFirstList = performance
  .getEntriesByType('navigation')
  .some((navigation) => (navigation as PerformanceNavigationTiming).type === 'navigate');

/** At the start a long list delays the first screen. */
function useShowsAll(): boolean {
  const [isFirst] = useState(isFirstList);
  useEffect(() => {
    isFirstList = false;
  }, []);
  return useDeferredValue(true, isFirst ? false : undefined);
}

function StopList({ run }: { run: CourierRun }) {
  useRowLinks();
  const { own } = useOutbox();
  const showsAll = useShowsAll();
  const stops = stopsWithParcels(run);
  const unsent = unsentLabels(own);
  const isFolded = ({ id, parcels }: StopWithParcels) =>
    run.status === 'active' && isFinished(parcels) && unsent.get(id) !== REJECTED;
  const shown = stops.filter((stop) => !isFolded(stop));
  const folded = stops.filter(isFolded);
  const rowOf = (stop: StopWithParcels) => (
    <StopRow key={stop.id} stop={stop} state={stopState(stop.parcels)} unsent={unsent.get(stop.id)} />
  );
  return (
    <section aria-labelledby="stops" className="mt-2">
      <h2 id="stops" className="text-h3 mb-2">
        Stops
      </h2>
      {shown.length > 0 && (
        <ol aria-labelledby="stops" className="border-t-2 border-rule-strong">
          {(showsAll ? shown : shown.slice(0, FIRST_STOPS)).map(rowOf)}
        </ol>
      )}
      {folded.length > 0 && (
        <details className="mt-3">
          <summary className="btn-big">
            <span className="btn-face">
              {count(folded.length, 'finished stop')}
              <Icon name="chevron-down" className="[[open]_&]:[rotate:180deg]" />
            </span>
          </summary>
          {showsAll && <ol aria-label="Finished stops">{folded.map(rowOf)}</ol>}
        </details>
      )}
    </section>
  );
}

interface StopRowProps {
  stop: CourierStop;
  state: StopState;
  unsent: string | undefined;
}

function StopRow({ stop, state, unsent }: StopRowProps) {
  const { tone, icon, label } = STOP_STYLE[state];
  return (
    <li className="relative flex flex-wrap items-center gap-3 min-h-16 py-2 border-b border-rule">
      <span className="typed font-700 w-8">{stop.sequence}</span>
      <span className="flex-[1_1_8rem] min-w-0">
        <RowLink to={paths.courierStop(stop.id)} className="cover font-650" translate="no">
          {stop.name || 'Stop'}
        </RowLink>
        <span translate="no" className="second-line">
          {formatAddress(stop.address)}
        </span>
      </span>
      <span className="grid gap-1 justify-items-end ml-auto">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        {unsent && <small>{unsent}</small>}
      </span>
    </li>
  );
}
