import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import type { ImportRow } from '../../domain/shipment-import.ts';
import { cellsToSend } from '../../domain/shops/to-send.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { Problems, toSendColumns } from '../to-send/to-send-columns.tsx';

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

const read = ({ labelNote, codNote, ...row }: ImportRow) => ({
  ...cellsToSend({ ...row, cells: row, money: site }),
  notes: [codNote, labelNote].filter(Boolean),
});

export function ImportRowTable({ rows, isUndone, dimmed }: ImportRowTableProps) {
  return (
    <DataTable
      caption="Rows of the file"
      columns={[
        {
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
        ...toSendColumns(read, ({ shipmentId }) => shipmentId && paths.manageShipment(shipmentId)),
        {
          head: 'From',
          place: 'body',
          cell: (row) => (
            <>
              <span className="card-caption">From </span>
              <Verbatim>{row.senderName || '—'}</Verbatim>
              <Problems of={read(row).problems.from} />
            </>
          ),
        },
        {
          head: 'Result',
          place: 'foot',
          cell: ({ problems, shipmentId, trackingId }) => (
            <>
              <Badge
                {...RESULTS[shipmentId ? 'imported' : problems.length > 0 ? 'error' : isUndone ? 'deleted' : 'ready']}
              />
              {trackingId && (
                <span translate="no" className="second-line mt-1 typed">
                  {trackingId}
                </span>
              )}
            </>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ line }) => line}
      dimmed={dimmed}
      empty={<Empty icon="circle-check">No rows with errors.</Empty>}
    />
  );
}
