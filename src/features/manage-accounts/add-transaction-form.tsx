import { valibotResolver } from '@hookform/resolvers/valibot';
import type { UseMutationResult } from '@tanstack/react-query';
import { showOnForm } from '../../api/form-errors.ts';
import { type AddTransaction, AddTransactionSchema, DEFAULT_TRANSACTION_STATUS } from '../../domain/transaction.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AmountField } from './amount-field.tsx';
import { useAddDeposit, useChargeFee } from './mutations.ts';
import { TransactionStatusField } from './transaction-status-field.tsx';

interface PanelFormProps {
  userId: string;
  onDone: () => void;
}

/** Adds money to a user's account. */
export function AddDepositForm(props: PanelFormProps) {
  return (
    <AddTransactionForm
      {...props}
      add={useAddDeposit()}
      label="Add deposit"
      doing="Adding"
      done="Deposit added"
      failure="The deposit was not added"
    />
  );
}

/** Charges a user's account; the balance may become negative. */
export function ChargeFeeForm(props: PanelFormProps) {
  return (
    <AddTransactionForm
      {...props}
      add={useChargeFee()}
      label="Charge fee"
      doing="Charging"
      done="Fee charged"
      failure="The fee was not charged"
    />
  );
}

interface AddTransactionFormProps extends PanelFormProps {
  add: UseMutationResult<{ id: string }, Error, AddTransaction>;
  label: string;
  doing: string;
  done: string;
  failure: string;
}

function AddTransactionForm({ userId, onDone, add, label, doing, done, failure }: AddTransactionFormProps) {
  const form = useForm({
    resolver: valibotResolver(AddTransactionSchema),
    defaultValues: { userId, summary: '', status: DEFAULT_TRANSACTION_STATUS },
  });
  return (
    <Form
      form={form}
      keepAs={`${label} ${userId}`}
      columns={2}
      errorTitle={failure}
      onSubmit={async (values) => {
        try {
          await add.mutateAsync(values);
          toast.good(done);
          onDone();
        } catch (error) {
          showOnForm(form, error);
        }
      }}
    >
      <AmountField />
      <TransactionStatusField />
      <TextField name="summary" label="Summary" required autoComplete="off" wide />
      <SubmitButton pendingLabel={doing} icon="check">
        {label}
      </SubmitButton>
    </Form>
  );
}
