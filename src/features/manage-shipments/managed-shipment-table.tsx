import type { ReactNode } from 'react';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { NO_ACTIVITY, NO_ADDRESS } from '../../domain/timeline.ts';
import { useChosenColumns } from '../../ui/list/chosen-columns.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { Ticks } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RowChoice } from '../selection/row-choice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { PendingChange } from '../shipments/pending-change.tsx';
import { RowStatus } from '../shipments/row-status.tsx';
import { ShipmentNumbers } from '../shipments/shipment-numbers.tsx';
import { AnnouncedBadge } from '../shipments/status-badge.tsx';
import { SHIPMENT_COLUMNS, TABLET_COLUMNS, USUAL_COLUMNS } from './desk-columns.tsx';

const columnsWith = (selection: Selection | undefined): Column<ManagedShipmentSummary>[] => [
  {
    head: 'Date',
    place: 'side',
    // It takes one line from 1280 px, beside a check box too.
    width: selection && 'clamp(8rem, 30cqi - 10.75rem, 11.5rem)',
    cell: (row) => <RowChoice row={row} selection={selection} />,
  },
  {
    head: 'Shipment',
    place: 'main',
    second: 'Tracking ID',
    cell: (row) => (
      <>
        <RowLink to={paths.manageShipment(row.id)}>{row.description}</RowLink>
        <ShipmentNumbers shipment={row} />
      </>
    ),
  },
  {
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
    head: 'Status',
    place: 'foot',
    width: 'clamp(9.5rem, 18.5cqi, 15rem)',
    cell: (row) => (
      <>
        <RowStatus shipment={row} />
        {row.announced && <AnnouncedBadge />}
      </>
    ),
  },
];

const ticksOf = (selection: Selection): Ticks<ManagedShipmentSummary> => ({
  label: ({ trackingId }) => `Select ${trackingId}`,
  has: ({ id }) => selection.has(id),
  set: selection.set,
});

const ACT = { head: 'Next', width: '16rem' };

interface ManagedShipmentTableProps {
  caption: string;
  shipments: readonly ManagedShipmentSummary[];
  dimmed?: boolean;
  selection?: Selection;
  /** What is to do about each. */
  renderAct?: ((shipment: ManagedShipmentSummary) => ReactNode) | undefined;
}

export function ManagedShipmentTable(props: ManagedShipmentTableProps) {
  const { caption, shipments, dimmed, selection, renderAct } = props;
  const columns = useChosenColumns('shipments', SHIPMENT_COLUMNS, USUAL_COLUMNS);
  return (
    <DataTable
      caption={caption}
      columns={[
        ...columnsWith(selection),
        ...(renderAct ? [{ ...ACT, place: 'action' as const, cell: renderAct }] : []),
      ]}
      rows={shipments}
      dimmed={dimmed}
      desk={{
        columns: renderAct ? [...columns, { ...ACT, cell: renderAct }] : columns,
        ticks: selection && ticksOf(selection),
      }}
      tablet={renderAct ? undefined : TABLET_COLUMNS}
      empty={<Empty icon="package-open">{texts.noShipments}</Empty>}
    />
  );
}
