import { useNavigate } from 'react-router-dom';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LinkRow } from '../../ui/layout/link-row.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useVerifyWithPassword } from './mutations.ts';

/** For an account not logged in here. */
export function VerifyWithPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const { movedTo } = usePageVisit();
  const verify = useVerifyWithPassword(token);
  const form = useForm({ defaultValues: { password: '' } });

  async function submit(values: { password: string }) {
    await verify.mutateAsync(values);
    toast.success('Your email address is verified');
    navigate(movedTo() ?? paths.home, { replace: true });
  }

  return (
    <>
      <div>
        <h1>Verify your account</h1>
        <p className="mt-2">Enter this account’s password to verify your email address.</p>
      </div>
      <Form form={form} onSubmit={submit} errorTitle={texts.verificationFailed}>
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton pendingLabel="Verifying" icon="mail-check" label="Verify account" />
      </Form>
      <nav className="ways" aria-label="Other ways">
        <LinkRow to={paths.verifyEmail({ token, view: 'new-password' })} icon="key-round" label="Not you?">
          Someone else used your email address, or you forgot the password. Set a new one.
        </LinkRow>
      </nav>
    </>
  );
}
