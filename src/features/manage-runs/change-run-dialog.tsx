import { useState } from 'react';
import type { RunDetails } from '../../domain/runs/views.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { useChangeRun } from './mutations.ts';
import type { StopOrder } from './order/use-stop-order.ts';

export const RUN_ACTS = {
  release: {
    title: 'Release run',
    icon: 'send',
    label: 'Release',
    pendingLabel: 'Releasing',
    question: 'The courier will see this run on their phone. You can still change it.',
    done: 'Run released',
    failed: 'The run was not released',
    destructive: false,
  },
  close: {
    title: 'Close run',
    icon: 'lock',
    label: 'Close run',
    pendingLabel: 'Closing',
    question:
      'Parcels in the vehicle count as missing, and the rest goes back to the shipments without a run. ' +
      'Anything the courier’s phone reports later still counts.',
    done: 'Run closed',
    failed: 'The run was not closed',
    destructive: true,
  },
  cancel: {
    title: 'Cancel run',
    icon: 'ban',
    label: 'Cancel run',
    pendingLabel: 'Cancelling',
    question: 'Its parcels go back to the shipments without a run.',
    done: 'Run cancelled',
    failed: 'The run was not cancelled',
    destructive: true,
  },
} as const satisfies Record<string, { title: string; icon: IconName; [word: string]: string | boolean }>;

export type RunChange = keyof typeof RUN_ACTS;

interface ChangeRunDialogProps {
  run: RunDetails;
  act: RunChange;
  order: StopOrder;
  onClose: () => void;
}

/** Applies to the run as shown. Releasing saves the order of stops first. */
export function ChangeRunDialog({ run, act, order, onClose }: ChangeRunDialogProps) {
  const [version, setVersion] = useState(run.version);
  const [isTried, setTried] = useState(false);
  const { question, done, failed, label, icon: _, ...words } = RUN_ACTS[act];
  const change = useChangeRun(act, { done, failed });
  const isOrderFirst = act === 'release' && order.isChanged;

  function apply(now: number) {
    setVersion(now);
    change.mutate({ id: run.id, version: now }, { onSuccess: onClose });
  }

  function confirm() {
    setTried(true);
    if (isOrderFirst) order.save(version).then(apply, () => undefined);
    else apply(version);
  }

  return (
    <ConfirmDialog
      {...words}
      open
      onClose={onClose}
      onConfirm={confirm}
      confirmLabel={label}
      cancelLabel="Back"
      pending={order.isSaving || change.isPending}
      error={(isTried && isOrderFirst && order.failure) || change.failure}
    >
      {question}
      {isOrderFirst && <p className="mt-3">Your order of the stops is saved first.</p>}
    </ConfirmDialog>
  );
}
