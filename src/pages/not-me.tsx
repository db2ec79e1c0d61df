import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { failureReasonOf, serverErrorOf } from '../api/calls/call-error.ts';
import { paths } from '../domain/paths.ts';
import { useNotMeLink, useSecureAccount } from '../features/own-account/mutations.ts';
import { useLinkCheck, useResetPassword } from '../features/session/mutations.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { breakAroundAt } from '../ui/layout/description-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** /not-me: where *This was not me* in an email leads. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim();
  return (
    <main id="main" className="page-narrow">
      <PageHead title="This was not me" description="Log everyone out of your account." noindex />
      {token ? <SecureByLink key={token} token={token} /> : <Failed>This link is not complete.</Failed>}
      <Link to={paths.login()} className="go-touch justify-self-start">
        Back to login
      </Link>
    </main>
  );
}

function SecureByLink({ token }: { token: string }) {
  const link = useNotMeLink(token);
  const secure = useSecureAccount(token);
  if (secure.data) return <NewPassword token={secure.data.token} />;
  const error = secure.error ?? link.error;
  if (error) {
    const retry = failureReasonOf(error) !== 'rejected' && (
      <Button
        icon="refresh-cw"
        pending={secure.isPending || link.isPending}
        onClick={() => (secure.error ? secure.mutate() : link.mutate({ token }))}
      >
        Try again
      </Button>
    );
    return <Failed action={retry}>{serverErrorOf(error).firstMessage}</Failed>;
  }
  if (!link.data) return <Spinner>Checking the link</Spinner>;
  const { email, restoresEmail, newFactors } = link.data;
  return (
    <>
      <div>
        <h1>This was not me</h1>
        <p className="mt-2">
          If someone else has been in the account of <b translate="no">{breakAroundAt(email)}</b>, log everyone out.
          Then:
        </p>
      </div>
      <ul className="list-disc pl-5 stack gap-2">
        {restoresEmail && <li>Your account gets this email address back.</li>}
        <li>Nobody can use the old password.</li>
        {newFactors === 'removed' && (
          <li>Passkeys, authenticator apps and recovery codes of the last 7 days are removed. Older ones stay.</li>
        )}
        {newFactors === 'kept' && (
          <li>
            Your new passkey or app stays, because your account needs one. If you didn’t add it, tell another manager
            now.
          </li>
        )}
        <li>You choose a new password and log in with it.</li>
      </ul>
      <Button
        variant="primary"
        icon="lock"
        className="justify-self-start"
        pending={secure.isPending}
        pendingLabel="Logging everyone out"
        onClick={() => secure.mutate()}
      >
        Log everyone out
      </Button>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const reset = useResetPassword(token);
  const check = useLinkCheck(token);
  return (
    <>
      <div>
        <h1>New password</h1>
        {!reset.isSuccess && <p className="mt-2">Everyone is logged out. Choose a password that only you know.</p>}
      </div>
      <NewPasswordForm check={check} reset={reset} loginTo={paths.login()} anotherLinkTo={paths.resetPassword()}>
        You can log in with it now.
      </NewPasswordForm>
    </>
  );
}

function Failed({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <h1>This was not me</h1>
      <Notice
        tone="bad"
        live
        action={
          action || (
            <ButtonLink to={paths.resetPassword()} icon="key-round">
              Set a new password
            </ButtonLink>
          )
        }
      >
        {children}
      </Notice>
    </>
  );
}
