import type { ReactNode } from 'react';
import { paths } from '../../domain/paths.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { CallLink } from './call-link.tsx';
import { CollectSum } from './cash/collect-sum.tsx';
import { NavigateButton } from './map-buttons.tsx';
import { collectPath, collectTitle } from './run/collections.ts';
import { Dock } from './run/dock.tsx';
import { isFinished, nextToVisit, openCollections, parcelsAt, parcelsToVisit, usualParcels } from './run/run-view.ts';

interface StopDockProps {
  run: CourierRun;
  stop: CourierStop;
  /** Beside *Problem*; *Skip* if not given. */
  children?: ReactNode;
}

/** What is done most is lowest, at the thumb. */
export function StopDock({ run, stop, children }: StopDockProps) {
  const next = nextToVisit(run, stop.id);
  const nextPath = next ? paths.courierStop(next.id) : paths.courier;
  const toVisit = parcelsToVisit(run, stop.id);
  const canVisit = toVisit.length > 0;
  const parcels = parcelsAt(run, stop.id);
  // Reports can then only be corrected.
  const isDone = isFinished({ parcels });
  const [collection] = openCollections(stop);
  const collect = collection && (
    <BigLink to={collectPath(stop.id, collection.id)} icon="package-plus" primary={isDone || !canVisit}>
      {collectTitle(collection)}
    </BigLink>
  );
  const deliver = paths.courierStop(stop.id, { view: 'deliver' });
  return (
    <Dock>
      <div className="dock-acts empty:hidden">
        {stop.address && <NavigateButton address={stop.address} />}
        {stop.phone && <CallLink phone={stop.phone}>Call</CallLink>}
        {canVisit && (
          <BigLink to={paths.courierStop(stop.id, { view: 'problem' })} icon="triangle-alert">
            {isDone ? 'Not delivered' : 'Problem'}
          </BigLink>
        )}
        {isDone && canVisit && (
          <BigLink to={deliver} icon="package-check">
            Other method
          </BigLink>
        )}
        {((!isDone && canVisit) || collection) &&
          (children ||
            (next && (
              <BigLink to={nextPath} icon="chevron-right">
                Skip
              </BigLink>
            )))}
      </div>
      {!isDone && canVisit && collect}
      {collect && (isDone || !canVisit) ? (
        collect
      ) : isDone || !canVisit ? (
        <BigLink to={nextPath} icon="truck" primary>
          {next ? 'Next stop' : 'My run'}
        </BigLink>
      ) : (
        <>
          <CollectSum parcels={usualParcels(toVisit)} />
          <BigLink to={deliver} icon="package-check" primary>
            Deliver
          </BigLink>
        </>
      )}
    </Dock>
  );
}
