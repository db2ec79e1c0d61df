import { paths } from '../../domain/paths.ts';
import { formatProblem, type ImportRow } from '../../domain/shipment-import.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

const columnsOf = (isUndone: boolean): Column<ImportRow>[] => [
  {
    key: 'line',
    head: 'Line',
    place: 'side',
    width: '6rem',
    cell: ({ line }) => (
      <span className="typed">
        <span className="card-caption">Line </span>
        {line}
      </span>
    ),
  },
  {
    key: 'shipment',
    head: 'Shipment',
    place: 'main',
    second: '',
    split: 'halves',
    cell: ({ description, senderName, receiverName, shipmentId, trackingId }) => (
      <>
        {shipmentId ? (
          <RowLink to={paths.manageShipment(shipmentId)}>{description}</RowLink>
        ) : (
          <span className="line-clamp-2">{description || '—'}</span>
        )}
        <span className="second-line">
          <Verbatim>{senderName || '—'}</Verbatim> to <Verbatim>{receiverName || '—'}</Verbatim>
        </span>
        {trackingId && (
          <span translate="no" className="second-line typed">
            {trackingId}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'problems',
    head: 'Errors',
    place: 'body',
    cell: ({ problems, labelNote }) =>
      problems.length > 0 ? (
        <ul className="grid gap-1">
          {problems.map((problem) => (
            <li key={`${problem.column} ${problem.message}`}>{formatProblem(problem)}</li>
          ))}
        </ul>
      ) : (
        labelNote
      ),
  },
  {
    key: 'verdict',
    head: 'Result',
    place: 'foot',
    cell: ({ problems, shipmentId }) => (
      <Badge {...RESULTS[shipmentId ? 'imported' : problems.length > 0 ? 'error' : isUndone ? 'deleted' : 'ready']} />
    ),
  },
];

const RESULTS = {
  imported: { tone: 'good', icon: 'package-check', label: 'Imported' },
  ready: { tone: 'good', icon: 'check', label: 'Ready' },
  error: { tone: 'bad', icon: 'x', label: 'Error' },
  deleted: { tone: 'plain', icon: 'trash-2', label: 'Deleted' },
} as const;

interface ImportRowTableProps {
  rows: readonly ImportRow[];
  isUndone: boolean;
  dimmed: boolean;
}

export function ImportRowTable({ rows, isUndone, dimmed }: ImportRowTableProps) {
  return (
    <DataTable
      caption="Rows of the file"
      columns={columnsOf(isUndone)}
      rows={rows}
      rowKey={({ line }) => line}
      dimmed={dimmed}
      empty={<Empty icon="circle-check">No rows with errors.</Empty>}
    />
  );
}
