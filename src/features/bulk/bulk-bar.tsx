import { type ReactNode, useState } from 'react';
import { useDesk } from '../../browser/density.ts';
import type { Bulk } from '../../domain/bulk.ts';
import type { ManagedPageSearch } from '../../domain/paged.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { usePrintDialog } from '../labels/use-print-dialog.tsx';
import { SelectAll, SelectionBar } from '../selection/selection-bar.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { BulkDialog, type DialogKind } from './bulk-dialog.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { DeleteSelected } from './delete-selected.tsx';
import { ExportButton } from './export-button.tsx';
import { useHidden } from './use-hidden.ts';

type Act = DialogKind | 'delete' | 'run';

const ACTS: { act: Act; label: string; icon: IconName }[] = [
  { act: 'status', label: 'Status', icon: 'refresh-cw' },
  { act: 'location', label: 'Location', icon: 'map-pin-plus' },
  { act: 'run', label: 'Run', icon: 'truck' },
  { act: 'proof', label: 'Proof', icon: 'package-check' },
];

interface BulkBarProps {
  filter: ManagedPageSearch;
  shipments: readonly ManagedShipmentSummary[];
  selection: Selection;
  renderRuns: (onAdded: () => void) => ReactNode;
}

/** What can be done with the selected shipments, and what became of the last change. */
export function BulkBar({ filter, shipments, selection, renderRuns }: BulkBarProps) {
  const [act, setAct] = useState<Act | null>(null);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const ids = selection.chosen.map(({ id }) => id);
  const hidden = useHidden(selection, filter, shipments);
  // There the head of the list has a box for that.
  const isAtDesk = useDesk();
  const close = () => setAct(null);
  function onStarted(started: Bulk) {
    setBulk(started);
    selection.clear();
    close();
  }
  const printing = usePrintDialog({ ids, total: ids.length });
  const hasMore = shipments.some(({ id }) => !selection.has(id));
  return (
    <>
      <SelectionBar
        selection={selection}
        hidden={hidden}
        selectAll={ids.length > 0 && hasMore && !isAtDesk && <SelectAll selectable={shipments} selection={selection} />}
      >
        <fieldset className="pick-acts">
          <legend className="sr-only">With the selected shipments</legend>
          {ACTS.map(({ act: name, label, icon }) => (
            <Button
              key={name}
              small
              icon={icon}
              aria-haspopup={name === 'run' ? undefined : 'dialog'}
              aria-expanded={name === 'run' ? act === 'run' : undefined}
              onClick={() => setAct(act === name ? null : name)}
            >
              {label}
            </Button>
          ))}
          <Button small icon="printer" aria-haspopup="dialog" onClick={printing.open}>
            Print
          </Button>
          <ExportButton of={{ ids }} small>
            Export
          </ExportButton>
          <Button small icon="trash-2" variant="destructive" aria-haspopup="dialog" onClick={() => setAct('delete')}>
            Delete
          </Button>
        </fieldset>
        {act === 'run' && renderRuns(close)}
      </SelectionBar>
      {bulk && ids.length === 0 && (
        <section aria-label="Last change" className="pick-bar">
          <BulkOutcome key={bulk.id} bulk={bulk} onClose={() => setBulk(null)} />
        </section>
      )}
      {printing.dialog}
      {act === 'delete' && <DeleteSelected {...{ ids, hidden }} onStarted={onStarted} onClose={close} />}
      {act !== null && act !== 'delete' && act !== 'run' && (
        <BulkDialog kind={act} {...{ ids, hidden }} onStarted={onStarted} onClose={close} />
      )}
    </>
  );
}
