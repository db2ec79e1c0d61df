import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ManagedTransaction, type Payout, TransactionFormSchema } from '../../domain/transaction.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { AmountField } from './amount-field.tsx';
import { sayDone, useUpdateTransaction } from './mutations.ts';
import { TransactionStatusField } from './transaction-status-field.tsx';

interface UpdateTransactionDialogProps {
  transaction: ManagedTransaction;
  onClose: () => void;
}

export function UpdateTransactionDialog({ transaction, onClose }: UpdateTransactionDialogProps) {
  const { id, amount, status, summary, payout, inFileSince } = transaction;
  // A withdrawal that waits is opened to be paid.
  const [isPayment] = useState(payout !== null && status === 'pending');
  const update = useUpdateTransaction();
  const form = useSchemaForm(TransactionFormSchema, {
    // Even if the transaction changes.
    defaultValues: { amount, status: isPayment ? 'successful' : status, summary, isRefused: false, base: {} },
  });
  const isFailing = useWatch({ control: form.control, name: 'status' }) === 'failed';
  const base = useBase(form, { amount, status, summary });
  return (
    <FormDialog
      title={isPayment ? 'Pay withdrawal' : 'Update transaction'}
      form={form}
      persistAs={`update-transaction ${id}`}
      errorTitle="The transaction was not updated"
      send={async ({ base: _, isRefused, ...typed }) => {
        const seen = base.read();
        const refused = isRefused && isFailing ? { isRefused } : {};
        const change = {
          id,
          ...typed,
          ...refused,
          baseAmount: seen.amount,
          baseStatus: isPayment ? 'pending' : seen.status,
        };
        // Someone else may have corrected an untouched summary.
        const isSame = typed.summary === seen.summary;
        sayDone(await update.mutateAsync(isSame ? { ...change, summary: undefined } : change), 'Transaction updated');
      }}
      submit={{ label: 'Update', pendingLabel: 'Updating', icon: 'check' }}
      onClose={onClose}
    >
      {payout && <PayoutDetails payout={payout} />}
      <AmountField />
      <TransactionStatusField />
      {inFileSince && isFailing && (
        <CheckboxField name="isRefused">
          The bank has refused it. It may still pay this if not: the money is back on the balance, and could be paid
          twice.
        </CheckboxField>
      )}
      <TextField name="summary" label="Summary" required autoComplete="off" />
    </FormDialog>
  );
}

function PayoutDetails({ payout }: { payout: Payout }) {
  return (
    <section aria-labelledby="payout" className="grid gap-2">
      <h3 id="payout">Pay to</h3>
      <DescriptionList>
        {payout.holder && <DescriptionItem caption="Account holder" verbatim wide value={payout.holder} />}
        <DescriptionItem caption="Account number" mono value={payout.accountNumber} />
        <DescriptionItem caption="Routing number" mono value={payout.routingNumber} />
        <DescriptionItem caption="Bank name" verbatim value={payout.bankName} />
        <DescriptionItem caption="Bank code" mono value={payout.bankCode} />
        <DescriptionItem caption="IBAN" mono wide value={payout.iban} />
      </DescriptionList>
    </section>
  );
}
