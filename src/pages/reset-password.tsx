import { Link, useSearchParams } from 'react-router-dom';
import { site } from '../config/site.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { ForgotPasswordSchema } from '../domain/session.ts';
import { useForgotPassword, useLinkCheck, useResetPassword } from '../features/session/mutations.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { Form } from '../ui/form/form.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { useToastIfLeft } from '../ui/toast/use-toast-if-left.ts';

const SENT = 'Check your email';
const SENT_TO_ANYONE = 'If there is an account with this address, a link to reset the password is on its way.';

/** /reset-password: requests a link, or with its token sets a password. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Reset password" description="Choose a new password for your account." noindex />
      {token === null ? <RequestLink /> : <NewPassword key={token} token={token} />}
      <Link to={paths.login()} className="go-touch justify-self-start">
        Back to login
      </Link>
    </main>
  );
}

function RequestLink() {
  const forgot = useForgotPassword();
  const toastIfLeft = useToastIfLeft();
  const form = useSchemaForm(ForgotPasswordSchema, { defaultValues: { email: '' } });

  async function submit(values: { email: string }) {
    await forgot.mutateAsync(values);
    toastIfLeft(SENT, SENT_TO_ANYONE);
  }

  return (
    <>
      <div>
        <h1>Reset password</h1>
        <p className="mt-2">Enter your account’s email. We’ll send you a link to choose a new password.</p>
      </div>
      {forgot.isSuccess ? (
        <Notice tone="good" icon="mail-check" title={SENT} live>
          {SENT_TO_ANYONE}
        </Notice>
      ) : (
        <Form form={form} persistAs="forgot-password" onSubmit={submit} errorTitle={texts.resetPasswordFailed}>
          <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="username" required />
          <SubmitButton pendingLabel="Sending" icon="mail" label="Send link" />
        </Form>
      )}
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const check = useLinkCheck(token);
  return (
    <>
      <h1>{check.asksName ? `Join ${site.name}` : 'New password'}</h1>
      <NewPasswordForm
        check={check}
        reset={useResetPassword(token)}
        loginTo={paths.login()}
        anotherLinkTo={paths.resetPassword()}
      >
        You can log in with it now.
      </NewPasswordForm>
    </>
  );
}
