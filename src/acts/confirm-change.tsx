import type { ReactNode } from 'react';
import type { Change } from '../api/use-change.ts';
import { ConfirmDialog } from '../ui/dialog/dialog.tsx';

export interface Question {
  title: ReactNode;
  label: string;
  pendingLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  children: ReactNode;
}

export interface Changed<Input> {
  change: Change<Input>;
  input: Input;
}

/** The open question before a change, which also says why it failed. */
export function ConfirmChange<Input>({
  change,
  input,
  onClose,
  label,
  ...question
}: Question & Changed<Input> & { onClose: () => void }) {
  function close() {
    change.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      {...question}
      open
      onClose={close}
      onConfirm={() => change.mutate(input, { onSuccess: close })}
      confirmLabel={label}
      pending={change.isPending}
      error={change.failure}
    />
  );
}
