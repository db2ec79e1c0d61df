import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { ImportProblem, ImportRow } from '../../domain/shipment-import.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';

const columns: Column<ImportRow>[] = [
  {
    key: 'line',
    head: 'Line',
    place: 'side',
    width: '6rem',
    cell: ({ line }) => (
      <span className="typed">
        <span className="md:sr-only">Line </span>
        {line}
      </span>
    ),
  },
  {
    key: 'shipment',
    head: 'Shipment',
    place: 'main',
    second: '',
    halves: true,
    cell: ({ description, senderName, receiverName, shipmentId, trackingId }) => (
      <>
        {shipmentId ? <Link to={paths.manageShipment(shipmentId)}>{description}</Link> : description || '—'}
        <span className="second-line">
          {senderName || '—'} to {receiverName || '—'}
        </span>
        {trackingId && <span className="second-line typed">{trackingId}</span>}
      </>
    ),
  },
  {
    key: 'problems',
    head: 'Errors',
    place: 'body',
    cell: ({ problems }) =>
      problems.length > 0 && (
        <ul className="grid gap-1">
          {problems.map((problem) => (
            <li key={`${problem.column} ${problem.message}`}>{formatProblem(problem)}</li>
          ))}
        </ul>
      ),
  },
  {
    key: 'verdict',
    head: 'Result',
    place: 'foot',
    cell: ({ problems, shipmentId }) => {
      if (shipmentId)
        return (
          <Badge tone="good" icon="package-check">
            Imported
          </Badge>
        );
      return problems.length === 0 ? (
        <Badge tone="good" icon="check">
          {' '}
          Ready{' '}
        </Badge>
      ) : (
        <Badge tone="bad" icon="x">
          Error
        </Badge>
      );
    },
  },
];

/** `Weight: Weight is required.`, without naming the column twice. */
const formatProblem = ({ column, message }: ImportProblem) =>
  column === null || message.startsWith(column) ? message : `${column}: ${message}`;

interface ImportRowTableProps {
  rows: readonly ImportRow[];
  /** The next rows are loading. */
  dimmed: boolean;
}

/** Rows of a file with their results. */
export function ImportRowTable({ rows, dimmed }: ImportRowTableProps) {
  return (
    <DataTable
      caption="Rows of the file"
      columns={columns}
      rows={rows}
      rowKey={({ line }) => line}
      dimmed={dimmed}
      empty={<Empty icon="circle-check">No rows with errors.</Empty>}
    />
  );
}
