import { Link } from 'react-router-dom';
import { momentOf } from '../../offline/confirmed-at.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { type KeptLine, sizeInWords } from './kept-words.ts';

const COLUMNS: Column<KeptLine>[] = [
  {
    key: 'what',
    head: 'Item',
    place: 'main',
    cell: ({ title, trackingId, isManaged, to }) => (
      <>
        {to ? <Link to={to}>{title}</Link> : title}
        {trackingId && (
          <span className="second-line">
            <span className="typed">{trackingId}</span>
            {isManaged && ', manager view'}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'confirmed',
    head: 'Last updated',
    place: 'body',
    width: '13rem',
    cell: ({ updatedAt }) =>
      updatedAt !== null && (
        <time dateTime={new Date(updatedAt).toISOString()}>
          <span className="md:hidden soft">Last updated </span>
          {momentOf(updatedAt)}
        </time>
      ),
  },
  {
    key: 'size',
    head: 'Size',
    place: 'foot',
    width: '6rem',
    align: 'end',
    cell: ({ bytes }) => <span className="tabular-nums whitespace-nowrap">{sizeInWords(bytes)}</span>,
  },
];

/** Cached items with age and size. */
export function KeptTable({ caption, lines }: { caption: string; lines: readonly KeptLine[] }) {
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
