import { memo, type ReactNode, useState } from 'react';
import { useDesk } from '../../browser/density.ts';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { useRowLinks } from '../../ui/list/row-link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Moving } from './move-dialog.tsx';
import { LateNotice } from './order/late-notice.tsx';
import { SuggestionNotice } from './order/suggestion-notice.tsx';
import { useStopDrag } from './order/use-stop-drag.ts';
import type { StopOrder } from './order/use-stop-order.ts';
import { useSuggestedOrder } from './order/use-suggested-order.ts';
import { Stop } from './stop.tsx';
import { StopTable } from './stop-table.tsx';

interface StopListProps {
  run: RunDetails;
  order: StopOrder;
  onMove: (moving: Moving) => void;
  /** Replaces the selected stop at the desk. */
  panel?: ReactNode;
  /** Shown below it at the desk. */
  children?: ReactNode;
}

/** The order can be changed while the run is open. */
export function StopList({ run, order, onMove, panel, children }: StopListProps) {
  useRowLinks();
  const isOpen = isOpenRun(run.status);
  const suggestion = useSuggestedOrder(run);
  const [selectedId, select] = useState<string>();
  const isAtDesk = useDesk();
  const { stops } = order;
  const selected = stops.find(({ id }) => id === selectedId) ?? stops.find(isOpenStop) ?? stops[0];
  const asking = (
    <>
      <div className="block-head">
        <h2 id="stops">Stops</h2>
        {isOpen && (
          <div className="flex flex-wrap gap-2">
            {order.unsave && (
              <Button
                small
                icon="undo-2"
                pending={order.isSaving}
                onClick={() => order.unsave?.().catch(() => undefined)}
              >
                Undo new order
              </Button>
            )}
            {suggestion.ask && (
              <Button small icon="route" pending={suggestion.isPending} onClick={suggestion.ask}>
                {suggestion.label}
              </Button>
            )}
          </div>
        )}
      </div>
      <SuggestionNotice suggestion={suggestion} order={order} />
      {isOpen && <LateNotice run={run} stops={stops} />}
      <FailureNotice of={order.failure} />
    </>
  );
  const saving = (
    <>
      {order.isChanged && (
        <div className="save-bar sticky bottom-$h-phone-bar z-bar row gap-3 py-3 bg-paper border-t-2 border-rule-strong">
          <p role="status" className="max-sm:w-full">
            {order.isOvertaken ? 'Someone else changed the order too. This is yours.' : 'You changed the order.'}
          </p>
          <Button
            variant="primary"
            icon="check"
            pending={order.isSaving}
            pendingLabel="Saving"
            onClick={() => order.save(run.version).catch(() => undefined)}
          >
            {order.isOvertaken ? 'Save mine' : 'Save order'}
          </Button>
          <Button icon="undo-2" onClick={order.undo} disabled={order.isSaving}>
            Undo
          </Button>
          <Button onClick={order.discard} disabled={order.isSaving}>
            {order.isOvertaken ? 'Show theirs' : 'Discard'}
          </Button>
        </div>
      )}
      <LeaveGuard when={order.isChanged} isKeptInPanels>
        You changed the order of the stops and haven’t saved it.
      </LeaveGuard>
    </>
  );
  const empty = <Empty icon="package-open">No shipments in this run yet.</Empty>;
  if (!isAtDesk) {
    return (
      <section aria-labelledby="stops" className="stack gap-4" data-unfinished={order.isChanged}>
        {asking}
        {stops.length === 0 ? empty : <StopRows order={order} isOpen={isOpen} onMove={onMove} />}
        {saving}
      </section>
    );
  }
  return (
    <section
      aria-labelledby="stops"
      className="grid gap-x-6 grid-cols-[minmax(0,1fr)_22rem]"
      data-unfinished={order.isChanged}
    >
      <div className="min-w-0">
        {selected ? (
          <StopTable order={order} isOpen={isOpen} selected={selected} onSelect={select} onMove={onMove} />
        ) : (
          empty
        )}
        {saving}
      </div>
      <div className="[container:page/inline-size] sticky top-[calc(var(--h-header)+16px)] self-start max-h-[calc(100dvh-var(--h-header)-84px)] overflow-y-auto overscroll-contain">
        <div className="stack">
          {panel}
          <div className={panel ? 'hidden' : 'stack'}>
            {asking}
            {selected && (
              <ol>
                <Stop
                  key={selected.id}
                  stop={selected}
                  number={stops.indexOf(selected) + 1}
                  count={stops.length}
                  onReorder={isOpen ? (to) => order.move(selected.id, to) : undefined}
                  drag={undefined}
                  onMove={isOpen ? onMove : undefined}
                />
              </ol>
            )}
            {children}
          </div>
        </div>
      </div>
    </section>
  );
}

const isOpenStop = ({ tasks, collections = [] }: RunDetails['stops'][number]) =>
  tasks.some(({ status }) => isOpenTask(status)) || collections.some(({ status }) => status === 'open');

interface StopRowsProps {
  order: StopOrder;
  isOpen: boolean;
  onMove: (moving: Moving) => void;
}

/** Hundreds of rows stay as they are while an order is looked for. */
const StopRows = memo(function StopRows({ order, isOpen, onMove }: StopRowsProps) {
  const drag = useStopDrag(order.move);
  return (
    // The sticky bar must not cover what has the focus.
    <ol ref={drag.list} className="grid grid-cols-[minmax(0,1fr)] [&_:is(a,button)]:scroll-mb-28">
      {order.stops.map((stop, index) => (
        <Stop
          key={stop.id}
          stop={stop}
          number={index + 1}
          count={order.stops.length}
          onReorder={isOpen ? (to) => order.move(stop.id, to) : undefined}
          drag={isOpen && !order.isSaving ? drag.row(stop.id, index) : undefined}
          onMove={isOpen ? onMove : undefined}
        />
      ))}
    </ol>
  );
});
