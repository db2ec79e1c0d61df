import { AddTransactionSchema, DEFAULT_TRANSACTION_STATUS } from '../../domain/transaction.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { AmountField } from './amount-field.tsx';
import { sayDone, useAddDeposit, useChargeFee } from './mutations.ts';
import { TransactionStatusField } from './transaction-status-field.tsx';

interface PanelFormProps {
  userId: string;
  onDone: () => void;
}

export function AddDepositForm(props: PanelFormProps) {
  return (
    <AddTransactionForm
      {...props}
      add={useAddDeposit()}
      label="Add deposit"
      corrects="It gives back a fee: booked and taxed as one"
      pendingLabel="Adding"
      successMessage="Deposit added"
      errorTitle="The deposit was not added"
    />
  );
}

/** The balance may become negative. */
export function ChargeFeeForm(props: PanelFormProps) {
  return (
    <AddTransactionForm
      {...props}
      add={useChargeFee()}
      label="Charge fee"
      corrects="It takes back a deposit: booked against the bank, without tax"
      pendingLabel="Charging"
      successMessage="Fee charged"
      errorTitle="The fee was not charged"
    />
  );
}

interface AddTransactionFormProps extends PanelFormProps {
  add: ReturnType<typeof useAddDeposit>;
  label: string;
  corrects: string;
  pendingLabel: string;
  successMessage: string;
  errorTitle: string;
}

function AddTransactionForm({
  userId,
  onDone,
  add,
  label,
  corrects,
  pendingLabel,
  successMessage,
  errorTitle,
}: AddTransactionFormProps) {
  const form = useSchemaForm(AddTransactionSchema, {
    defaultValues: { userId, summary: '', status: DEFAULT_TRANSACTION_STATUS, corrects: false },
  });
  return (
    <Form
      form={form}
      persistAs={`${label} ${userId}`}
      columns={2}
      errorTitle={errorTitle}
      onSubmit={async (values) => {
        sayDone(await add.mutateAsync(values), successMessage);
        onDone();
      }}
    >
      <AmountField />
      <TransactionStatusField />
      <TextField name="summary" label="Summary" required autoComplete="off" wide />
      <CheckboxField name="corrects">{corrects}</CheckboxField>
      <SubmitButton pendingLabel={pendingLabel} icon="check" label={label} />
    </Form>
  );
}
