import { type ReactNode, useDeferredValue, useEffect, useId, useState } from 'react';
import { formatPrice } from '../../config/currency.ts';
import { formatDay } from '../../domain/day.ts';
import { counted } from '../../domain/figures.ts';
import { sayAfterVisit } from '../../domain/next-step.ts';
import { paths } from '../../domain/paths.ts';
import { type Parcel, parcelsOf } from '../../domain/runs/parcels.ts';
import { isAwaited } from '../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { formatHours } from '../../domain/time-window.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { BigLink } from '../../ui/big-button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { RowLink, useRowLinks } from '../../ui/list/row-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Tone } from '../../ui/tone.ts';
import { CallDeskLink } from './call-link.tsx';
import { CashLine } from './cash/hand-over.tsx';
import { ChangeMapButton } from './map-buttons.tsx';
import { NextRun } from './next-run.tsx';
import { PlacesNotice } from './places/places-notice.tsx';
import { ReadinessList } from './readiness-list.tsx';
import { collectedIn, describeCollection } from './run/collections.ts';
import { DayBar } from './run/day-bar.tsx';
import { describeOutcome } from './run/describe-outcome.ts';
import { Dock } from './run/dock.tsx';
import { CollectNoMoney, Door, ScanLink } from './run/door.tsx';
import { formatAddress } from './run/format-address.ts';
import { MyDay } from './run/my-day.tsx';
import { dueOf } from './run/payments.ts';
import { RunResults } from './run/run-results.tsx';
import {
  countParcels,
  countVisits,
  isFinished,
  lastFailure,
  nextStop,
  nextToVisit,
  openCollections,
  openParcels,
  parcelsAt,
  parcelsOnRun,
  recalledParcels,
  type StopState,
  type StopWithParcels,
  stopState,
  stopsWithParcels,
  triedStops,
  unloadedParcels,
} from './run/run-view.ts';
import { REJECTED, unsentLabels } from './run/unsent.ts';
import { StopDock } from './stop-dock.tsx';
import { useScanToVisit } from './visit/use-door-scanner.ts';

export function RunOverview({ run }: { run: CourierRun }) {
  const isBefore = run.status === 'planned' || run.status === 'released';
  const isActive = run.status === 'active';
  const { done, left } = countVisits(run);
  const recalled = countParcels(recalledParcels(run));
  const { all: collected } = collectedIn(run);
  const next = isActive ? nextToVisit(run) : null;
  const isRetry = isActive && nextStop(run) === null;
  useScanToVisit(run, null);
  return (
    <>
      {isActive && <DayBar run={run} />}
      {next && <NextStop run={run} stop={next} isRetry={isRetry} />}
      <p className={next ? 'pt-3 border-t-2 border-rule-strong max-w-none' : ''}>
        <b className="text-lead">{run.name}</b>
        <span className="block">
          {formatDay(run.day)}, {count(done + left, 'stop')}, {count(countParcels(parcelsOnRun(run)), 'parcel')}
          {recalled > 0 && `, ${recalled} to bring back`}
        </span>
        {run.cash && <CashLine cash={run.cash} />}
        {isActive && collected > 0 && (
          <span className="block">
            {countParcels(openParcels(parcelsOf(run)))} to deliver, {collected} collected
          </span>
        )}
      </p>
      {run.status === 'closed' && (
        <Notice tone="good" title="This run is closed">
          {run.stops.some(({ name }) => name)
            ? 'You can view it until tomorrow, or until you get your next run.'
            : 'Names and addresses have been removed.'}
        </Notice>
      )}
      {run.status === 'closed' && (
        <>
          <RunResults run={run} />
          <MyDay run={run} />
        </>
      )}
      {run.status === 'cancelled' && (
        <Notice tone="bad" title="This run was cancelled">
          Ask the desk.
        </Notice>
      )}
      {isBefore && <ReadinessList run={run} />}
      <div className="dock-two empty:hidden">
        {isActive && unloadedParcels(run).length > 0 && (
          <BigLink to={paths.courierLoad} icon="scan-line">
            Load more parcels
          </BigLink>
        )}
        <CallDeskLink />
        <ChangeMapButton />
        {isActive && !isRetry && (
          <BigLink to={paths.courierClose} icon="warehouse">
            End run early
          </BigLink>
        )}
      </div>
      {isBefore && <PlacesNotice run={run} />}
      <StopLists run={run} />
      {isActive && <PlacesNotice run={run} />}
      {run.next && <NextRun next={run.next} />}
      {next ? (
        <StopDock run={run} stop={next}>
          {isRetry && (
            <BigLink to={paths.courierClose} icon="warehouse">
              Back at the depot
            </BigLink>
          )}
        </StopDock>
      ) : (
        <Dock>
          {isBefore && (
            <BigLink to={paths.courierLoad} icon="scan-line" primary>
              Start loading
            </BigLink>
          )}
          {isActive && (
            <BigLink to={paths.courierClose} icon="warehouse" primary>
              Back at the depot
            </BigLink>
          )}
        </Dock>
      )}
    </>
  );
}

const count = (number: number, noun: string) => counted(number, noun).replace(' ', '\u00a0');

function NextStop({ run, stop, isRetry }: { run: CourierRun; stop: CourierStop; isRetry: boolean }) {
  const parcels = openParcels(parcelsAt(run, stop.id)).filter((parcel) => !isAwaited(parcel));
  const failure = lastFailure(parcels);
  const failed = parcels.find(({ outcomes }) => outcomes.at(-1) === failure);
  const title = isRetry ? `Try again: stop ${stop.sequence}` : `Next stop: ${stop.sequence}`;
  return (
    <section aria-label={title} className="grid gap-3">
      {isRetry && (
        <p className="font-700">{count(countParcels(openParcels(parcelsOf(run))), 'parcel')} not delivered yet.</p>
      )}
      <Door stop={stop} />
      {parcels.length > 0 && (
        <p className="break-anywhere">
          {count(countParcels(parcels), 'parcel')}: {parcels.map(({ description }) => description).join(', ')}
          {failure && <span className="block font-650">{describeOutcome(failure)}</span>}
          {failure && <span className="block">{sayAfterVisit(failure.reason, failed?.isReturn)}</span>}
        </p>
      )}
      {openCollections(stop).map((one) => (
        <p key={one.id} className="font-650 break-anywhere">
          {describeCollection(one)}
        </p>
      ))}
      <CollectNoMoney parcels={parcels} />
      <div className="dock-two">
        <BigLink to={paths.courierStop(stop.id)}>{title}</BigLink>
        <ScanLink stop={stop} parcels={parcels} />
      </div>
    </section>
  );
}

const STOP_STYLE: Record<StopState, { tone: Tone; icon: IconName; label: string }> = {
  open: { tone: 'plain', icon: 'circle', label: 'Open' },
  attempted: { tone: 'warn', icon: 'triangle-alert', label: 'Not delivered' },
  delivered: { tone: 'good', icon: 'package-check', label: 'Delivered' },
  awaited: { tone: 'plain', icon: 'package-plus', label: 'Not collected yet' },
  partly: { tone: 'warn', icon: 'triangle-alert', label: 'Partly delivered' },
  returned: { tone: 'warn', icon: 'warehouse', label: 'Returned' },
  missing: { tone: 'bad', icon: 'octagon-x', label: 'Missing' },
  collected: { tone: 'good', icon: 'package-check', label: 'Collected' },
  uncollected: { tone: 'warn', icon: 'triangle-alert', label: 'Not collected' },
  gone: { tone: 'plain', icon: 'ban', label: 'Nothing to do' },
};

/** More than the tallest screen shows. */
const FIRST_STOPS = 30;
/** Back would lose the scroll position in a list that is not whole. */
let isFirstList = performance
  .getEntriesByType('navigation')
  .some((navigation) => (navigation as PerformanceNavigationTiming).type === 'navigate');

/** A long list would delay the first screen. */
function useShowsAll(): boolean {
  const [isFirst] = useState(isFirstList);
  useEffect(() => {
    isFirstList = false;
  }, []);
  return useDeferredValue(true, isFirst ? false : undefined);
}

function StopLists({ run }: { run: CourierRun }) {
  useRowLinks();
  const { own } = useOutbox();
  const showsAll = useShowsAll();
  const isActive = run.status === 'active';
  const stops = stopsWithParcels(run);
  const unsent = unsentLabels(own);
  const { again, back } = isActive ? triedStops(run) : { again: [], back: [] };
  const isFolded = (stop: StopWithParcels) => isActive && isFinished(stop) && unsent.get(stop.id) !== REJECTED;
  const shown = stops.filter((stop) => !isFolded(stop) && [...again, ...back].every(({ id }) => id !== stop.id));
  const isGone = (stop: StopWithParcels) => stopState(stop) === 'gone';
  const finished = stops.filter((stop) => isFolded(stop) && !isGone(stop));
  const gone = stops.filter((stop) => isFolded(stop) && isGone(stop));
  const rowOf = (stop: StopWithParcels) => (
    <StopRow
      key={stop.id}
      stop={stop}
      state={stopState(stop)}
      failure={isActive ? lastFailure(stop.parcels) : undefined}
      unsent={unsent.get(stop.id)}
    />
  );
  return (
    <>
      {shown.length > 0 && (
        <StopList title="Stops">{(showsAll ? shown : shown.slice(0, FIRST_STOPS)).map(rowOf)}</StopList>
      )}
      {again.length > 0 && <StopList title="Try again">{again.map(rowOf)}</StopList>}
      {back.length > 0 && <StopList title="To bring back">{back.map(rowOf)}</StopList>}
      {finished.length > 0 && (
        <FoldedStops summary={count(finished.length, 'finished stop')} title="Finished stops">
          {showsAll && finished.map(rowOf)}
        </FoldedStops>
      )}
      {gone.length > 0 && (
        <FoldedStops summary={`${count(gone.length, 'stop')} without a parcel`} title="Stops without a parcel">
          {showsAll && gone.map(rowOf)}
        </FoldedStops>
      )}
    </>
  );
}

function FoldedStops({ summary, title, children }: { summary: string; title: string; children: ReactNode }) {
  return (
    <details className="mt-3">
      <summary className="btn-big">
        <span className="btn-face">
          {summary}
          <Icon name="chevron-down" className="[[open]_&]:[rotate:180deg]" />
        </span>
      </summary>
      <ol aria-label={title}>{children}</ol>
    </details>
  );
}

function StopList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-2">
      <h2 id={id} className="text-h3 mb-2">
        {title}
      </h2>
      <ol aria-labelledby={id} className="border-t-2 border-rule-strong">
        {children}
      </ol>
    </section>
  );
}

interface StopRowProps {
  stop: StopWithParcels;
  state: StopState;
  failure: Parcel['outcomes'][number] | undefined;
  unsent: string | undefined;
}

function StopRow({ stop, state, failure, unsent }: StopRowProps) {
  const { tone, icon, label } = STOP_STYLE[state];
  const due = dueOf(openParcels(stop.parcels));
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
        {stop.deliver && <span className="block">Deliver {formatHours(stop.deliver)}</span>}
        {due > 0 && <span className="block font-650">Collect {formatPrice(due)}</span>}
        {failure && <span className="block">{describeOutcome(failure)}</span>}
        {stop.collections?.map((one) => (
          <span key={one.id} className="block">
            {describeCollection(one)}
          </span>
        ))}
      </span>
      <span className="grid gap-1 justify-items-end ml-auto">
        <Badge tone={tone} icon={icon} label={label} />
        {unsent && <small>{unsent}</small>}
      </span>
    </li>
  );
}
