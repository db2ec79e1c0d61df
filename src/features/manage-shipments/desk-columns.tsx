import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { splitAddress } from '../../domain/labels/split-address.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { NamedColumn } from '../../ui/list/desk-table.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RowStatus } from '../shipments/row-status.tsx';
import { TrackingIdCell } from '../shipments/tracking-id-cell.tsx';

const addressOf = ({ shipTo = '' }: ManagedShipmentSummary) => splitAddress({ shipTo, receiverCountry: '' });
const verbatim = (text: string) => <Verbatim>{text}</Verbatim>;

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
    cell: ({ run, announced }) =>
      run ? (
        <RowLink to={paths.manageRun(run.id)} translate="no" title={run.name}>
          {run.name}
        </RowLink>
      ) : (
        announced && <span className="soft">Announced</span>
      ),
  },
  { key: 'date', head: 'Date', width: '8.5rem', cell: ({ createdAt }) => formatListDate(createdAt) },
  { key: 'timeWindow', head: 'Time window', width: '9rem', cell: ({ timeWindow }) => timeWindow },
  { key: 'description', head: 'Description', cell: ({ description }) => description },
  { key: 'activity', head: 'Activity', cell: ({ latestActivity }) => latestActivity?.comment ?? '' },
  { key: 'cod', head: 'COD', width: '7rem', align: 'end', cell: ({ cod }) => cod && formatPrice(cod) },
  { key: 'place', head: 'Place', cell: ({ latestActivity }) => verbatim(latestActivity?.address ?? '') },
];

export const USUAL_COLUMNS = SHIPMENT_COLUMNS.slice(0, -5).map(({ key }) => key);
