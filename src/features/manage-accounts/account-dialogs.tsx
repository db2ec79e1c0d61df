import type { AccountView } from '../../domain/account-view.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import type { Bill } from '../../domain/bill.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';
import { DeleteBankAccountDialog, DeleteBillDialog, DeleteTransactionDialog } from './delete-dialog.tsx';
import { UpdateTransactionDialog } from './update-transaction-dialog.tsx';

interface AccountDialogsProps {
  view: AccountView | null;
  account: BankAccount | null | undefined;
  bills: readonly Bill[] | undefined;
  transactions: readonly ManagedTransaction[] | undefined;
  onClose: () => void;
}

/** The dialog about one row that the address asks for; none about a row that is not there any more. */
export function AccountDialogs({ view, account, bills = [], transactions = [], onClose }: AccountDialogsProps) {
  if (view === null || !('id' in view)) return null;
  const isChosen = ({ id }: { id: string }) => id === view.id;
  const dialog = { id: view.id, onClose };
  switch (view.view) {
    case 'update-transaction': {
      const transaction = transactions.find(isChosen);
      return transaction ? <UpdateTransactionDialog transaction={transaction} onClose={onClose} /> : null;
    }
    case 'delete-transaction':
      return transactions.some(isChosen) ? <DeleteTransactionDialog {...dialog} /> : null;
    case 'delete-bill':
      return bills.some(isChosen) ? <DeleteBillDialog {...dialog} /> : null;
    case 'delete-bank-account':
      if (!account || account.fallback || !isChosen(account)) return null;
      return (
        <DeleteBankAccountDialog {...dialog}>
          The user will use the general bank information if available.
        </DeleteBankAccountDialog>
      );
  }
}
