import { type Key, memo, type PointerEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Menu, MenuItem } from '../dialog/menu.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useRowLinks } from './row-link.tsx';

export interface DeskColumn<Row> {
  /** Default: its head. */
  key?: string;
  head: string;
  /** Seen in place of its head. */
  drawnHead?: ReactNode;
  /**
   * It is one line, cut off where it is too long. A `RowLink` in it opens the row, by Enter too.
   */
  cell: (row: Row) => ReactNode;
  /** Columns without one share what is left. */
  width?: string;
  align?: 'end';
  /** Only from 1280 px. */
  isWide?: boolean;
}

export type NamedColumn<Row> = DeskColumn<Row> & { key: string };

/** The box in the head ticks the whole page. */
export interface Ticks<Row> {
  label: (row: Row) => string;
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], isTicked: boolean) => void;
  /** These rows are ticked one by one only. */
  isApart?: (row: Row) => boolean;
}

export interface RowAct {
  label: string;
  icon: IconName;
  onChoose: () => void;
}

/** Each row is one line at the desk. */
export interface DeskLook<Row> {
  columns: readonly DeskColumn<Row>[];
  ticks?: Ticks<Row> | undefined;
  /** The menu is at the row’s end; `of` names the row. */
  menu?: (row: Row) => { of: string; acts: readonly RowAct[] };
  isCurrent?: (row: Row) => boolean;
  rowClass?: (row: Row) => string;
}

/** Rows with an id need no other key. */
export type RowKey<Row> = (row: Row) => Key;

export const byId = (row: unknown) => (row as { id: string }).id;

interface DeskTableProps<Row> extends DeskLook<Row> {
  caption: ReactNode;
  rows: readonly Row[];
  rowKey?: RowKey<Row>;
  /** The next rows are loading. */
  dimmed?: boolean;
  /** Under a finger a row has two lines (`TwoLines`). */
  hasTwoLines?: boolean;
  body?: Ref<HTMLTableSectionElement>;
}

/**
 * This table is for eyes and a mouse (`useDesk`). J, K, X and Enter move, tick and open, as in
 * every list.
 */
export function DeskTable<Row extends { id: string }>(props: DeskTableProps<Row>): ReactNode;
export function DeskTable<Row>(props: DeskTableProps<Row> & { rowKey: RowKey<Row> }): ReactNode;
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey = byId,
    ticks,
    menu,
    isCurrent,
    rowClass,
    body,
    dimmed = false,
    hasTwoLines,
  } = props;
  useRowLinks();
  return (
    <div className="cards-room">
      <table
        aria-busy={dimmed || undefined}
        className={`cards ${hasTwoLines ? 'cards-two' : 'cards-line'} ${dimmed ? 'dimmed' : ''}`}
        onPointerOver={showWhole}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className="cards-tick w-10">
                <TickAll rows={rows.filter((row) => !ticks.isApart?.(row))} ticks={ticks} />
              </th>
            )}
            {columns.map((column) => (
              <th key={keyOf(column)} scope="col" style={{ width: column.width }} className={classOf(column)}>
                {column.drawnHead ?? column.head}
              </th>
            ))}
            {menu && (
              <th scope="col" className="cards-menu w-14">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={rowKey(row)} aria-current={isCurrent?.(row) || undefined} className={rowClass?.(row)}>
              {ticks && (
                <td className="cards-tick">
                  <input
                    type="checkbox"
                    className="check-box"
                    aria-label={ticks.label(row)}
                    checked={ticks.has(row)}
                    onChange={({ target }) => ticks.set([row], target.checked)}
                  />
                </td>
              )}
              <Cells row={row} columns={columns} />
              {menu && (
                <td className="cards-menu">
                  <RowMenu {...menu(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly DeskColumn<Row>[];
}

/** Typing a search or a tick draws no other row. */
const Cells = memo(function CellsOf<Row>({ row, columns }: CellsProps<Row>) {
  return columns.map((column) => (
    <td key={keyOf(column)} className={classOf(column)}>
      {column.cell(row)}
    </td>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/** A cell of a row of two lines. Each is cut off where it is too long. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className="block truncate">{first}</span>
    <span className="second-line truncate">{second}</span>
  </>
);

function showWhole({ target }: PointerEvent) {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
  );
  cell.title = isCut ? cell.innerText : '';
}

const keyOf = <Row,>({ head, key = head }: DeskColumn<Row>) => key;

const classOf = <Row,>({ align, isWide }: DeskColumn<Row>) =>
  `${align === 'end' ? 'card-end' : ''} ${isWide ? 'max-xl:hidden' : ''}`;

function TickAll<Row>({ rows, ticks }: { rows: readonly Row[]; ticks: Ticks<Row> }) {
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter(ticks.has).length;
  const isSome = count > 0 && count < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="check-box"
      aria-label={`Select all ${rows.length} on this page`}
      checked={count === rows.length && count > 0}
      disabled={rows.length === 0}
      onChange={() => ticks.set(rows, count < rows.length)}
    />
  );
}

export function RowMenu({ of, acts }: { of: string; acts: readonly RowAct[] }) {
  const trigger = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (acts.length === 0) return null;
  return (
    <span ref={trigger} className="flex">
      <Button
        variant="icon"
        icon="ellipsis"
        aria-label={`Actions for ${of}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Menu title={of} anchor={trigger.current} onClose={() => setOpen(false)}>
          {acts.map(({ label, icon, onChoose }) => (
            <MenuItem
              key={label}
              onChoose={() => {
                setOpen(false);
                onChoose();
              }}
            >
              <Icon name={icon} />
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}
