import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { formatHours } from '../../domain/time-window.ts';
import { Button } from '../../ui/button.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { CollectionRow } from '../deliveries/collection-row.tsx';
import type { Moving } from './move-dialog.tsx';
import { useForgetPlace } from './mutations.ts';
import { DropLine, OrderButtons } from './order/order-buttons.tsx';
import type { StopDrag } from './order/use-stop-drag.ts';
import type { StopMove } from './order/use-stop-order.ts';
import { Parcel } from './parcel.tsx';

interface StopProps {
  stop: RunDetails['stops'][number];
  number: number;
  count: number;
  /** Undefined once the run has ended, like `onMove`. */
  onReorder: ((to: StopMove | number) => void) | undefined;
  drag: StopDrag | undefined;
  onMove: ((moving: Moving) => void) | undefined;
}

/** Only the stops on screen are laid out: 200 of them would hold a phone up. */
const CONTENT =
  'grid gap-3 grid-cols-[minmax(0,1fr)] [content-visibility:auto] [contain-intrinsic-height:auto_12rem] p-1 -m-1';

export function Stop({ stop, number, count, onReorder, drag, onMove }: StopProps) {
  const name = `stop ${number}, ${stop.name}`;
  const open = stop.tasks.filter(({ status }) => isOpenTask(status));
  return (
    <li className={`relative py-4 border-b border-rule ${drag?.isDragged ? 'z-bar bg-well' : ''}`}>
      {drag?.dropAs !== undefined && <DropLine number={drag.dropAs} isAfter={drag.isDropAfter} />}
      <div className={CONTENT}>
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
            {stop.hours && <p>Hours: {formatHours(stop.hours)}</p>}
            {stop.isPlaceLearned && <LearnedPlace id={stop.id} name={name} />}
          </div>
          {onReorder && count > 1 && (
            <OrderButtons name={name} number={number} count={count} onReorder={onReorder} onDrag={drag?.begin} />
          )}
        </div>
        {stop.tasks.length === 0 && !stop.collections && (
          <p className="soft">Its parcels are at another stop of this run now.</p>
        )}
        <ul className="grid empty:hidden">
          {stop.tasks.map((task) => (
            <Parcel key={task.id} task={task} onMove={stop.tasks.length > 1 ? onMove : undefined} />
          ))}
        </ul>
        {stop.collections && (
          <ul className="list-none p-0 m-0">
            {stop.collections.map((collection) => (
              <CollectionRow key={collection.id} collection={collection} isOpen={onMove !== undefined} />
            ))}
          </ul>
        )}
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
      </div>
    </li>
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
