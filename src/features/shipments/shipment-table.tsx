import { formatPrice } from '../../config/currency.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentSummary } from '../../domain/shipment.ts';
import { NO_ACTIVITY, NO_ADDRESS } from '../../domain/timeline.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { DeskColumn } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RowChoice } from '../selection/row-choice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { PendingChange } from './pending-change.tsx';
import { ShipmentNumbers } from './shipment-numbers.tsx';
import { StatusBadge } from './status-badge.tsx';

const COD: DeskColumn<ShipmentSummary> = {
  head: 'COD',
  width: '7rem',
  align: 'end',
  cell: ({ cod }) => cod && formatPrice(cod),
};
const FEE: DeskColumn<ShipmentSummary> = {
  head: 'Fee',
  width: '6.5rem',
  align: 'end',
  cell: ({ fee }) => fee !== undefined && formatPrice(fee),
};
const STATUS: DeskColumn<ShipmentSummary> = {
  head: 'Status',
  width: '8.75rem',
  cell: ({ status }) => <StatusBadge status={status} />,
};

interface ShipmentTableProps {
  caption: string;
  shipments: readonly ShipmentSummary[];
  dimmed?: boolean;
  selection?: Selection | undefined;
}

export function ShipmentTable({ caption, shipments, dimmed, selection }: ShipmentTableProps) {
  const isSent = shipments.some(({ to }) => to);
  const columns: Column<ShipmentSummary>[] = [
    {
      head: 'Date',
      place: 'side',
      cell: (row) => <RowChoice row={row} selection={selection} />,
      width: selection && 'clamp(8rem, 30cqi - 10.75rem, 11.5rem)',
    },
    {
      head: 'Shipment',
      place: 'main',
      second: 'Tracking ID',
      cell: (row) => (
        <>
          <RowLink to={paths.trackedShipment(row.trackingId)}>{row.description}</RowLink>
          <ShipmentNumbers shipment={row} />
        </>
      ),
    },
    ...(isSent
      ? [
          {
            head: 'Receiver',
            place: 'body',
            second: 'Town',
            split: 'halves',
            cell: ({ to }) => (
              <>
                <Verbatim>{to?.name ?? ''}</Verbatim>
                <span className="second-line">
                  <Verbatim>{to?.town ?? ''}</Verbatim>
                </span>
              </>
            ),
          } satisfies Column<ShipmentSummary>,
        ]
      : []),
    {
      head: 'Activity',
      place: 'body',
      second: 'Place',
      split: 'halves',
      cell: ({ id, latestActivity }) => (
        <>
          {latestActivity?.comment || NO_ACTIVITY}
          <span className="second-line">
            {latestActivity?.address ? <Verbatim>{latestActivity.address}</Verbatim> : NO_ADDRESS}
          </span>
          <PendingChange shipmentId={id} />
        </>
      ),
    },
    {
      head: 'Status',
      place: 'foot',
      cell: ({ status, cod, fee }) => (
        <>
          <StatusBadge status={status} />{' '}
          {fee !== undefined && <span className="second-line">Fee {formatPrice(fee)}</span>}
          {cod && <span className="second-line">COD {formatPrice(cod)}</span>}
        </>
      ),
      desk: [...(isSent ? [FEE] : []), ...(shipments.some(({ cod }) => cod) ? [COD] : []), STATUS],
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={shipments}
      dimmed={dimmed}
      empty={
        <div className="pt-4">
          <Empty icon="package-open">{texts.noShipments}</Empty>
        </div>
      }
    />
  );
}
