import { type ComponentProps, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { useClosePanel } from '../../browser/panel-history.ts';
import { parseArrival, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { isOpenRun, nextRunStatus } from '../../domain/runs/run-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { Action, ActionBar, ActionLink, Panel } from '../../ui/layout/action-bar.tsx';
import { usePrintDialog } from '../labels/use-print-dialog.tsx';
import { Pool } from '../run-pool/pool.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { AddToRun } from './add-to-run.tsx';
import { ChangeRunDialog, RUN_ACTS, type RunChange } from './change-run-dialog.tsx';
import type { Moving } from './move-dialog.tsx';
import type { StopOrder } from './order/use-stop-order.ts';

const PANEL_ID = 'pool';
const FOR_RUNS = ['run-sheet', 'labels', 'missed-cards'] as const;
const CHANGES: RunChange[] = ['release', 'close', 'cancel'];

interface RunActionsProps {
  run: RunDetails;
  order: StopOrder;
  onMove: (moving: Moving) => void;
  collections: ComponentProps<typeof Pool>['collections'];
}

export function RunActions({ run, order, onMove, collections }: RunActionsProps) {
  const [search] = useSearchParams();
  const isAdding = search.get('view') === 'add';
  const isAtDesk = useDesk();
  const words = (name: string, short: string) =>
    isAtDesk ? { 'aria-label': name, children: short } : { children: name };
  const [asking, setAsking] = useState<RunChange | null>(null);
  const total = run.stops.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const printing = usePrintDialog({ runId: run.id, total }, FOR_RUNS);
  if (!isOpenRun(run.status)) return null;
  return (
    <div className={isAtDesk ? 'flex-none' : ''}>
      <ActionBar label="Run actions">
        <ActionLink
          icon="plus"
          to={paths.manageRun(run.id, isAdding ? {} : { view: 'add' })}
          open={isAdding}
          controls={PANEL_ID}
          {...words('Add shipments', 'Add')}
        />
        {run.progress.open > 0 && (
          <Action icon="route" onClick={() => onMove({ title: 'Move run' })} {...words('Move run', 'Move')} />
        )}
        {run.stops.length > 0 && (
          <Action icon="printer" aria-haspopup="dialog" onClick={printing.open}>
            Print
          </Action>
        )}
        {CHANGES.filter((act) => nextRunStatus(run.status, act) !== null).map((act) => (
          <Action
            key={act}
            icon={RUN_ACTS[act].icon}
            destructive={RUN_ACTS[act].destructive}
            onClick={() => setAsking(act)}
            {...words(RUN_ACTS[act].title, RUN_ACTS[act].title.replace(' run', ''))}
          />
        ))}
      </ActionBar>
      {isAdding && !isAtDesk && <AddPanel run={run} collections={collections} />}
      {printing.dialog}
      {asking && <ChangeRunDialog key={asking} run={run} act={asking} order={order} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** Opens beside the stops at the desk. */
export function AddPanel({ run, collections }: Pick<RunActionsProps, 'run' | 'collections'>) {
  const [search] = useSearchParams();
  const closed = paths.manageRun(run.id);
  const close = useClosePanel(closed);
  const selection = useSelection(`run ${run.id}`);
  const { page, q } = parsePageSearch(search);
  return (
    <Panel id={PANEL_ID} closeTo={closed} title="Add shipments">
      <Pool
        search={{ page, q, ...parseArrival(search) }}
        selection={selection}
        narrow
        collections={collections}
        to={(next) => paths.manageRun(run.id, { view: 'add', ...next })}
      >
        <AddToRun list={{ day: run.day, runs: [run] }} selection={selection} onAdded={close} />
      </Pool>
    </Panel>
  );
}
