import type { ReactNode } from 'react';
import { NO_ACTIVITY, NO_ADDRESS } from '../../domain/activity.ts';
import { formatListDate } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PendingChange } from '../shipments/pending-change.tsx';
import { RowStatus } from '../shipments/row-status.tsx';
import { ShipmentNumbers } from '../shipments/shipment-numbers.tsx';

const renderLink = (row: ManagedShipmentSummary): ReactNode => (
  <>
    <RowLink to={paths.manageShipment(row.id)}>{row.description}</RowLink>
    <ShipmentNumbers shipment={row} />
  </>
);

const columnsWith = (renderShipment: typeof renderLink): Column<ManagedShipmentSummary>[] => [
  {
    key: 'date',
    head: 'Date',
    place: 'side',
    cell: (row) => <span className="when">{formatListDate(row.createdAt)}</span>,
  },
  {
    key: 'shipment',
    head: 'Shipment',
    place: 'main',
    // Beside a checkbox the tracking ID belongs to its label.
    ...(renderShipment === renderLink && { second: 'Tracking ID' }),
    cell: renderShipment,
  },
  {
    key: 'parties',
    head: 'From and to',
    place: 'body',
    second: '',
    split: 'halves',
    width: '24%',
    cell: (row) => (
      <>
        <Verbatim>{row.senderName}</Verbatim>
        <span className="soft text-small block">
          to <Verbatim>{row.receiverName}</Verbatim>
        </span>
      </>
    ),
  },
  {
    key: 'activity',
    head: 'Activity',
    place: 'body',
    second: 'Place',
    cell: (row) => (
      <>
        {row.latestActivity?.comment || NO_ACTIVITY}
        <span className="soft text-small block">
          {row.latestActivity?.address ? <Verbatim>{row.latestActivity.address}</Verbatim> : NO_ADDRESS}
        </span>
        <PendingChange shipmentId={row.id} hideStatus />
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    place: 'foot',
    width: 'clamp(9.5rem, 16cqi, 13.5rem)',
    cell: (row) => <RowStatus shipment={row} />,
  },
];

interface ManagedShipmentTableProps {
  caption: string;
  shipments: readonly ManagedShipmentSummary[];
  dimmed?: boolean;
  /** Default: a link to the shipment. */
  renderShipment?: ((shipment: ManagedShipmentSummary) => ReactNode) | undefined;
}

export function ManagedShipmentTable(props: ManagedShipmentTableProps) {
  const { caption, shipments, dimmed, renderShipment = renderLink } = props;
  return (
    <DataTable
      caption={caption}
      columns={columnsWith(renderShipment)}
      rows={shipments}
      rowKey={(row) => row.id}
      dimmed={dimmed}
      empty={<Empty icon="package-open">{texts.noShipments}</Empty>}
    />
  );
}
