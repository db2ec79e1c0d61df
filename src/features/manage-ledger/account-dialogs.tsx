import { type ReactNode, useState } from 'react';
import type { AccountView } from '../../domain/account-view.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import type { Bill } from '../../domain/bill.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { DeleteBankAccountDialog, DeleteBillDialog, DeleteTransactionDialog } from './delete-dialog.tsx';
import { UpdateTransactionDialog } from './update-transaction-dialog.tsx';

/** `more`: what is not there may come yet. */
interface Listed<Row> {
  data: readonly Row[] | undefined;
  more: object | null;
}

interface AccountDialogsProps {
  view: AccountView | null;
  account: BankAccount | null | undefined;
  bills: Listed<Bill>;
  transactions: Listed<ManagedTransaction>;
  onClose: () => void;
}

export function AccountDialogs({ view, account, bills, transactions, onClose }: AccountDialogsProps) {
  if (view === null || !('id' in view)) return null;
  const { id } = view;
  const key = `${view.view} ${id}`;
  const dialog = { id, onClose };
  switch (view.view) {
    case 'update-transaction':
      return (
        <RowDialog key={key} {...dialog} rows={transactions.data} more={transactions.more} noun="transaction">
          {(transaction) => <UpdateTransactionDialog transaction={transaction} onClose={onClose} />}
        </RowDialog>
      );
    case 'delete-transaction':
      return (
        <RowDialog key={key} {...dialog} rows={transactions.data} more={transactions.more} noun="transaction">
          {(transaction) => <DeleteTransactionDialog transaction={transaction} onClose={onClose} />}
        </RowDialog>
      );
    case 'delete-bill':
      return (
        <RowDialog key={key} {...dialog} rows={bills.data} more={bills.more} noun="bill">
          {() => <DeleteBillDialog {...dialog} />}
        </RowDialog>
      );
    case 'delete-bank-account':
      return (
        <RowDialog key={key} {...dialog} rows={account && [account].filter((one) => !one.fallback)} noun="bank account">
          {() => (
            <DeleteBankAccountDialog {...dialog}>
              The user will use the general bank information if available.
            </DeleteBankAccountDialog>
          )}
        </RowDialog>
      );
  }
}

interface RowDialogProps<Row> {
  id: string;
  rows: readonly Row[] | null | undefined;
  more?: object | null;
  noun: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** Even if that changes or disappears, so that no input is lost. */
export function RowDialog<Row extends { id: string }>({
  id,
  rows,
  more,
  noun,
  onClose,
  children,
}: RowDialogProps<Row>) {
  const [opened, setOpened] = useState<Row>();
  const row = opened ?? rows?.find((one) => one.id === id);
  if (row && !opened) setOpened(row);
  if (row) return children(row);
  if (rows === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={`No such ${noun}`}>
      <DialogBody>
        {more ? `This ${noun} isn’t among those shown. Show more to find it.` : `This ${noun} no longer exists.`}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
