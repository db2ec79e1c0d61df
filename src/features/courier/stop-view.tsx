import type { ReactNode } from 'react';
import { sayAfterVisit } from '../../domain/next-step.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import { formatProof, requiresProof } from '../../domain/runs/proof-policy.ts';
import { isAwaited, isOpenTask } from '../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { Badge } from '../../ui/badge.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { CallDeskLink } from './call-link.tsx';
import { CodLine } from './cash/collect-sum.tsx';
import { Receipt } from './cash/receipt.tsx';
import { CollectionList } from './collect/collection-list.tsx';
import { DayBar } from './run/day-bar.tsx';
import { describeOutcome } from './run/describe-outcome.ts';
import { CollectNoMoney, Door, ScanLink } from './run/door.tsx';
import { DoorChoices } from './run/door-choices.tsx';
import { ReceiverLine } from './run/receiver-line.tsx';
import { ofSeveral, openParcels, parcelsAt, parcelsElsewhere, stopOf } from './run/run-view.ts';
import { StopDock } from './stop-dock.tsx';
import { useScanToVisit } from './visit/use-door-scanner.ts';

export function StopView({ run, stop }: { run: CourierRun; stop: CourierStop }) {
  const parcels = parcelsAt(run, stop.id);
  const open = openParcels(parcels);
  useScanToVisit(run, stop.id);
  return (
    <>
      {run.status === 'active' && <DayBar run={run} />}
      <Door stop={stop} />
      <ul aria-label="Parcels" className="border-t-2 border-rule-strong empty:hidden">
        {[...open, ...parcels.filter((parcel) => !open.includes(parcel))].map((parcel) => (
          <ParcelItem key={parcel.id} parcel={parcel}>
            <ParcelBadge parcel={parcel} />
            {open.length > 1 && open.includes(parcel) && <CodLine parcel={parcel} />}
          </ParcelItem>
        ))}
        {parcelsElsewhere(run, stop.id).map((parcel) => (
          <ParcelItem key={parcel.id} parcel={parcel}>
            <Badge tone="plain" icon="route" label={`Now at stop ${stopOf(run, parcel)?.sequence}`} />
          </ParcelItem>
        ))}
      </ul>
      <CollectionList run={run} stop={stop} />
      <CollectNoMoney parcels={parcels} />
      <div className="dock-two empty:hidden">
        {run.status === 'active' && <ScanLink stop={stop} parcels={open.filter((parcel) => !isAwaited(parcel))} />}
        <CallDeskLink />
      </div>
      <StopDock run={run} stop={stop} />
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
        {ofSeveral(parcel)}
        <span className="block">
          {parcel.service}, {parcel.weight}, {parcel.dimensions}
        </span>
      </span>
      {isOpenTask(parcel.status) && <DoorChoices choices={parcel.choices} />}
      {isOpenTask(parcel.status) && requiresProof(parcel.proof) && (
        <span className="font-650">{formatProof(parcel.proof)}</span>
      )}
      {last && <span className="font-650">{describeOutcome(last)}</span>}
      <Receipt parcel={parcel} />
      {last?.result === 'failed' && isOpenTask(parcel.status) && (
        <span>{sayAfterVisit(last.reason, parcel.isReturn)}</span>
      )}
    </li>
  );
}

function ParcelBadge({ parcel }: { parcel: Parcel }) {
  const { status, movedTo } = parcel;
  if (isAwaited(parcel)) {
    return <Badge tone="plain" icon="package-plus" label={`Collect at stop ${parcel.collectAt} first`} />;
  }
  if (status === 'delivered') {
    return <Badge tone="good" icon="package-check" label="Delivered" />;
  }
  if (isOpenTask(status)) return null;
  const label = {
    moved: movedTo === null ? 'No longer on your run' : `Now with ${movedTo}`,
    cancelled: 'Do not deliver',
    left: 'Left at the depot',
  };
  return (
    <Badge
      tone="bad"
      icon="ban"
      label={label[status as keyof typeof label] ?? (status === 'returned' ? 'Back at the depot' : 'Missing')}
    />
  );
}
