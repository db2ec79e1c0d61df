import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../domain/dates.ts';
import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { ManagedCollection, RunDetails } from '../../domain/runs/views.ts';
import { formatHours } from '../../domain/time-window.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type DeskColumn, DeskTable } from '../../ui/list/desk-table.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { COLLECTION_STYLE } from '../deliveries/collection-row.tsx';
import type { Moving } from './move-dialog.tsx';
import { DropLine } from './order/order-buttons.tsx';
import { useStopDrag } from './order/use-stop-drag.ts';
import { STOP_MOVES, type StopMove, type StopOrder } from './order/use-stop-order.ts';
import { TASK_STYLE } from './run-style.ts';

type Stop = RunDetails['stops'][number];

interface StopTableProps {
  order: StopOrder;
  isOpen: boolean;
  selected: Stop;
  onSelect: (id: string) => void;
  onMove: (moving: Moving) => void;
}

const ARROWS: Record<string, StopMove> = { ArrowUp: 'up', ArrowDown: 'down' };

const HOURS: DeskColumn<Stop> = { head: 'Hours', width: '7rem', cell: ({ hours }) => hours && formatHours(hours) };

const WINDOW: DeskColumn<Stop> = {
  head: 'Window',
  width: '12rem',
  cell: ({ window }) => window && `${formatClock(window.from)} to ${formatClock(window.to)}`,
};

export function StopTable({ order, isOpen, selected, onSelect, onMove }: StopTableProps) {
  const { stops } = order;
  const drag = useStopDrag<HTMLTableSectionElement>(order.move);
  const numbers = new Map(stops.map(({ id }, index) => [id, index + 1]));
  const numberOf = ({ id }: Stop) => numbers.get(id) ?? 0;
  const nameOf = (stop: Stop) => `stop ${numberOf(stop)}, ${stop.name}`;
  const dragOf = (stop: Stop) => (isOpen && !order.isSaving ? drag.row(stop.id, numberOf(stop) - 1) : undefined);

  // Moving its row in the page takes the focus from it.
  const moved = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });

  function move(stop: Stop, to: StopMove | number, focused: HTMLElement) {
    moved.current = focused;
    order.move(stop.id, to);
  }

  function onKeyDown(stop: Stop, event: KeyboardEvent<HTMLElement>) {
    const to = event.altKey && ARROWS[event.key];
    if (!to || !isOpen) return;
    event.preventDefault();
    move(stop, to, event.currentTarget);
  }

  function actsOf(stop: Stop) {
    if (!isOpen) return [];
    const open = stop.tasks.filter(({ status }) => isOpenTask(status)).map(({ id }) => id);
    const moves = (Object.keys(STOP_MOVES) as StopMove[]).map((to) => ({
      label: `Move ${STOP_MOVES[to].label}`,
      icon: STOP_MOVES[to].icon,
      onChoose: () => order.move(stop.id, to),
    }));
    const away = {
      label: 'Move to another run',
      icon: 'route' as const,
      onChoose: () => onMove({ title: `Move ${nameOf(stop)}`, taskIds: open }),
    };
    return open.length > 0 ? [...moves, away] : moves;
  }

  return (
    <DeskTable
      caption="Stops"
      rows={stops}
      body={drag.list}
      isCurrent={({ id }) => id === selected.id}
      rowClass={(stop) => `relative ${dragOf(stop)?.isDragged ? 'z-bar bg-well' : ''}`}
      {...(isOpen && { menu: (stop: Stop) => ({ of: nameOf(stop), acts: actsOf(stop) }) })}
      columns={[
        {
          head: 'No.',
          width: '6.5rem',
          cell: (stop) => {
            const row = dragOf(stop);
            if (!isOpen) return numberOf(stop);
            return (
              <span className="flex items-center gap-1">
                {row?.dropAs !== undefined && <DropLine number={row.dropAs} isAfter={row.isDropAfter} />}
                {/* The number and the menu do the same by keyboard. */}
                <span aria-hidden="true" className="drag-handle w-8" onPointerDown={row?.begin}>
                  <Icon name="grip-vertical" />
                </span>
                <NumberInput
                  number={numberOf(stop)}
                  count={stops.length}
                  name={stop.name}
                  onNumber={(to, field) => move(stop, to, field)}
                  onKeyDown={(event) => onKeyDown(stop, event)}
                />
              </span>
            );
          },
        },
        {
          head: 'Receiver',
          cell: (stop) => (
            <button
              type="button"
              aria-pressed={stop.id === selected.id}
              aria-keyshortcuts={isOpen ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
              onKeyDown={(event) => onKeyDown(stop, event)}
              className="min-h-9 w-full truncate font-650"
              onClick={() => onSelect(stop.id)}
            >
              {stop.name ? <Verbatim>{stop.name}</Verbatim> : 'Name and address removed'}
            </button>
          ),
        },
        { head: 'Address', cell: ({ address }) => <Verbatim>{address}</Verbatim> },
        {
          head: 'Parcels',
          width: '6.5rem',
          align: 'end',
          cell: ({ tasks, collections = [] }) =>
            [
              ...(tasks.length > 0 ? [tasks.reduce((sum, { parcels = 1 }) => sum + parcels, 0)] : []),
              ...collections.filter(isShown).map(({ expected }) => `+${expected}`),
            ].join(' '),
        },
        ...(stops.some(({ hours }) => hours) ? [HOURS] : []),
        ...(stops.some(({ window }) => window) ? [WINDOW] : []),
        { head: 'State', width: '9.75rem', cell: (stop) => <State {...stop} /> },
      ]}
    />
  );
}

const isShown = ({ status }: ManagedCollection) => status !== 'moved' && status !== 'cancelled';

/** An open parcel’s state comes before that of the stop’s collection. */
function State({ tasks, collections = [] }: Stop) {
  const task =
    tasks.find(({ status }) => isOpenTask(status)) ?? tasks.find(({ status }) => status !== 'moved') ?? tasks[0];
  const collection = collections.find(({ status }) => status === 'open') ?? collections.at(-1);
  if (collection && (!task || !isOpenTask(task.status))) return <Badge {...COLLECTION_STYLE[collection.status]} />;
  return task && <Badge {...TASK_STYLE[task.status]} />;
}

interface NumberInputProps {
  number: number;
  count: number;
  name: string;
  onNumber: (number: number, field: HTMLInputElement) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function NumberInput({ number, count, name, onNumber, onKeyDown }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = String(number);
  }, [number]);

  function send(field: HTMLInputElement) {
    const typed = /^\s*\d{1,3}\s*$/.test(field.value) ? Number(field.value) : 0;
    if (typed < 1 || typed > count) {
      field.setCustomValidity(`Enter a number from 1 to ${count}.`);
      field.reportValidity();
    } else if (typed !== number) {
      onNumber(typed, field);
    }
  }

  return (
    <input
      ref={input}
      aria-label={`Number of ${name}`}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={number}
      className="w-11 h-8 px-1 text-center typed bg-transparent border border-rule rounded-ctl hover:border-field-rule"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
      onBlur={({ currentTarget }) => {
        currentTarget.setCustomValidity('');
        currentTarget.value = String(number);
      }}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (key === 'Enter') send(currentTarget);
        else if (key === 'Escape') currentTarget.value = String(number);
        else onKeyDown(event);
      }}
    />
  );
}
