import type { ReactNode } from 'react';
import { ConfirmChange } from '../../acts/confirm-change.tsx';
import type { Change } from '../../api/use-change.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';
import { useDeleteBankAccount, useDeleteBill, useDeleteTransaction } from './mutations.ts';

interface DeleteProps {
  id: string;
  onClose: () => void;
}

interface DeleteTransactionProps {
  transaction: ManagedTransaction;
  onClose: () => void;
}

/** The server rejects it while pending withdrawals need the money. */
export function DeleteTransactionDialog({ transaction, onClose }: DeleteTransactionProps) {
  const { id, amount, status } = transaction;
  // Deletes only what was on the screen.
  const remove = useDeleteTransaction({ baseAmount: amount, baseStatus: status });
  return (
    <DeleteDialog id={id} onClose={onClose} remove={remove} noun="transaction">
      Are you sure you want to delete this transaction?
    </DeleteDialog>
  );
}

export function DeleteBillDialog(props: DeleteProps) {
  return (
    <DeleteDialog {...props} remove={useDeleteBill()} noun="bill">
      Are you sure you want to delete this bill?
    </DeleteDialog>
  );
}

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
    <ConfirmChange
      change={remove}
      input={{ id }}
      onClose={onClose}
      title={`Delete ${noun}`}
      label="Delete"
      pendingLabel="Deleting"
      destructive
    >
      {children}
    </ConfirmChange>
  );
}
