import { type Bulk, bulkTitle } from '../../domain/bulk.ts';
import { formatListDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { outcomeText } from './bulk-outcome.tsx';

interface ListedBulk extends Bulk {
  isUndoing: boolean;
}

function statusOf({ endedAt, failed, skipped, undoneBy, isUndoing }: ListedBulk) {
  if (endedAt === null) return { tone: 'plain', icon: 'clock', label: 'Running' } as const;
  if (isUndoing) return { tone: 'plain', icon: 'clock', label: 'Undoing' } as const;
  if (undoneBy !== null) return { tone: 'plain', icon: 'undo-2', label: 'Undone' } as const;
  if (failed > 0) return { tone: 'bad', icon: 'x', label: 'Failed' } as const;
  return skipped > 0
    ? ({ tone: 'warn', icon: 'ban', label: 'In part' } as const)
    : ({ tone: 'good', icon: 'check', label: 'Done' } as const);
}

const COLUMNS: Column<ListedBulk>[] = [
  { head: 'Date', place: 'side', cell: ({ createdAt }) => <span className="when">{formatListDate(createdAt)}</span> },
  {
    head: 'Change',
    place: 'main',
    cell: (bulk) => <RowLink to={paths.manageBulk(bulk.id)}>{bulkTitle(bulk)}</RowLink>,
  },
  { head: 'By', place: 'body', cell: ({ actor }) => <Verbatim>{actor}</Verbatim> },
  { head: 'Result', place: 'body', cell: outcomeText },
  { head: 'Status', place: 'foot', cell: (bulk) => <Badge {...statusOf(bulk)} /> },
];

export function BulkTable({ bulks }: { bulks: readonly Bulk[] }) {
  const isUndoing = ({ id }: Bulk) => bulks.some(({ undoes, endedAt }) => undoes === id && endedAt === null);
  return (
    <DataTable
      caption="Changes to many shipments"
      columns={COLUMNS}
      rows={bulks.map((bulk) => ({ ...bulk, isUndoing: isUndoing(bulk) }))}
      empty={<Empty icon="package-open">Select shipments in the list to change many at once.</Empty>}
    />
  );
}
