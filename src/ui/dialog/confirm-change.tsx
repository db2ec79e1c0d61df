import type { ReactNode } from 'react';
import { ConfirmDialog } from './dialog.tsx';

interface ConfirmChangeProps<Input> {
  change: {
    mutate(input: Input, options: { onSuccess: () => void }): void;
    reset(): void;
    isPending: boolean;
    failure: { title: string; message?: string } | undefined;
  };
  /** Null while nobody is asked. */
  input: Input | null;
  onClose: () => void;
  title: ReactNode;
  label: string;
  pendingLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  children: ReactNode;
}

/** Asks before a change, and says here why it failed. */
export function ConfirmChange<Input>({ change, input, onClose, label, ...question }: ConfirmChangeProps<Input>) {
  function close() {
    change.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      {...question}
      open={input !== null}
      onClose={close}
      onConfirm={() => input !== null && change.mutate(input, { onSuccess: close })}
      confirmLabel={label}
      pending={change.isPending}
      error={change.failure}
    />
  );
}
