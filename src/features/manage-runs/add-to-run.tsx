import { type ReactNode, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { useDesk } from '../../browser/density.ts';
import { listRunsToFill, nameRunToFill } from '../../domain/runs/runs-to-fill.ts';
import type { RunList, RunSummary } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { type Decision, ToDecideNotice } from '../run-pool/to-decide-notice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { useAddToRun } from './mutations.ts';

interface AddToRunProps {
  list: RunList;
  selection: Selection;
  onAdded?: () => void;
  children?: ReactNode;
}

/** So few have a button each at the desk. */
const MAX_BUTTONS = 4;

/** Suggests a run of the list's day that has not left yet. Fails if the run has changed. */
export function AddToRun({ list, selection, onAdded, children }: AddToRunProps) {
  const add = useAddToRun();
  const open = listRunsToFill(list);
  const [chosenId, setChosenId] = useState('');
  const isAtDesk = useDesk();
  const run = open.find(({ id }) => id === chosenId) ?? open.find(({ status }) => status !== 'active') ?? open[0];
  if (!run) return children;

  const { toDecide } = serverErrorOf(add.error);
  const isShort = isAtDesk && open.length <= MAX_BUTTONS;

  function submit({ id, version, ...named }: RunSummary, { without = [], despite }: Decision = {}) {
    const leftOut = selection.chosen.filter((one) => without.includes(one.id));
    const added = selection.chosen.filter((one) => !leftOut.includes(one));
    selection.set(leftOut, false);
    if (added.length === 0) return add.reset();
    add.mutate(
      { id, version, shipmentIds: added.map((one) => one.id), despite, name: nameRunToFill(named, list.day) },
      {
        onSuccess() {
          // More may have been chosen since.
          selection.set(added, false);
          onAdded?.();
        },
      },
    );
  }

  return (
    <>
      <ToDecideNotice shipments={toDecide} pending={add.isPending} onDecide={(decision) => submit(run, decision)} />
      {add.failure && toDecide.length === 0 && (
        <Notice tone="bad" title={add.failure.title} live>
          {add.failure.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 items-end">
        {open.length > 1 && !isShort && (
          <div className="flex-[0_1_20rem] min-w-0">
            <Field label="Run" labelHidden>
              {(control) => (
                <Select
                  {...control}
                  value={run.id}
                  options={open.map((one) => ({
                    value: one.id,
                    label: `${nameRunToFill(one, list.day)}, ${one.courier.name}`,
                  }))}
                  onChange={({ target }) => setChosenId(target.value)}
                />
              )}
            </Field>
          </div>
        )}
        {(isShort ? open : [run]).map((one) => (
          <Button
            key={one.id}
            icon="plus"
            className="min-h-$h-field"
            title={one.courier.name}
            pending={add.isPending && one === run}
            pendingLabel="Adding"
            onClick={() => {
              if (add.isPending) return;
              setChosenId(one.id);
              submit(one);
            }}
          >
            Add to {nameRunToFill(one, list.day)}
          </Button>
        ))}
        {children}
      </div>
    </>
  );
}
