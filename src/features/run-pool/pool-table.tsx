import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { splitAddress } from '../../domain/labels/split-address.ts';
import { needsDecision } from '../../domain/next-step.ts';
import type { PoolShipment } from '../../domain/runs/views.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { DeskColumn, Ticks } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { ShipmentChoice } from '../selection/shipment-choice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { PendingChange } from '../shipments/pending-change.tsx';
import { AnnouncedBadge, StatusBadge } from '../shipments/status-badge.tsx';
import { TrackingIdCell } from '../shipments/tracking-id-cell.tsx';
import { LastRun } from './last-run.tsx';

const addressOf = ({ shipTo }: PoolShipment) => splitAddress({ shipTo, receiverCountry: '' });
const verbatim = (text: string) => (
  <span title={text}>
    <Verbatim>{text}</Verbatim>
  </span>
);

const DESK_COLUMNS: readonly DeskColumn<PoolShipment>[] = [
  { head: 'Tracking ID', width: '8.5rem', cell: (shipment) => <TrackingIdCell shipment={shipment} /> },
  { head: 'Receiver', cell: ({ receiverName }) => verbatim(receiverName) },
  { head: 'Street', cell: (row) => verbatim(addressOf(row).street) },
  { head: 'Town', cell: (row) => verbatim(addressOf(row).town) },
  { head: 'COD', width: '6rem', align: 'end', isWide: true, cell: ({ cod }) => cod && formatPrice(cod) },
  { head: 'Last run', cell: (shipment) => <LastRun shipment={shipment} /> },
  {
    head: 'Status',
    width: '10rem',
    cell: ({ status, announced }) => (announced ? <AnnouncedBadge /> : <StatusBadge status={status} />),
  },
  { head: 'Date', width: '8.5rem', isWide: true, cell: ({ createdAt }) => formatListDate(createdAt) },
];

const ticksOf = (selection: Selection): Ticks<PoolShipment> => ({
  label: ({ trackingId }) => `Select ${trackingId}`,
  has: ({ id }) => selection.has(id),
  set: selection.set,
  isApart: needsDecision,
});

interface PoolTableProps {
  shipments: readonly PoolShipment[];
  selection: Selection;
  dimmed: boolean;
  narrow: boolean;
}

export function PoolTable({ shipments, selection, dimmed, narrow }: PoolTableProps) {
  const columns: Column<PoolShipment>[] = [
    {
      head: 'Shipment',
      place: 'main',
      cell: (shipment) => <ShipmentChoice shipment={shipment} selection={selection} />,
    },
    {
      head: 'Ship to',
      place: 'body',
      cell: (shipment) => (
        <>
          <Verbatim>{shipment.receiverName}</Verbatim>
          <span className="soft text-small block">
            <AddressText>{shipment.shipTo}</AddressText>
          </span>
          {shipment.cod && <span className="block font-650">COD {formatPrice(shipment.cod)}</span>}
          <LastRun shipment={shipment} />
          <PendingChange shipmentId={shipment.id} />
        </>
      ),
    },
    {
      head: 'Date',
      place: 'side',
      width: '9.5rem',
      cell: ({ createdAt }) => <span className="when whitespace-nowrap">{formatListDate(createdAt)}</span>,
    },
    {
      head: 'Status',
      place: 'foot',
      // The longest label is this wide.
      width: '10rem',
      cell: ({ status, announced }) => (
        <>
          <StatusBadge status={status} />
          {announced && <AnnouncedBadge />}
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption="Shipments without a run"
      columns={columns}
      rows={shipments}
      dimmed={dimmed}
      {...(narrow ? { wraps: true } : { desk: { columns: DESK_COLUMNS, ticks: ticksOf(selection) } })}
      empty={<Empty icon="package-open">No shipments without a run.</Empty>}
    />
  );
}
