import { useClosePanel } from '../../browser/panel-history.ts';
import type { AccountView } from '../../domain/account-view.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import { paths } from '../../domain/paths.ts';
import { ActionBar, ActionLink, Panel } from '../../ui/layout/action-bar.tsx';
import { AddBillForm } from './add-bill-form.tsx';
import { AddDepositForm, ChargeFeeForm } from './add-transaction-form.tsx';
import { BankAccountForm, saveLabel } from './bank-account-form.tsx';

interface AccountActionsProps {
  userId: string;
  /** Special or general; undefined while loading. */
  account: BankAccount | null | undefined;
  view: AccountView | null;
}

const PANEL_ID = 'account-panel';

export function AccountActions({ userId, account, view }: AccountActionsProps) {
  const closed = paths.manageUserAccount(userId);
  const special = account && !account.fallback ? account : null;
  const close = useClosePanel(closed);
  const link = (action: 'add-deposit' | 'add-bill' | 'charge-fee' | 'update-bank-account') => ({
    to: view?.view === action ? closed : paths.manageUserAccount(userId, { view: action }),
    open: view?.view === action,
    controls: PANEL_ID,
  });
  const panel = { id: PANEL_ID, closeTo: closed };
  const form = { userId, onDone: close };
  return (
    <div>
      <ActionBar label="Account actions">
        <ActionLink icon="plus" {...link('add-deposit')}>
          Add deposit
        </ActionLink>
        <ActionLink icon="receipt-text" {...link('add-bill')}>
          Add bill
        </ActionLink>
        <ActionLink icon="wallet" {...link('charge-fee')}>
          Charge fee
        </ActionLink>
        <ActionLink icon="landmark" {...link('update-bank-account')}>
          {saveLabel(special)}
        </ActionLink>
        {special && (
          <ActionLink
            icon="trash-2"
            destructive
            to={paths.manageUserAccount(userId, { view: 'delete-bank-account', id: special.id })}
          >
            Delete bank account
          </ActionLink>
        )}
      </ActionBar>
      {view?.view === 'add-deposit' && (
        <Panel {...panel} title="Add deposit">
          <AddDepositForm {...form} />
        </Panel>
      )}
      {view?.view === 'add-bill' && (
        <Panel {...panel} title="Add bill">
          <AddBillForm {...form} />
        </Panel>
      )}
      {view?.view === 'charge-fee' && (
        <Panel {...panel} title="Charge fee">
          <ChargeFeeForm {...form} />
        </Panel>
      )}
      {view?.view === 'update-bank-account' && account !== undefined && (
        <Panel {...panel} title={saveLabel(special)}>
          <BankAccountForm {...form} account={special} />
        </Panel>
      )}
    </div>
  );
}
