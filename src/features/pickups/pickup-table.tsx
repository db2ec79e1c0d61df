import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedPickup, PickupVisit } from '../../domain/pickups/pickup.ts';
import { formatHours } from '../../domain/time-window.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { type DeskColumn, type RowAct, RowMenu } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PrintDialog } from '../labels/lazy-print-dialog.tsx';
import { DeclineDialog, declineLabel } from './decline-dialog.tsx';
import { useArrangePickup } from './mutations.ts';
import { PlanDialog, planLabel } from './plan-dialog.tsx';
import { VisitLine } from './visit-line.tsx';

const DOCUMENTS = ['handover', 'labels'] as const;
/** What was taken, or else what waits. */
const toPrint = ({ shipments, visit }: ManagedPickup) => {
  const ids = visit?.shipments ?? shipments;
  return { ids, total: ids.length };
};

const Phone = ({ phone }: { phone: string }) => (
  <a className="second-line typed" href={`tel:${phone.replaceAll(' ', '')}`}>
    {phone}
  </a>
);

const ActButton = ({ act: { label, onChoose }, of }: { act: RowAct; of: string }) => (
  <RowButton name={`${label}: ${of}`} aria-haspopup="dialog" onClick={onChoose}>
    {label}
  </RowButton>
);

const deskColumns = (planAct: (pickup: ManagedPickup) => RowAct): DeskColumn<ManagedPickup>[] => [
  {
    key: 'shop',
    head: 'Shop',
    width: '11rem',
    cell: ({ shop }) => (
      <b>
        <Verbatim>{shop.name}</Verbatim>
      </b>
    ),
  },
  {
    key: 'address',
    head: 'Address',
    width: 'clamp(8rem, 19cqi, 17rem)',
    cell: ({ address }) => <Verbatim>{address}</Verbatim>,
  },
  { key: 'day', head: 'Day', width: '11.5rem', cell: ({ day }) => formatDayOfWeek(day) },
  {
    key: 'time',
    head: 'Time',
    width: '7.5rem',
    cell: ({ from, until }) => formatHours({ from, until }),
  },
  { key: 'parcels', head: 'Parcels', width: '6rem', align: 'end', cell: ({ parcels }) => grouped(parcels) },
  {
    key: 'note',
    head: 'Note',
    cell: ({ kind, note = '', isDayOff, visit }) => (
      <>
        {isDayOff && 'A day off: plan or decline it. '}
        {kind === 'return' && 'Return. '}
        <Verbatim>{note}</Verbatim>
        {visit && <VisitLine visit={visit} />}
      </>
    ),
  },
  { key: 'phone', head: 'Phone', width: '10.5rem', isWide: true, cell: ({ shop }) => <Phone phone={shop.phone} /> },
  {
    key: 'run',
    head: 'Run',
    width: '11.5rem',
    cell: (pickup) => {
      if (pickup.visit) return <VisitBadge {...pickup.visit} />;
      if (pickup.state === 'arranged') return <Badge icon="check" tone="good" label="Arranged" />;
      return <ActButton act={planAct(pickup)} of={pickup.shop.name} />;
    },
  },
];

/** What the desk has to arrange and what is to come, the next day first. */
export function PickupTable({ pickups, dimmed }: { pickups: readonly ManagedPickup[]; dimmed: boolean }) {
  const arrange = useArrangePickup();
  const [planned, setPlanned] = useState<ManagedPickup | null>(null);
  const [declined, setDeclined] = useState<ManagedPickup | null>(null);
  const [printed, setPrinted] = useState<ManagedPickup | null>(null);
  const planAct = (pickup: ManagedPickup): RowAct => ({
    label: planLabel(pickup),
    icon: 'route',
    onChoose: () => setPlanned(pickup),
  });
  const actsOf = (pickup: ManagedPickup): RowAct[] => {
    const { id, state, visit } = pickup;
    const isOpen = visit?.state !== 'done';
    return [
      ...(isOpen ? [planAct(pickup)] : []),
      ...(state === 'pending'
        ? [{ label: 'Mark as arranged', icon: 'check' as const, onChoose: () => arrange.mutate({ id }) }]
        : []),
      ...(isOpen ? [{ label: declineLabel(pickup), icon: 'x' as const, onChoose: () => setDeclined(pickup) }] : []),
    ];
  };
  const menuOf = (pickup: ManagedPickup) => ({
    of: `${pickup.shop.name}, ${formatDayOfWeek(pickup.day)}`,
    acts: [
      ...actsOf(pickup),
      ...(toPrint(pickup).total > 0
        ? [{ label: 'Hand-over list', icon: 'printer' as const, onChoose: () => setPrinted(pickup) }]
        : []),
    ],
  });
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
          <span className="second-line typed">{formatHours({ from, until })}</span>
        </>
      ),
    },
    {
      key: 'parcels',
      head: 'Parcels',
      place: 'body',
      cell: ({ parcels, shop, kind, note, isDayOff, visit }) => (
        <>
          {counted(parcels, 'parcel')}
          {kind === 'return' && ', return'}
          {isDayOff && <span className="second-line">A day off: plan or decline it.</span>}
          {visit && <VisitLine visit={visit} />}
          {note && (
            <span className="second-line">
              <Verbatim>{note}</Verbatim>
            </span>
          )}
          {shop.phone && <Phone phone={shop.phone} />}
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
      width: '12rem',
      cell: (pickup) => {
        const [first] = actsOf(pickup);
        return (
          <>
            {first && <ActButton act={first} of={pickup.shop.name} />}
            <RowMenu {...menuOf(pickup)} />
          </>
        );
      },
    },
  ];
  return (
    <>
      <FailureNotice of={arrange.failure} />
      <DataTable
        caption="Pickups"
        columns={columns}
        rows={pickups}
        dimmed={dimmed}
        desk={{
          columns: deskColumns(planAct),
          menu: menuOf,
        }}
        empty={<Empty icon="truck">No pickups to come.</Empty>}
      />
      {planned && <PlanDialog pickup={planned} onClose={() => setPlanned(null)} />}
      {printed && (
        <Suspense>
          <PrintDialog toPrint={toPrint(printed)} documents={DOCUMENTS} onClose={() => setPrinted(null)} />
        </Suspense>
      )}
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
