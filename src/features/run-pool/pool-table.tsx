import { formatListDate } from '../../domain/dates.ts';
import type { PoolShipment } from '../../domain/runs/views.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { ShipmentChoice } from '../selection/shipment-choice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { PendingChange } from '../shipments/pending-change.tsx';
import { AnnouncedBadge, StatusBadge } from '../shipments/status-badge.tsx';
import { LastRun } from './last-run.tsx';

interface PoolTableProps {
  shipments: readonly PoolShipment[];
  selection: Selection;
  dimmed: boolean;
}

export function PoolTable({ shipments, selection, dimmed }: PoolTableProps) {
  const columns: Column<PoolShipment>[] = [
    {
      key: 'shipment',
      head: 'Shipment',
      place: 'main',
      cell: (shipment) => <ShipmentChoice shipment={shipment} selection={selection} />,
    },
    {
      key: 'to',
      head: 'Ship to',
      place: 'body',
      cell: (shipment) => (
        <>
          <Verbatim>{shipment.receiverName}</Verbatim>
          <span className="soft text-small block">
            <AddressText>{shipment.shipTo}</AddressText>
          </span>
          <LastRun shipment={shipment} />
          <PendingChange shipmentId={shipment.id} />
        </>
      ),
    },
    {
      key: 'date',
      head: 'Date',
      place: 'side',
      width: '9.5rem',
      cell: ({ createdAt }) => <span className="when whitespace-nowrap">{formatListDate(createdAt)}</span>,
    },
    {
      key: 'status',
      head: 'Status',
      place: 'foot',
      // As wide as the longest label.
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
      rowKey={({ id }) => id}
      dimmed={dimmed}
      wraps
      empty={<Empty icon="package-open">No shipments without a run.</Empty>}
    />
  );
}
