import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outbox } from '../../outbox/device-outbox.ts';
import type { OutboxRow } from '../../outbox/outbox-row.ts';
import type { UnreadableRow } from '../../outbox/unreadable-row.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { NOT_CHANGED } from './not-changed.ts';

interface DiscardDialogProps {
  rows: readonly (OutboxRow | UnreadableRow)[] | null;
  onClose: () => void;
  children: ReactNode;
}

export function DiscardDialog({ rows, onClose, children }: DiscardDialogProps) {
  const discard = useMutation({ mutationFn: outbox.discard, meta: { skipsRefetch: true }, onSuccess: onClose });
  function close() {
    discard.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      open={rows !== null}
      onClose={close}
      onConfirm={() => rows && discard.mutate(rows)}
      title="Discard"
      confirmLabel="Discard"
      pending={discard.isPending}
      pendingLabel="Discarding"
      error={discard.isError ? NOT_CHANGED : undefined}
      destructive
    >
      {children}
    </ConfirmDialog>
  );
}
