import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { splitAddress } from '../../domain/labels/split-address.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { type DeskColumn, type NamedColumn, TwoLines } from '../../ui/list/desk-table.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PendingChange } from '../shipments/pending-change.tsx';
import { RowStatus } from '../shipments/row-status.tsx';
import { TrackingIdCell } from '../shipments/tracking-id-cell.tsx';

const addressOf = ({ shipTo = '' }: ManagedShipmentSummary) => splitAddress({ shipTo, receiverCountry: '' });
const verbatim = (text: string) => <Verbatim>{text}</Verbatim>;

function RunOf({ row: { run, announced } }: { row: ManagedShipmentSummary }) {
  if (!run) return announced && <span className="soft">Announced</span>;
  return (
    <RowLink to={paths.manageRun(run.id)} translate="no" title={run.name}>
      {run.name}
    </RowLink>
  );
}

export const SHIPMENT_COLUMNS: readonly NamedColumn<ManagedShipmentSummary>[] = [
  { key: 'status', head: 'Status', width: '15.5rem', cell: (row) => <RowStatus shipment={row} short /> },
  {
    key: 'trackingId',
    head: 'Tracking ID',
    width: '8.5rem',
    cell: (shipment) => <TrackingIdCell shipment={shipment} hideStatus />,
  },
  { key: 'reference', head: 'Reference', width: '7rem', isWide: true, cell: ({ reference }) => verbatim(reference) },
  { key: 'receiver', head: 'Receiver', cell: ({ receiverName }) => verbatim(receiverName) },
  { key: 'street', head: 'Street', cell: (row) => verbatim(addressOf(row).street) },
  { key: 'town', head: 'Town', cell: (row) => verbatim(addressOf(row).town) },
  { key: 'sender', head: 'Sender', isWide: true, cell: ({ senderName }) => verbatim(senderName) },
  {
    key: 'run',
    head: 'Run',
    width: '8.5rem',
    cell: (row) => <RunOf row={row} />,
  },
  { key: 'date', head: 'Date', width: '8.5rem', cell: ({ createdAt }) => formatListDate(createdAt) },
  { key: 'timeWindow', head: 'Time window', width: '9rem', cell: ({ timeWindow }) => timeWindow },
  { key: 'description', head: 'Description', cell: ({ description }) => description },
  { key: 'activity', head: 'Activity', cell: ({ latestActivity }) => latestActivity?.comment ?? '' },
  { key: 'cod', head: 'COD', width: '7rem', align: 'end', cell: ({ cod }) => cod && formatPrice(cod) },
  { key: 'place', head: 'Place', cell: ({ latestActivity }) => verbatim(latestActivity?.address ?? '') },
];

/** The same in two lines a row. */
export const TABLET_COLUMNS: readonly DeskColumn<ManagedShipmentSummary>[] = [
  {
    head: 'Shipment',
    width: '8.75rem',
    cell: ({ id, trackingId, description }) => (
      <>
        <RowLink to={paths.manageShipment(id)} className="block font-650 no-underline">
          <span translate="no" className="typed block">
            {trackingId}
          </span>
          <span className="second-line truncate">{description}</span>
        </RowLink>
        <PendingChange shipmentId={id} hideStatus />
      </>
    ),
  },
  {
    head: 'Receiver',
    cell: (row) => {
      const { street, town } = addressOf(row);
      return (
        <TwoLines first={verbatim(row.receiverName)} second={verbatim([street, town].filter(Boolean).join(', '))} />
      );
    },
  },
  {
    head: 'Sender',
    width: '17%',
    cell: (row) => <TwoLines first={verbatim(row.senderName)} second={verbatim(row.reference)} />,
  },
  {
    head: 'Run, date',
    width: 'clamp(7.9rem, 17%, 12rem)',
    cell: (row) => <TwoLines first={<RunOf row={row} />} second={formatListDate(row.createdAt)} />,
  },
  { head: 'Status', width: '9.75rem', cell: (row) => <RowStatus shipment={row} short /> },
];

export const USUAL_COLUMNS = SHIPMENT_COLUMNS.slice(0, -5).map(({ key }) => key);
