// biome-ignore-all lint/a11y/noRedundantRoles: display: grid and block take the meaning of a table away in some browsers
import type { ReactNode } from 'react';
import { useDesk } from '../../browser/density.ts';
import { useMedia } from '../layout/use-media.ts';
import { byId, type DeskColumn, type DeskLook, DeskTable, type RowKey } from './desk-table.tsx';
import { useRowLinks } from './row-link.tsx';

/**
 * The position of a column on a phone, where each row is a card:
 *
 *     side    foot     the date, the status
 *     main    sum      what it is, how much
 *     body             more about it (can repeat)
 *           action     the row's buttons
 *
 * A row without a `side` starts with its `main`.
 */
export type Place = 'side' | 'foot' | 'main' | 'sum' | 'body' | 'action';

export interface Column<Row> {
  /** Default: its head. */
  key?: string;
  /** For screen readers only in an `action` column. */
  head: string;
  /** A `RowLink` as a direct child of `main` makes the whole card a target on phones. */
  cell: (row: Row) => ReactNode;
  /** The cell's `second-line` becomes a column with this header on wide screens ('' for none). */
  second?: string;
  /** The second is as wide as a tracking ID in `main`, and two fifths elsewhere, by default. */
  split?: 'halves' | 'long-second';
  place: Place;
  width?: string;
  /** It applies from 768 px. Amounts are at the end by default. */
  align?: 'start' | 'end';
  /** Each line of a cell can be a column at the desk. The default is the column itself. */
  desk?: readonly DeskColumn<Row>[];
}

interface DataTableProps<Row> {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey?: RowKey<Row>;
  empty: ReactNode;
  /** The next rows are loading. */
  dimmed?: boolean;
  /** Eyes and a mouse see these columns by default. */
  desk?: DeskLook<Row>;
  /** Rows of two lines on a tablet, where a card for each would be four. */
  tablet?: readonly DeskColumn<Row>[] | undefined;
  /** Its rows are texts, and not one line at the desk. */
  wraps?: boolean;
}

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>): ReactNode;
export function DataTable<Row>(props: DataTableProps<Row> & { rowKey: RowKey<Row> }): ReactNode;
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey = byId, empty, dimmed = false, wraps = false } = props;
  useRowLinks();
  const isAtDesk = useDesk();
  const isTablet = useMedia('(min-width: 48em)');
  const busy = dimmed || undefined;
  const dim = dimmed ? 'dimmed' : '';
  if (rows.length === 0) {
    return (
      <div aria-busy={busy} className={dim}>
        {empty}
      </div>
    );
  }

  if (isAtDesk && !wraps) {
    const desk = props.desk ?? { columns: columns.flatMap(deskColumns) };
    return <DeskTable {...desk} {...{ caption, rows, rowKey, dimmed }} />;
  }
  if (isTablet && props.tablet) {
    return (
      <DeskTable columns={props.tablet} ticks={props.desk?.ticks} hasTwoLines {...{ caption, rows, rowKey, dimmed }} />
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
              key={column.key ?? column.head}
              role="columnheader"
              scope="col"
              className={isEndAligned(column) ? `card-end card-end-${column.place}` : ''}
              style={{ width: column.width ?? defaultWidth(column.place, index === columns.length - 1) }}
            >
              {column.place === 'action' ? (
                <span className="sr-only">{column.head}</span>
              ) : (
                withSecondLine(column, column.head)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column, index) => (
              <td key={column.key ?? column.head} role="cell" className={classes[index]}>
                {column.place === 'action' ? (
                  <div className="card-buttons">{column.cell(row)}</div>
                ) : (
                  withSecondLine(column, column.cell(row))
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

function deskColumns<Row>(column: Column<Row>, at: number, { length }: readonly Column<Row>[]) {
  const { key = column.head, head, cell, place, width = defaultWidth(place, at === length - 1), desk } = column;
  const align = isEndAligned(column) ? ('end' as const) : undefined;
  if (desk) return desk;
  if (place === 'action') {
    const buttons = (row: Row) => <div className="card-buttons">{cell(row)}</div>;
    return [{ key, head, drawnHead: <span className="sr-only">{head}</span>, width, cell: buttons }];
  }
  const content = (row: Row) => withSecondLine(column, cell(row));
  return [
    {
      key,
      head,
      drawnHead: withSecondLine(column, head),
      cell: content,
      ...(width && { width }),
      ...(align && { align }),
    },
  ];
}

function withSecondLine<Row>({ place, second, split }: Column<Row>, content: ReactNode): ReactNode {
  if (second === undefined) return place === 'body' ? <div className="card-text">{content}</div> : content;
  return (
    <div className={`card-pair card-pair-${split ?? place}`} data-second={second}>
      {content}
    </div>
  );
}

const isEndAligned = <Row,>({
  place,
  align = place === 'sum' ? 'end' : 'start',
}: Pick<Column<Row>, 'place' | 'align'>) => align === 'end';

function cellClass<Row>({ place, align }: Column<Row>, columns: readonly Column<Row>[]): string {
  const has = (other: Place) => columns.some((column) => column.place === other);
  const leads = place === 'main' && !has('side');
  const shares = place === 'main' && (has('sum') || (leads && has('foot')));
  return [`card-${place}`, leads && 'card-leads', shares && 'card-shares', isEndAligned({ place, align }) && 'card-end']
    .filter(Boolean)
    .join(' ');
}

/** Equal widths align stacked tables. The last column has no gap. */
function defaultWidth(place: Place, isLast: boolean): string | undefined {
  if (place === 'side') return 'clamp(8rem, 13.5cqi, 9.5rem)';
  if (place === 'foot') return isLast ? '8.75rem' : '9.75rem';
  if (place === 'sum') return 'clamp(10rem, 18.4cqi, 11.5rem)';
  if (place === 'action') return '6rem';
  return undefined;
}
