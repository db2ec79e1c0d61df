import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useClosePanel } from '../../browser/panel-history.ts';
import { parsePageSearch } from '../../domain/paged.ts';
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
}

export function RunActions({ run, order, onMove }: RunActionsProps) {
  const [search] = useSearchParams();
  const isAdding = search.get('view') === 'add';
  const closed = paths.manageRun(run.id);
  const close = useClosePanel(closed);
  const [asking, setAsking] = useState<RunChange | null>(null);
  const total = run.stops.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const printing = usePrintDialog({ runId: run.id, total }, FOR_RUNS);
  if (!isOpenRun(run.status)) return null;
  return (
    <div>
      <ActionBar label="Run actions">
        <ActionLink
          icon="plus"
          to={isAdding ? closed : paths.manageRun(run.id, { view: 'add' })}
          open={isAdding}
          controls={PANEL_ID}
        >
          Add shipments
        </ActionLink>
        {run.progress.open > 0 && (
          <Action icon="route" onClick={() => onMove({ title: 'Move run' })}>
            Move run
          </Action>
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
          >
            {RUN_ACTS[act].title}
          </Action>
        ))}
      </ActionBar>
      {isAdding && (
        <Panel id={PANEL_ID} closeTo={closed} title="Add shipments">
          <AddPanel run={run} search={search} onAdded={close} />
        </Panel>
      )}
      {printing.dialog}
      {asking && <ChangeRunDialog key={asking} run={run} act={asking} order={order} onClose={() => setAsking(null)} />}
    </div>
  );
}

function AddPanel({ run, search, onAdded }: { run: RunDetails; search: URLSearchParams; onAdded: () => void }) {
  const selection = useSelection(`run ${run.id}`);
  const { page, q } = parsePageSearch(search);
  return (
    <Pool search={{ page, q }} selection={selection} to={(next) => paths.manageRun(run.id, { view: 'add', ...next })}>
      <AddToRun list={{ day: run.day, runs: [run] }} selection={selection} onAdded={onAdded} />
    </Pool>
  );
}
