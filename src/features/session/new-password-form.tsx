import type { ReactNode } from 'react';
import { texts } from '../../domain/errors.ts';
import { NewPasswordFormSchema, type ResetPassword } from '../../domain/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useToastIfLeft } from '../../ui/toast/use-toast-if-left.ts';
import type { useLinkCheck, useResetPassword } from './mutations.ts';

const DONE = 'Your password is set.';

interface NewPasswordFormProps {
  check: ReturnType<typeof useLinkCheck>;
  reset: ReturnType<typeof useResetPassword>;
  loginTo: string;
  anotherLinkTo: string;
  children: ReactNode;
}

/** Reports a dead link before a password is typed. */
export function NewPasswordForm({ check, reset, loginTo, anotherLinkTo, children }: NewPasswordFormProps) {
  const { isChecking, asksName, problem } = check;
  const form = useSchemaForm(NewPasswordFormSchema, { defaultValues: { password: '' } });
  const toastIfLeft = useToastIfLeft();

  async function submit(values: Omit<ResetPassword, 'token'>) {
    await reset.mutateAsync(values);
    toastIfLeft(DONE);
  }

  if (reset.isSuccess) {
    return (
      <Notice
        tone="good"
        title={DONE}
        live
        action={
          <ButtonLink to={loginTo} variant="primary" icon="log-in">
            Login
          </ButtonLink>
        }
      >
        {children}
      </Notice>
    );
  }
  if (isChecking) return <Spinner>Checking the link</Spinner>;
  if (problem) {
    return (
      <Notice
        tone="bad"
        title={texts.resetPasswordFailed}
        live
        action={
          <ButtonLink to={anotherLinkTo} icon="mail">
            Get another link
          </ButtonLink>
        }
      >
        {problem}
      </Notice>
    );
  }
  return (
    <Form form={form} onSubmit={submit} errorTitle={texts.resetPasswordFailed}>
      {asksName && (
        <>
          <TextField name="name.firstName" label="First name" autoComplete="given-name" required />
          <TextField name="name.lastName" label="Last name" autoComplete="family-name" required />
        </>
      )}
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="8 characters or more."
        required
      />
      <SubmitButton pendingLabel="Saving" icon="key-round" label="Set password" />
    </Form>
  );
}
