import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureReasonOf, serverErrorOf } from '../api/calls/call-error.ts';
import { paths } from '../domain/paths.ts';
import { useConfirmEmail } from '../features/own-account/mutations.ts';
import { useProfile } from '../features/session/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { breakAroundAt } from '../ui/layout/description-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

const FAILED = 'Address not confirmed';

/** /confirm-email: where the link in a new mailbox leads. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim();
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Confirm your email" description="Confirm the new email address of your account." noindex />
      {token ? <ConfirmByLink key={token} token={token} /> : <Failed>This link is not complete.</Failed>}
    </main>
  );
}

function ConfirmByLink({ token }: { token: string }) {
  const confirm = useConfirmEmail();
  const { mutate, data, error } = confirm;
  useEffect(() => mutate({ token }), [mutate, token]);
  const needsPassword = error !== null && serverErrorOf(error).fieldErrors.password !== undefined;
  if (data) return <Confirmed email={data.email} />;
  if (needsPassword) return <ConfirmWithPassword token={token} />;
  if (!error) return <Spinner>Confirming your new email address</Spinner>;
  const retry = failureReasonOf(error) !== 'rejected' && (
    <Button icon="refresh-cw" onClick={() => mutate({ token })}>
      Try again
    </Button>
  );
  return <Failed action={retry}>{serverErrorOf(error).firstMessage}</Failed>;
}

function Confirmed({ email }: { email: string }) {
  const isLoggedIn = useProfile() !== null;
  return (
    <>
      <h1>Email address changed</h1>
      <Notice
        tone="good"
        icon="mail-check"
        live
        action={
          isLoggedIn ? (
            <ButtonLink to={paths.security} variant="primary" icon="arrow-left">
              Back to your account
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.login()} variant="primary" icon="log-in">
              Login
            </ButtonLink>
          )
        }
      >
        From now on you log in with <b translate="no">{breakAroundAt(email)}</b>. We’ve told your former address.
      </Notice>
    </>
  );
}

/** For an account not logged in here. */
function ConfirmWithPassword({ token }: { token: string }) {
  const confirm = useConfirmEmail();
  const form = useForm({ defaultValues: { password: '' } });
  if (confirm.data) return <Confirmed email={confirm.data.email} />;
  return (
    <>
      <div>
        <h1>Confirm your new email</h1>
        <p className="mt-2">Enter your account’s password to use this email address from now on.</p>
      </div>
      <Form
        form={form}
        errorTitle={FAILED}
        onSubmit={async ({ password }) => {
          await confirm.mutateAsync({ token, password });
        }}
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton pendingLabel="Confirming" icon="mail-check" label="Confirm address" />
      </Form>
      <p className="soft text-small">
        If you didn’t ask for this, close the page. Without the password nothing changes.
      </p>
    </>
  );
}

function Failed({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <h1>{FAILED}</h1>
      <Notice tone="bad" live action={action}>
        {children}
      </Notice>
      <ButtonLink to={paths.security} icon="lock">
        Go to Security
      </ButtonLink>
    </>
  );
}
