import { useEffect, useRef, useState } from 'react';
import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { Moving } from './move-dialog.tsx';
import { useForgetPlace } from './mutations.ts';
import { NumberDialog } from './order/number-dialog.tsx';
import type { StopDrag } from './order/use-stop-drag.ts';
import { Parcel } from './parcel.tsx';
import { STOP_MOVES, type StopMove } from './use-stop-order.ts';

interface StopProps {
  stop: RunDetails['stops'][number];
  number: number;
  count: number;
  /** Undefined once the run has ended, like `onMove`. */
  onReorder: ((to: StopMove | number) => void) | undefined;
  drag: StopDrag | undefined;
  onMove: ((moving: Moving) => void) | undefined;
}

export function Stop({ stop, number, count, onReorder, drag, onMove }: StopProps) {
  const name = `stop ${number}, ${stop.name}`;
  const open = stop.tasks.filter(({ status }) => isOpenTask(status));
  return (
    <li
      className={`relative grid gap-3 py-4 border-b border-rule grid-cols-[minmax(0,1fr)] ${drag?.isDragged ? 'z-bar bg-well' : ''}`}
    >
      {drag?.dropAs !== undefined && <DropLine number={drag.dropAs} isAfter={drag.isDropAfter} />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 justify-between">
        <div className="min-w-0">
          <h3 className="break-anywhere">
            {number}. {stop.name ? <Verbatim>{stop.name}</Verbatim> : 'Name and address removed'}
          </h3>
          <p translate="no" className="break-anywhere">
            {stop.address}
          </p>
          <p translate="no" className="typed soft text-small">
            {stop.phone}
          </p>
          {stop.isPlaceLearned && <LearnedPlace id={stop.id} name={name} />}
        </div>
        {onReorder && count > 1 && (
          <OrderButtons name={name} number={number} count={count} onReorder={onReorder} onDrag={drag?.begin} />
        )}
      </div>
      {stop.tasks.length === 0 && <p className="soft">Its parcels are at another stop of this run now.</p>}
      <ul className="grid empty:hidden">
        {stop.tasks.map((task) => (
          <Parcel key={task.id} task={task} onMove={stop.tasks.length > 1 ? onMove : undefined} />
        ))}
      </ul>
      {onMove && open.length > 0 && (
        <p>
          <Button
            small
            icon="route"
            aria-label={`Move ${name}`}
            onClick={() => onMove({ title: `Move ${name}`, taskIds: open.map(({ id }) => id) })}
          >
            Move stop
          </Button>
        </p>
      )}
    </li>
  );
}

function DropLine({ number, isAfter }: { number: number; isAfter: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-x-0 z-bar h-1 bg-ink pointer-events-none ${isAfter ? '-bottom-0.5' : '-top-0.5'}`}
    >
      <span className="absolute left-0 -top-3 px-2 typed text-small bg-ink text-paper rounded-ctl">{number}</span>
    </div>
  );
}

function LearnedPlace({ id, name }: { id: string; name: string }) {
  const { mutate, isPending, failure } = useForgetPlace();
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-small">
      <span>Couriers’ phones noted where this door is.</span>
      <Button
        small
        variant="quiet"
        pending={isPending}
        pendingLabel="Erasing"
        aria-label={`Erase the place of ${name}`}
        onClick={() => mutate({ id })}
      >
        Erase
      </Button>
      {failure && (
        <span role="alert">
          {failure.title}. {failure.message}
        </span>
      )}
    </div>
  );
}

interface OrderButtonsProps extends Pick<StopProps, 'number' | 'count'> {
  name: string;
  onReorder: (to: StopMove | number) => void;
  onDrag: StopDrag['begin'] | undefined;
}

function OrderButtons({ name, number, count, onReorder, onDrag }: OrderButtonsProps) {
  const numbering = useRef<HTMLButtonElement | null>(null);
  const [isNumbering, setNumbering] = useState(false);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const isAtEnd = (to: StopMove) => number === (to === 'down' ? count : 1);
  // Moving the row in the page takes the focus from its button.
  useEffect(() => {
    if (number > 0 && pressed.current?.isConnected) pressed.current.focus();
    pressed.current = null;
  }, [number]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={`Order of ${name}`} className="flex gap-2">
      {(Object.keys(STOP_MOVES) as StopMove[]).map((to) => (
        <Button
          key={to}
          variant="icon-outline"
          icon={STOP_MOVES[to].icon}
          aria-label={`Move ${name} ${STOP_MOVES[to].label}`}
          // Not `disabled`, which would lose the focus.
          aria-disabled={isAtEnd(to) || undefined}
          title={isAtEnd(to) ? `This is the ${to === 'down' ? 'last' : 'first'} stop` : undefined}
          onClick={({ currentTarget }) => {
            pressed.current = currentTarget;
            onReorder(to);
          }}
        />
      ))}
      <Button
        variant="icon-outline"
        icon="hash"
        aria-label={`Move ${name} to number`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          numbering.current = currentTarget;
          setNumbering(true);
        }}
      />
      {onDrag && (
        // Buttons do the same by keyboard.
        <span aria-hidden="true" className="drag-handle" onPointerDown={onDrag}>
          <Icon name="grip-vertical" />
        </span>
      )}
      {isNumbering && (
        <NumberDialog
          title={`Move ${name}`}
          count={count}
          onClose={() => setNumbering(false)}
          onNumber={(to) => {
            pressed.current = numbering.current;
            onReorder(to);
            setNumbering(false);
          }}
        />
      )}
    </div>
  );
}
