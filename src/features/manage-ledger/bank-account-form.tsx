import { useQueryClient } from '@tanstack/react-query';
import { onConflict } from '../../api/on-conflict.ts';
import {
  BANK_ACCOUNT_FIELDS,
  type BankAccount,
  type BankAccountFields,
  SaveBankAccountSchema,
} from '../../domain/bank-account.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { pick, useBase } from '../../ui/form/use-base.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useCreateBankAccount, useCreateFallbackBankAccount, useUpdateBankAccount } from './mutations.ts';
import { bankAccountOfUserQuery, fallbackBankAccountQuery } from './queries.ts';

export const saveLabel = (account: BankAccount | null) => (account ? 'Update bank account' : 'Add bank account');

const NO_ACCOUNT: BankAccountFields = { accountName: '', bankName: '', accountNumber: '', routingNumber: '' };

interface BankAccountFormProps {
  account: BankAccount | null;
  /** Null for the general account. */
  userId: string | null;
  onDone: () => void;
}

export function BankAccountForm({ account, userId, onDone }: BankAccountFormProps) {
  const client = useQueryClient();
  const stored = account ?? NO_ACCOUNT;
  const update = useUpdateBankAccount();
  const createSpecial = useCreateBankAccount();
  const createFallback = useCreateFallbackBankAccount();
  const form = useSchemaForm(SaveBankAccountSchema, {
    values: {
      accountName: stored.accountName,
      bankName: stored.bankName,
      accountNumber: stored.accountNumber,
      routingNumber: stored.routingNumber,
      base: {},
    },
  });
  const base = useBase(form, pick(stored, BANK_ACCOUNT_FIELDS));
  return (
    <Form
      form={form}
      persistAs={`bank-account ${userId ?? 'general'}`}
      columns={2}
      errorTitle="The bank account was not saved"
      onSubmit={async ({ base: _, ...fields }) => {
        const input = { ...fields, base: base.read() };
        const save = () => {
          if (account) return update.mutateAsync({ id: account.id, ...input });
          return userId === null ? createFallback.mutateAsync(input) : createSpecial.mutateAsync({ userId, ...input });
        };
        const acceptNow = async () => {
          const query = userId === null ? fallbackBankAccountQuery : bankAccountOfUserQuery(userId);
          const now = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
          base.accept(now ?? account ?? {});
        };
        await save().catch(onConflict(acceptNow, ['CONFLICT', 'NOT_FOUND']));
        toast.success('Bank account saved');
        onDone();
      }}
    >
      <TextField name="accountName" label="Account name" required autoComplete="off" />
      <TextField name="bankName" label="Bank name" required autoComplete="off" />
      <TextField name="accountNumber" label="Account number" mono required autoComplete="off" />
      <TextField name="routingNumber" label="Routing number" mono required autoComplete="off" />
      <SubmitButton pendingLabel="Saving" icon="check" label={saveLabel(account)} />
    </Form>
  );
}
