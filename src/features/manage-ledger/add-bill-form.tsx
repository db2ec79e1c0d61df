import { AddBillSchema } from '../../domain/bill.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AmountField } from './amount-field.tsx';
import { useAddBill } from './mutations.ts';

/** Only this user is emailed, not the shipment's other party. */
export function AddBillForm({ userId, onDone }: { userId: string; onDone: () => void }) {
  const add = useAddBill();
  const form = useSchemaForm(AddBillSchema, { defaultValues: { userId, summary: '', trackingId: '' } });
  return (
    <Form
      form={form}
      persistAs={`add-bill ${userId}`}
      columns={2}
      errorTitle="The bill was not added"
      onSubmit={async (values) => {
        await add.mutateAsync(values);
        toast.success('Bill added', 'The user will be emailed.');
        onDone();
      }}
    >
      <AmountField />
      <TextField
        name="trackingId"
        label="Tracking ID"
        hint="For a shipment this user sends or receives."
        mono
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField name="summary" label="Summary" required autoComplete="off" wide />
      <SubmitButton pendingLabel="Adding" icon="receipt-text" label="Add bill" />
    </Form>
  );
}
