import type { ReactNode } from 'react';
import type { Change } from '../../api/use-change.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { useDeleteBankAccount, useDeleteBill, useDeleteTransaction } from './mutations.ts';

interface DeleteProps {
  /** The id of what to delete. */
  id: string;
  onClose: () => void;
}

interface DeleteTransactionProps {
  transaction: ManagedTransaction;
  onClose: () => void;
}

/** Asks before deleting a transaction; rejected while pending withdrawals need its money. */
export function DeleteTransactionDialog({ transaction, onClose }: DeleteTransactionProps) {
  const { id, amount, status } = transaction;
  // The manager decides on what was on the screen, even if it has changed since.
  const remove = useDeleteTransaction({ baseAmount: amount, baseStatus: status });
  return (
    <DeleteDialog id={id} onClose={onClose} remove={remove} noun="transaction">
      Are you sure you want to delete this transaction?
    </DeleteDialog>
  );
}

/** Asks before a bill is deleted. */
export function DeleteBillDialog(props: DeleteProps) {
  return (
    <DeleteDialog {...props} remove={useDeleteBill()} noun="bill">
      Are you sure you want to delete this bill?
    </DeleteDialog>
  );
}

/** Asks before deleting a bank account; `children` says which account is shown instead. */
export function DeleteBankAccountDialog({ children, ...props }: DeleteProps & { children: ReactNode }) {
  return (
    <DeleteDialog {...props} remove={useDeleteBankAccount()} noun="bank account">
      Are you sure you want to delete this bank account? {children}
    </DeleteDialog>
  );
}

interface DeleteDialogProps extends DeleteProps {
  remove: Change<{ id: string }>;
  noun: string;
  children: ReactNode;
}

function DeleteDialog({ id, onClose, remove, noun, children }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
      title={`Delete ${noun}`}
      confirmLabel="Delete"
      pending={remove.isPending}
      pendingLabel="Deleting"
      destructive
      error={remove.failure}
    >
      {children}
    </ConfirmDialog>
  );
}
