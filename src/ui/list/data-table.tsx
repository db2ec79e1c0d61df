// biome-ignore-all lint/a11y/noRedundantRoles: display: grid and block take the meaning of a table away in some browsers
import type { Key, ReactNode } from 'react';

/**
 * Where a column goes on a phone, where each row is a slip:
 *
 *     side    foot     the date, the status
 *     main    sum      what it is, how much
 *     body             more about it (may occur more than once)
 *           action     the row's buttons
 *
 * A row without a `side` begins with its `main`.
 */
export type Place = 'side' | 'foot' | 'main' | 'sum' | 'body' | 'action';

export interface Column<Row> {
  key: string;
  /** Of an `action` column it is read out, not shown. */
  head: ReactNode;
  /** In `main`, a link as its direct child is the target of the whole slip on phones. In `action`, small `Button`s. */
  cell: (row: Row) => ReactNode;
  /** Where there is room, the cell's `second-line` stands beside its first, as a column with this head ('' for none). */
  second?: string;
  /** The two share the cell in halves. Default: a tracking ID's width for the second in `main`, two fifths elsewhere. */
  halves?: boolean;
  place: Place;
  /** From 768 px up, a CSS length (rem). Default: by place; `main` and `body` share what is left. */
  width?: string;
  /** From 768 px up. Default: an amount at the end, the rest at the start. */
  align?: 'start' | 'end';
}

interface DataTableProps<Row> {
  /** What the table holds, read out. */
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Shown instead when there are no rows: an `Empty`. */
  empty: ReactNode;
  /** These rows are on their way out: the next ones are loading. */
  dimmed?: boolean;
}

/** Rows of one kind: a ruled table, on phones a slip a row. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, dimmed = false }: DataTableProps<Row>) {
  const busy = dimmed || undefined;
  const dim = dimmed ? 'dimmed' : '';
  if (rows.length === 0) {
    return (
      <div aria-busy={busy} className={dim}>
        {empty}
      </div>
    );
  }

  const classes = columns.map((column) => cellClass(column, columns));
  const table = (
    <table role="table" aria-busy={busy} className={`cards ${dim}`}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, index) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={isAtEnd(column) ? `card-end card-end-${column.place}` : ''}
              style={{ width: column.width ?? usualWidth(column.place, index === columns.length - 1) }}
            >
              {column.place === 'action' ? <span className="sr-only">{column.head}</span> : paired(column, column.head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column, index) => (
              <td key={column.key} role="cell" className={classes[index]}>
                {column.place === 'action' ? (
                  <div className="card-buttons">{column.cell(row)}</div>
                ) : (
                  paired(column, column.cell(row))
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return <div className="cards-room">{table}</div>;
}

function paired<Row>({ place, second, halves }: Column<Row>, content: ReactNode): ReactNode {
  if (second === undefined) return content;
  return (
    <div className={`card-pair card-pair-${halves ? 'halves' : place}`} data-second={second}>
      {content}
    </div>
  );
}

/** Amounts stand in line at their last digit. */
const isAtEnd = <Row,>({ place, align = place === 'sum' ? 'end' : 'start' }: Pick<Column<Row>, 'place' | 'align'>) =>
  align === 'end';

function cellClass<Row>({ place, align }: Column<Row>, columns: readonly Column<Row>[]): string {
  const has = (other: Place) => columns.some((column) => column.place === other);
  const leads = place === 'main' && !has('side');
  const shares = place === 'main' && (has('sum') || (leads && has('foot')));
  return [`card-${place}`, leads && 'card-leads', shares && 'card-shares', isAtEnd({ place, align }) && 'card-end']
    .filter(Boolean)
    .join(' ');
}

/** Stacked tables line up: dates and states are equally wide everywhere. The last column has no space after it. */
function usualWidth(place: Place, last: boolean): string | undefined {
  if (place === 'side') return '8rem';
  if (place === 'foot') return last ? '7.75rem' : '8.75rem';
  if (place === 'sum') return '10.75rem';
  if (place === 'action') return '6rem';
  return undefined;
}
