import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDayOfWeek, formatTimeOfDay } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedPickup, PickupVisit } from '../../domain/shop/pickup.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { DeclineDialog, declineLabel } from './decline-dialog.tsx';
import { useArrangePickup } from './mutations.ts';
import { PlanDialog, planLabel } from './plan-dialog.tsx';
import { VisitLine } from './visit-line.tsx';

/** What the desk has to arrange and what is to come, the next day first. */
export function PickupTable({ pickups, dimmed }: { pickups: readonly ManagedPickup[]; dimmed: boolean }) {
  const arrange = useArrangePickup();
  const [planned, setPlanned] = useState<ManagedPickup | null>(null);
  const [declined, setDeclined] = useState<ManagedPickup | null>(null);
  const columns: Column<ManagedPickup>[] = [
    {
      key: 'shop',
      head: 'Shop',
      place: 'main',
      second: 'Address',
      split: 'long-second',
      cell: ({ shop, address }) => (
        <>
          <b>
            <Verbatim>{shop.name}</Verbatim>
          </b>
          <span className="second-line">
            <Verbatim>{address}</Verbatim>
          </span>
        </>
      ),
    },
    {
      key: 'when',
      head: 'When',
      place: 'body',
      cell: ({ day, from, until }) => (
        <>
          {formatDayOfWeek(day)}
          <span className="second-line typed">
            {formatTimeOfDay(from)} to {formatTimeOfDay(until)}
          </span>
        </>
      ),
    },
    {
      key: 'parcels',
      head: 'Parcels',
      place: 'body',
      cell: ({ parcels, shop, kind, note, visit }) => (
        <>
          {counted(parcels, 'parcel')}
          {kind === 'return' && ', return'}
          {visit && <VisitLine visit={visit} />}
          {note && (
            <span className="second-line">
              <Verbatim>{note}</Verbatim>
            </span>
          )}
          {shop.phone && (
            <a className="second-line typed" href={`tel:${shop.phone.replaceAll(' ', '')}`}>
              {shop.phone}
            </a>
          )}
        </>
      ),
    },
    {
      key: 'run',
      head: 'Run',
      place: 'body',
      cell: ({ state, visit }) =>
        visit ? <VisitBadge {...visit} /> : state === 'arranged' && <Badge icon="check" tone="good" label="Arranged" />,
    },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: 'clamp(9rem, 34cqi, 27rem)',
      cell: (pickup) => (
        <>
          {pickup.shipments.length > 0 && (
            <PrintButton
              variant="quiet"
              small
              toPrint={{ ids: pickup.shipments, total: pickup.shipments.length }}
              documents={['handover', 'labels']}
            >
              Hand-over list
            </PrintButton>
          )}
          {pickup.visit?.state !== 'done' && (
            <RowButton
              name={`${planLabel(pickup)}: ${pickup.shop.name}`}
              aria-haspopup="dialog"
              onClick={() => setPlanned(pickup)}
            >
              {planLabel(pickup)}
            </RowButton>
          )}
          {pickup.state === 'pending' && (
            <RowButton name={`Mark as arranged: ${pickup.shop.name}`} onClick={() => arrange.mutate({ id: pickup.id })}>
              Mark as arranged
            </RowButton>
          )}
          {pickup.visit?.state !== 'done' && (
            <RowButton
              name={`${declineLabel(pickup)}: ${pickup.shop.name}`}
              aria-haspopup="dialog"
              onClick={() => setDeclined(pickup)}
            >
              {declineLabel(pickup)}
            </RowButton>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <FailureNotice of={arrange.failure} />
      <DataTable
        caption="Pickups"
        columns={columns}
        rows={pickups}
        rowKey={({ id }) => id}
        dimmed={dimmed}
        empty={<Empty icon="truck">No pickups to come.</Empty>}
      />
      {planned && <PlanDialog pickup={planned} onClose={() => setPlanned(null)} />}
      {declined && <DeclineDialog pickup={declined} onClose={() => setDeclined(null)} />}
    </>
  );
}

function VisitBadge({ state, run }: PickupVisit) {
  if (state === 'done') return <Badge icon="package-check" tone="good" label="Collected" />;
  if (state === 'failed') return <Badge icon="octagon-x" tone="bad" label="Not collected" />;
  return (
    <>
      <Badge icon={state === 'planned' ? 'check' : 'truck'} tone="good" label={run.courier} />
      <Link to={paths.manageRun(run.id)} className="second-line">
        <Verbatim>{run.name}</Verbatim>
      </Link>
    </>
  );
}
