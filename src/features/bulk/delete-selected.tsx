import { serverErrorOf } from '../../api/calls/call-error.ts';
import type { Bulk } from '../../domain/bulk.ts';
import { counted } from '../../domain/figures.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { type Hidden, HiddenNote } from '../selection/selection-bar.tsx';
import { PreviewText, useBulkPreview } from './bulk-preview.tsx';
import { useStartBulk } from './mutations.ts';

const CHANGE = { kind: 'delete' } as const;

interface DeleteSelectedProps {
  ids: readonly string[];
  hidden: Hidden;
  onStarted: (bulk: Bulk) => void;
  onClose: () => void;
}

export function DeleteSelected({ ids, hidden, onStarted, onClose }: DeleteSelectedProps) {
  const start = useStartBulk();
  const preview = useBulkPreview(ids, CHANGE);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => start.mutate({ ids: [...ids], change: CHANGE, emails: 'none' }, { onSuccess: onStarted })}
      title={`Delete ${counted(ids.length, 'shipment')}`}
      confirmLabel="Delete"
      pending={start.isPending}
      pendingLabel="Deleting"
      destructive
      error={
        start.error
          ? { title: 'The shipments were not deleted', message: serverErrorOf(start.error).firstMessage }
          : undefined
      }
    >
      <p>Their bills will be closed. This can’t be undone.</p>
      <HiddenNote hidden={hidden} />
      <PreviewText preview={preview} change={CHANGE} />
    </ConfirmDialog>
  );
}
