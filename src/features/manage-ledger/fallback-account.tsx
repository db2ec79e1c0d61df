import type { SettingsView } from '../../domain/account-view.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import { paths } from '../../domain/paths.ts';
import { ActionBar, ActionLink, Panel } from '../../ui/layout/action-bar.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { BankAccountDetails } from '../ledger/bank-account-details.tsx';
import { BankAccountForm, saveLabel } from './bank-account-form.tsx';
import { DeleteBankAccountDialog } from './delete-dialog.tsx';

interface FallbackAccountProps {
  account: BankAccount | null;
  view: SettingsView | null;
  onClose: () => void;
}

const PANEL_ID = 'settings-panel';

export function FallbackAccount({ account, view, onClose }: FallbackAccountProps) {
  const isOpen = view?.view === 'update-bank-account';
  const closed = paths.manageSettings();
  return (
    <>
      {account ? (
        <BankAccountDetails account={account} />
      ) : (
        <Empty icon="landmark" low>
          No bank account yet.
        </Empty>
      )}
      <div>
        <ActionBar label="Bank account actions">
          <ActionLink
            icon="landmark"
            to={isOpen ? closed : paths.manageSettings({ view: 'update-bank-account' })}
            open={isOpen}
            controls={PANEL_ID}
          >
            {saveLabel(account)}
          </ActionLink>
          {account && (
            <ActionLink
              icon="trash-2"
              destructive
              to={paths.manageSettings({ view: 'delete-bank-account', id: account.id })}
            >
              Delete bank account
            </ActionLink>
          )}
        </ActionBar>
        {isOpen && (
          <Panel id={PANEL_ID} closeTo={closed} title={saveLabel(account)}>
            <BankAccountForm account={account} userId={null} onDone={onClose} />
          </Panel>
        )}
      </div>
      {account && view?.view === 'delete-bank-account' && view.id === account.id && (
        <DeleteBankAccountDialog id={account.id} onClose={onClose}>
          Users without a special account will see no bank details.
        </DeleteBankAccountDialog>
      )}
    </>
  );
}
