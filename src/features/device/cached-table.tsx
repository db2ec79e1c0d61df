import { formatBytes } from '../../domain/figures.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import type { CachedItem } from './cached-labels.ts';

const COLUMNS: Column<CachedItem>[] = [
  {
    head: 'Item',
    place: 'main',
    cell: ({ title, trackingId, isManaged, to }) => (
      <>
        {to ? <RowLink to={to}>{title}</RowLink> : title}
        {trackingId && (
          <span className="second-line">
            <span translate="no" className="typed">
              {trackingId}
            </span>
            {isManaged && ', manager view'}
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Last updated',
    place: 'body',
    width: '13rem',
    cell: ({ updatedAt }) =>
      updatedAt !== null && (
        <time dateTime={new Date(updatedAt).toISOString()}>
          <span className="card-caption soft">Last updated </span>
          {formatMoment(updatedAt)}
        </time>
      ),
  },
  {
    head: 'Size',
    place: 'foot',
    width: '6rem',
    align: 'end',
    cell: ({ bytes }) => <span className="tabular-nums whitespace-nowrap">{formatBytes(bytes)}</span>,
  },
];

export function CachedTable({ caption, lines }: { caption: string; lines: readonly CachedItem[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={lines}
      rowKey={({ key }) => key}
      empty={
        <div className="pt-4">
          <Empty icon="package-open">Nothing is stored yet.</Empty>
        </div>
      }
    />
  );
}
