import { texts } from '../../domain/errors.ts';
import { UpdatePasswordSchema } from '../../domain/user.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useUpdatePassword } from './mutations.ts';

/** Ends every session; `onDone` goes to the login. */
export function UpdatePasswordForm({ onDone }: { onDone: () => void }) {
  const update = useUpdatePassword();
  const form = useSchemaForm(UpdatePasswordSchema, {
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });
  return (
    <Form
      form={form}
      className="max-w-110"
      errorTitle={texts.updatePasswordFailed}
      onSubmit={async (values) => {
        await update.mutateAsync(values);
        onDone();
      }}
    >
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="8 characters or more."
        required
        validateWith="confirmPassword"
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
        required
        validateWith="password"
      />
      <SubmitButton pendingLabel="Changing" icon="key-round" label="Change password" />
    </Form>
  );
}
