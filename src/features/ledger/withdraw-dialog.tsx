import { ActForm } from '../../acts/act-form.tsx';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import type { Balance } from '../../domain/balance.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import { needsIban, payoutAccountLabel } from '../../domain/payout-account.ts';
import { fullName } from '../../domain/user.ts';
import { WITHDRAWAL_HOURS, withdrawSchemaIn } from '../../domain/withdrawal.ts';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useProfile } from '../session/queries.ts';
import { useBalanceVisibility } from './balance-visibility.ts';

const schema = withdrawSchemaIn(site.currency);
const isIbanNeeded = needsIban(site.currency);

interface WithdrawDialogProps {
  account: BankAccount | null | undefined;
  /** Undefined while loading. */
  balance: Balance | undefined;
  onClose: () => void;
}

export function WithdrawDialog({ account, balance, onClose }: WithdrawDialogProps) {
  const profile = useProfile();
  const [isShown] = useBalanceVisibility();
  const available = isShown && balance && `You have ${formatPrice(balance.available)} available.`;
  return (
    <ActForm
      title="Withdraw"
      schema={schema}
      values={{
        holder: profile ? fullName(profile) : '',
        accountNumber: account?.accountNumber ?? '',
        bankName: account?.bankName ?? '',
        routingNumber: account?.routingNumber ?? '',
        iban: '',
        bankCode: '',
        summary: '',
      }}
      persistAs="withdraw"
      failed="The withdrawal was not sent"
      call="transaction.withdraw"
      done={['Withdrawal requested', `We’ll process it within ${WITHDRAWAL_HOURS} hours.`]}
      bodyClass="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] [&>.wide]:col-span-full"
      submit={{ label: 'Withdraw', pendingLabel: 'Sending', icon: 'wallet' }}
      onClose={onClose}
    >
      <p className="wide">Your withdrawal will be processed within {WITHDRAWAL_HOURS} hours.</p>
      <MoneyField name="amount" label={inCurrency('Amount')} hint={available} wide />
      <TextField
        name="holder"
        label="Account holder"
        hint="As the bank has it: banks compare the name."
        wide
        required
        autoComplete="off"
      />
      <TextField name="accountNumber" label="Account number" mono wide required autoComplete="off" />
      <TextField name="bankName" label="Bank name" required autoComplete="off" />
      <TextField name="routingNumber" label="Routing number" mono required autoComplete="off" />
      <TextField
        name="iban"
        label={payoutAccountLabel(site.currency)}
        hint={isIbanNeeded ? undefined : 'Where there are none: the account number again.'}
        mono
        wide
        required
        autoComplete="off"
      />
      <TextField name="bankCode" label="Bank code" mono required autoComplete="off" />
      <TextField name="summary" label="Summary" required autoComplete="off" />
    </ActForm>
  );
}
