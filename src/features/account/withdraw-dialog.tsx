import { valibotResolver } from '@hookform/resolvers/valibot';
import { showOnForm } from '../../api/form-errors.ts';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import type { Balance } from '../../domain/balance.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import { WITHDRAWAL_HOURS, WithdrawSchema } from '../../domain/withdrawal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useBalanceVisibility } from './balance-visibility.ts';
import { useWithdraw } from './mutations.ts';

interface WithdrawDialogProps {
  account: BankAccount | null | undefined;
  /** Undefined while loading. */
  balance: Balance | undefined;
  onClose: () => void;
}

export function WithdrawDialog({ account, balance, onClose }: WithdrawDialogProps) {
  const withdraw = useWithdraw();
  const [isShown] = useBalanceVisibility();
  const available = isShown && balance && `You have ${formatPrice(balance.available)} available.`;
  const form = useForm({
    resolver: valibotResolver(WithdrawSchema),
    defaultValues: {
      accountNumber: account?.accountNumber ?? '',
      bankName: account?.bankName ?? '',
      routingNumber: account?.routingNumber ?? '',
      iban: '',
      bankCode: '',
      summary: '',
    },
  });
  return (
    <Dialog open onClose={onClose} title="Withdraw" pending={withdraw.isPending}>
      <Form
        form={form}
        persistAs="withdraw"
        errorTitle="The withdrawal was not sent"
        onSubmit={async (values) => {
          try {
            await withdraw.mutateAsync(values);
            onClose();
          } catch (error) {
            showOnForm(form, error);
          }
        }}
      >
        <DialogBody className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] [&>.wide]:col-span-full">
          <p className="wide">Your withdrawal will be processed within {WITHDRAWAL_HOURS} hours.</p>
          <MoneyField name="amount" label={inCurrency('Amount')} hint={available} wide />
          <TextField name="accountNumber" label="Account number" mono wide required autoComplete="off" />
          <TextField name="bankName" label="Bank name" required autoComplete="off" />
          <TextField name="routingNumber" label="Routing number" mono required autoComplete="off" />
          <TextField name="iban" label="IBAN" mono wide required autoComplete="off" />
          <TextField name="bankCode" label="Bank code" mono required autoComplete="off" />
          <TextField name="summary" label="Summary" required autoComplete="off" />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pendingLabel="Sending" icon="wallet">
            Withdraw
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
