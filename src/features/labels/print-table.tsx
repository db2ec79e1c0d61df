import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import type { Print } from '../../domain/labels/printing.ts';
import { paths } from '../../domain/paths.ts';
import { DateText } from '../../ui/date-text.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { DOCUMENT_LABELS } from './print-choices.ts';

const COLUMNS: Column<Print>[] = [
  {
    head: 'Printed',
    place: 'main',
    cell: ({ document, copies }) => (
      <b>
        {DOCUMENT_LABELS[document]}
        {copies > 1 && `, ${copies} copies`}
      </b>
    ),
  },
  {
    head: 'Shipments',
    place: 'body',
    cell: ({ shipment, count }) =>
      shipment ? (
        <Link to={paths.manageShipment(shipment.id)} translate="no" className="go typed">
          {shipment.trackingId}
        </Link>
      ) : (
        counted(count, 'shipment')
      ),
  },
  { head: 'By', place: 'body', cell: ({ by }) => (by ? <Verbatim>{by}</Verbatim> : 'A deleted account') },
  {
    head: 'When',
    place: 'foot',
    width: 'clamp(9rem, 30cqi, 17rem)',
    cell: ({ at }) => <DateText>{formatActivityDate(at)}</DateText>,
  },
];

export function PrintTable({ prints, dimmed }: { prints: readonly Print[]; dimmed: boolean }) {
  return (
    <DataTable
      caption="What was printed"
      columns={COLUMNS}
      rows={prints}
      dimmed={dimmed}
      empty={<Empty icon="printer">Nothing was printed yet. Select shipments in the list to print their labels.</Empty>}
    />
  );
}
