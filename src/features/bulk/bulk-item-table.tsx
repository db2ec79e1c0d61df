import { BULK_REASONS, type BulkItem } from '../../domain/bulk.ts';
import { paths } from '../../domain/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

const STATES = {
  waiting: { tone: 'plain', icon: 'clock', label: 'Waiting' },
  done: { tone: 'good', icon: 'check', label: 'Done' },
  skipped: { tone: 'warn', icon: 'ban', label: 'Left alone' },
  failed: { tone: 'bad', icon: 'x', label: 'Failed' },
} as const;

const COLUMNS: Column<BulkItem>[] = [
  {
    head: 'Shipment',
    place: 'main',
    second: 'Tracking ID',
    cell: ({ shipmentId, description, trackingId }) => (
      <>
        <RowLink to={paths.manageShipment(shipmentId)}>{description}</RowLink>
        <span translate="no" className="second-line typed">
          {trackingId}
        </span>
      </>
    ),
  },
  { head: 'To', place: 'body', cell: ({ receiverName }) => <Verbatim>{receiverName}</Verbatim> },
  { head: 'Reason', place: 'body', cell: ({ reason }) => reason && BULK_REASONS[reason] },
  { head: 'Result', place: 'foot', cell: ({ state }) => <Badge {...STATES[state]} /> },
];

export function BulkItemTable({ items, dimmed }: { items: readonly BulkItem[]; dimmed: boolean }) {
  return (
    <DataTable
      caption="Shipments of this change"
      columns={COLUMNS}
      rows={items}
      rowKey={({ shipmentId }) => shipmentId}
      dimmed={dimmed}
      empty={<Empty icon="circle-check">Everything was changed.</Empty>}
    />
  );
}
