import { useState } from 'react';
import type { RunDetails } from '../../domain/runs/views.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { formatFailure, useChangeRun } from './mutations.ts';

/** What a manager can do with a whole run, and how each is asked for. */
export const RUN_ACTS = {
  release: {
    title: 'Release run',
    icon: 'send',
    label: 'Release',
    pendingLabel: 'Releasing',
    question: 'The courier will see this run on their phone. You can still change it.',
    done: 'Run released',
    failure: 'The run was not released',
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
    failure: 'The run was not closed',
    destructive: true,
  },
  cancel: {
    title: 'Cancel run',
    icon: 'ban',
    label: 'Cancel run',
    pendingLabel: 'Cancelling',
    question: 'Its parcels go back to the shipments without a run.',
    done: 'Run cancelled',
    failure: 'The run was not cancelled',
    destructive: true,
  },
} as const satisfies Record<string, { title: string; icon: IconName; [word: string]: string | boolean }>;

export type RunChange = keyof typeof RUN_ACTS;

interface ChangeRunDialogProps {
  run: RunDetails;
  act: RunChange;
  onClose: () => void;
}

/** Asks before a run is released, closed or cancelled. It applies only to the run as shown. */
export function ChangeRunDialog({ run, act, onClose }: ChangeRunDialogProps) {
  const [seen] = useState({ id: run.id, version: run.version });
  const change = useChangeRun(act);
  const { question, done, failure, label, icon: _, ...words } = RUN_ACTS[act];
  return (
    <ConfirmDialog
      {...words}
      open
      onClose={onClose}
      onConfirm={() =>
        change.mutate(seen, {
          onSuccess() {
            toast.success(done);
            onClose();
          },
        })
      }
      confirmLabel={label}
      cancelLabel="Back"
      pending={change.isPending}
      error={change.isError ? { title: failure, message: formatFailure(change.error) } : undefined}
    >
      {question}
    </ConfirmDialog>
  );
}
