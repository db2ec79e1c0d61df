import { type ReactNode, useState } from 'react';
import { counted } from '../../domain/figures.ts';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { RunSummary } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Selection } from '../run-pool/use-selection.ts';
import { formatFailure, useAddToRun } from './mutations.ts';

interface AddToRunProps {
  runs: readonly RunSummary[];
  selection: Selection;
  onAdded?: () => void;
  /** What else can be done with them. */
  children?: ReactNode;
}

/** Adds the chosen shipments to one of these runs, as the manager sees it now. */
export function AddToRun({ runs, selection, onAdded, children }: AddToRunProps) {
  const add = useAddToRun();
  const open = runs.filter(({ status }) => isOpenRun(status));
  const [chosenId, setChosenId] = useState('');
  const run = open.find(({ id }) => id === chosenId) ?? open[0];
  if (!run) return children;

  function submit({ id, version, name }: RunSummary) {
    const shipmentIds = selection.chosen.map((shipment) => shipment.id);
    add.mutate(
      { id, version, shipmentIds },
      {
        onSuccess() {
          toast.success(`${counted(shipmentIds.length, 'shipment')} added to ${name}`);
          selection.clear();
          onAdded?.();
        },
      },
    );
  }

  return (
    <>
      {add.isError && (
        <Notice tone="bad" title="The shipments were not added" live>
          {formatFailure(add.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 items-end">
        {open.length > 1 && (
          <div className="flex-[0_1_20rem] min-w-0">
            <Field label="Run">
              {(control) => (
                <div className="pick">
                  <select
                    {...control}
                    value={run.id}
                    onChange={({ target }) => setChosenId(target.value)}
                    className="pick-list"
                  >
                    {open.map(({ id, name, courier }) => (
                      <option key={id} value={id}>
                        {name}, {courier.name}
                      </option>
                    ))}
                  </select>
                  <Icon name="chevron-down" />
                </div>
              )}
            </Field>
          </div>
        )}
        <Button
          icon="plus"
          className="min-h-$h-field"
          pending={add.isPending}
          pendingLabel="Adding"
          onClick={() => submit(run)}
        >
          Add to {run.name}
        </Button>
        {children}
      </div>
    </>
  );
}
