import type { ReactNode } from 'react';
import { paths } from '../../domain/paths.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import { formatProof, requiresProof } from '../../domain/runs/proof-policy.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../domain/runs/reasons.ts';
import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { Badge } from '../../ui/badge.tsx';
import { BigLink } from '../../ui/big-button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { CallDeskLink, CallLink } from './call-link.tsx';
import { NavigateButton } from './map-buttons.tsx';
import { Dock } from './run/dock.tsx';
import { formatAddress } from './run/format-address.ts';
import { ReceiverLine } from './run/receiver-line.tsx';
import { isFinished, nextStop, parcelsAt, parcelsElsewhere, parcelsToVisit, stopOf } from './run/run-view.ts';

export function StopView({ run, stop }: { run: CourierRun; stop: CourierStop }) {
  const next = nextStop(run, stop.id);
  const parcels = parcelsAt(run, stop.id);
  const canVisit = parcelsToVisit(run, stop.id).length > 0;
  // Reports can then only be corrected.
  const isDone = isFinished(parcels);
  return (
    <>
      <div>
        <p translate="no" className="text-h2 font-750 leading-tight break-anywhere">
          {stop.name || 'Name and address removed'}
        </p>
        <address translate="no" className="text-h2 leading-tight break-anywhere">
          {formatAddress(stop.address)}
        </address>
      </div>
      <ul aria-label="Parcels" className="border-t-2 border-rule-strong">
        {parcels.map((parcel) => (
          <ParcelItem key={parcel.id} parcel={parcel}>
            <ParcelBadge parcel={parcel} />
          </ParcelItem>
        ))}
        {parcelsElsewhere(run, stop.id).map((parcel) => (
          <ParcelItem key={parcel.id} parcel={parcel}>
            <Badge tone="plain" icon="route">
              Now at stop {stopOf(run, parcel)?.sequence}
            </Badge>
          </ParcelItem>
        ))}
      </ul>
      <p className="font-650">Collect no money.</p>
      <CallDeskLink />
      <Dock>
        <div className="dock-two">
          {stop.address && <NavigateButton address={stop.address} />}
          {stop.phone && <CallLink phone={stop.phone}>Call</CallLink>}
        </div>
        {canVisit && (
          <div className="dock-two">
            <BigLink to={paths.courierStop(stop.id, { view: 'problem' })} icon="triangle-alert">
              {isDone ? 'Not delivered' : 'Problem'}
            </BigLink>
            <BigLink to={paths.courierStop(stop.id, { view: 'deliver' })} icon="package-check" primary={!isDone}>
              {isDone ? 'Other method' : 'Deliver'}
            </BigLink>
          </div>
        )}
        <div className="dock-two">
          <BigLink to={paths.courier}>All stops</BigLink>
          <BigLink to={next ? paths.courierStop(next.id) : paths.courier} primary={isDone}>
            {isDone ? 'Next stop' : 'Skip'}
          </BigLink>
        </div>
      </Dock>
    </>
  );
}

function ParcelItem({ parcel, children: badge }: { parcel: Parcel; children: ReactNode }) {
  const last = parcel.outcomes.at(-1);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3 border-b border-rule">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <GroupedCode code={parcel.trackingId} className="font-700" />
        {badge}
      </span>
      <span>
        <ReceiverLine parcel={parcel} />
        {parcel.description}
        <span className="block">
          {parcel.service}, {parcel.weight}, {parcel.dimensions}
        </span>
      </span>
      {isOpenTask(parcel.status) && requiresProof(parcel.proof) && (
        <span className="font-650">{formatProof(parcel.proof)}</span>
      )}
      {last && (
        <span className="font-650">
          {last.result === 'delivered'
            ? `Delivered ${METHOD_LABELS[last.method as keyof typeof METHOD_LABELS] ?? ''}`
            : `Not delivered: ${REASON_LABELS[last.reason as keyof typeof REASON_LABELS] ?? ''}`}
        </span>
      )}
    </li>
  );
}

function ParcelBadge({ parcel: { status, movedTo } }: { parcel: Parcel }) {
  if (status === 'delivered') {
    return (
      <Badge tone="good" icon="package-check">
        Delivered
      </Badge>
    );
  }
  if (isOpenTask(status)) return null;
  const label = {
    moved: `Now with ${movedTo ?? 'someone else'}`,
    cancelled: 'Do not deliver',
    left: 'Left at the depot',
  };
  return (
    <Badge tone="bad" icon="ban">
      {label[status as keyof typeof label] ?? (status === 'returned' ? 'Back at the depot' : 'Missing')}
    </Badge>
  );
}
