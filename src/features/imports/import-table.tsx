import { formatListDate } from '../../domain/dates.ts';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { ImportState, ShipmentImport } from '../../domain/shipment-import.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import type { Tone } from '../../ui/tone.ts';

const STATE_STYLE: Record<ImportState, { tone: Tone; icon: IconName; label: string }> = {
  checked: { tone: 'plain', icon: 'clock', label: 'Not started' },
  running: { tone: 'move', icon: 'refresh-cw', label: 'Running' },
  done: { tone: 'good', icon: 'check', label: 'Done' },
  undone: { tone: 'plain', icon: 'ban', label: 'Undone' },
};

const columns: Column<ShipmentImport>[] = [
  { head: 'Date', place: 'side', cell: ({ createdAt }) => <span className="when">{formatListDate(createdAt)}</span> },
  {
    head: 'File',
    place: 'main',
    cell: ({ id, fileName }) => <RowLink to={paths.shipmentImport(id)}>{fileName}</RowLink>,
  },
  {
    head: 'Rows',
    place: 'body',
    second: '',
    split: 'halves',
    cell: ({ rows, good, created, state }) => (
      <>
        {counted(rows, 'row')}, {grouped(rows - good)} with errors
        <span className="second-line">
          {state === 'checked' ? 'Nothing imported yet' : `${grouped(created)} imported`}
        </span>
      </>
    ),
  },
  { head: 'Status', place: 'foot', cell: ({ state }) => <Badge {...STATE_STYLE[state]} /> },
];

export function ImportTable({ imports }: { imports: readonly ShipmentImport[] }) {
  return (
    <DataTable caption="Files" columns={columns} rows={imports} empty={<Empty icon="inbox">No files yet.</Empty>} />
  );
}
