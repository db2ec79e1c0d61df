import { formatPrice } from '../../config/currency.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentSummary } from '../../domain/shipment.ts';
import { NO_ACTIVITY, NO_ADDRESS } from '../../domain/timeline.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { type DeskColumn, TwoLines } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RowChoice } from '../selection/row-choice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { PendingChange } from './pending-change.tsx';
import { OtherNumbers, ShipmentNumbers } from './shipment-numbers.tsx';
import { StatusBadge } from './status-badge.tsx';

type ShownColumn = DeskColumn<ShipmentSummary>;

const COD: ShownColumn = { head: 'COD', width: '6.5rem', align: 'end', cell: ({ cod }) => cod && formatPrice(cod) };
const FEE: ShownColumn = {
  head: 'Fee',
  width: '6rem',
  align: 'end',
  cell: ({ fee }) => fee !== undefined && formatPrice(fee),
};
const STATUS: ShownColumn = {
  head: 'Status',
  width: '8.75rem',
  cell: ({ status }) => <StatusBadge status={status} />,
};

const nameOf = ({ to }: ShipmentSummary) => <Verbatim>{to?.name ?? ''}</Verbatim>;
const townOf = ({ to }: ShipmentSummary) => <Verbatim>{to?.town ?? ''}</Verbatim>;
const idOf = ({ trackingId }: ShipmentSummary) => (
  <span translate="no" className="typed">
    {trackingId}
  </span>
);
const saidOf = ({ latestActivity }: ShipmentSummary) => latestActivity?.comment || NO_ACTIVITY;
const placeOf = ({ latestActivity }: ShipmentSummary) =>
  latestActivity?.address ? <Verbatim>{latestActivity.address}</Verbatim> : NO_ADDRESS;
const linkOf = ({ trackingId, description }: ShipmentSummary, className?: string) => (
  <RowLink to={paths.trackedShipment(trackingId)} className={className}>
    {description}
  </RowLink>
);

/** What somebody sends, a line each. */
const sentAtDesk = (date: ShownColumn, hasCod: boolean): ShownColumn[] => [
  date,
  { head: 'Shipment', cell: (row) => linkOf(row) },
  {
    head: 'Tracking ID',
    width: '9rem',
    cell: idOf,
  },
  { head: 'Reference', width: '7rem', isWide: true, cell: (row) => <OtherNumbers shipment={row} /> },
  { head: 'Receiver', cell: nameOf },
  { head: 'Town', cell: townOf },
  {
    head: 'Activity',
    cell: (row) => (
      <>
        {saidOf(row)} <span className="soft">{placeOf(row)}</span>
        <PendingChange shipmentId={row.id} />
      </>
    ),
  },
  FEE,
  ...(hasCod ? [COD] : []),
  STATUS,
];

/** The same in two lines. */
const sentOnTablet = (date: ShownColumn): ShownColumn[] => [
  date,
  {
    head: 'Shipment',
    cell: (row) => (
      <TwoLines
        first={linkOf(row, 'font-650 no-underline')}
        second={
          <>
            {idOf(row)} <OtherNumbers shipment={row} />
          </>
        }
      />
    ),
  },
  { head: 'Receiver', cell: (row) => <TwoLines first={nameOf(row)} second={townOf(row)} /> },
  {
    head: 'Activity',
    cell: (row) => (
      <>
        <TwoLines first={saidOf(row)} second={placeOf(row)} />
        <PendingChange shipmentId={row.id} />
      </>
    ),
  },
  {
    head: 'Status, fee',
    width: '10.5rem',
    cell: (row) => <TwoLines first={<StatusBadge status={row.status} />} second={sayMoney(row)} />,
  },
];

const sayMoney = ({ fee, cod }: ShipmentSummary) =>
  [fee !== undefined && `Fee ${formatPrice(fee)}`, cod && `COD ${formatPrice(cod)}`].filter(Boolean).join(', ');

const RECEIVER: Column<ShipmentSummary> = {
  head: 'Receiver',
  place: 'body',
  second: 'Town',
  split: 'halves',
  cell: (row) => (
    <>
      {nameOf(row)}
      <span className="second-line">{townOf(row)}</span>
      <span className="second-line">{sayMoney(row)}</span>
    </>
  ),
};

interface ShipmentTableProps {
  caption: string;
  shipments: readonly ShipmentSummary[];
  dimmed?: boolean;
  selection?: Selection | undefined;
  /** Says where to and for how much, which takes the width of a page. */
  isWide?: boolean;
}

export function ShipmentTable({ caption, shipments, dimmed, selection, isWide = false }: ShipmentTableProps) {
  const isSent = isWide && shipments.some(({ to }) => to);
  const hasCod = shipments.some(({ cod }) => cod);
  const date: ShownColumn = {
    head: 'Date',
    cell: (row) => <RowChoice row={row} selection={selection} />,
    width: selection ? 'clamp(8rem, 30cqi - 10.75rem, 11.5rem)' : '8.5rem',
  };
  const columns: Column<ShipmentSummary>[] = [
    { ...date, width: selection && date.width, place: 'side' },
    {
      head: 'Shipment',
      place: 'main',
      second: 'Tracking ID',
      cell: (row) => (
        <>
          {linkOf(row)}
          <ShipmentNumbers shipment={row} />
        </>
      ),
    },
    ...(isSent ? [RECEIVER] : []),
    {
      head: 'Activity',
      place: 'body',
      second: 'Place',
      split: 'halves',
      cell: (row) => (
        <>
          {saidOf(row)}
          <span className="second-line">{placeOf(row)}</span>
          <PendingChange shipmentId={row.id} />
        </>
      ),
    },
    {
      head: 'Status',
      place: 'foot',
      cell: (row) => (
        <>
          <StatusBadge status={row.status} />{' '}
          {!isSent && row.cod && <span className="second-line">COD {formatPrice(row.cod)}</span>}
        </>
      ),
      desk: hasCod ? [COD, STATUS] : [STATUS],
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      {...(isSent && { desk: { columns: sentAtDesk(date, hasCod) }, tablet: sentOnTablet(date) })}
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
