import { valibotResolver } from '@hookform/resolvers/valibot';
import type { ReactNode } from 'react';
import { showOnForm } from '../../api/form-errors.ts';
import { texts } from '../../domain/errors.ts';
import { NewPasswordFormSchema } from '../../domain/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import type { useResetPassword } from './mutations.ts';

interface NewPasswordFormProps {
  reset: ReturnType<typeof useResetPassword>;
  /** Where the person signs in once it is set. */
  loginTo: string;
  /** What to know once it is set. */
  children: ReactNode;
}

/** Sets the password of a link's owner, then leads to the login. */
export function NewPasswordForm({ reset, loginTo, children }: NewPasswordFormProps) {
  const form = useForm({ resolver: valibotResolver(NewPasswordFormSchema), defaultValues: { password: '' } });
  if (reset.isSuccess) {
    return (
      <Notice
        tone="good"
        title="Your password is set."
        live
        action={
          <ButtonLink to={loginTo} variant="main" icon="log-in">
            Login
          </ButtonLink>
        }
      >
        {children}
      </Notice>
    );
  }
  return (
    <Form
      form={form}
      onSubmit={(values) => reset.mutateAsync(values).catch((error) => showOnForm(form, error))}
      errorTitle={texts.resetPasswordFailed}
    >
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="8 characters or more."
        required
      />
      <SubmitButton pendingLabel="Saving" icon="key-round">
        Set password
      </SubmitButton>
    </Form>
  );
}
