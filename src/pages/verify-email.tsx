import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, Navigate, redirect, useSearchParams } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { serverErrorOf } from '../api/server-error.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { useRequestVerification, useResetPassword, useVerify } from '../features/session/mutations.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { loadProfile } from '../features/session/queries.ts';
import { VerifyWithPassword } from '../features/session/verify-with-password.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** A visitor without a token goes to /login, whoever is verified already goes home (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const hasToken = new URL(request.url).searchParams.has('token');
  const profile = await loadProfile(context.get(queryClientContext)).catch(() => null);
  if (profile?.verified) return redirect(paths.home);
  return profile || hasToken ? null : redirect(paths.login());
}

/** /verify-email: asks for a link, or verifies with one; with `view=new-password` the link sets a new password instead. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const View = search.get('view') === 'new-password' ? TakeOver : UseLink;
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Verify your account" description="Verify the email address of your account." noindex />
      {token === null ? <RequestLink /> : <View key={token} token={token} />}
    </main>
  );
}

function RequestLink() {
  const request = useRequestVerification();
  return (
    <>
      <div>
        <h1>Verify your account</h1>
        <p className="mt-2">Your account has not been verified.</p>
      </div>
      {request.isError && (
        <Notice tone="bad" title="No link was sent" live>
          {serverErrorOf(request.error).message}
        </Notice>
      )}
      {request.isSuccess ? (
        <Notice tone="good" icon="mail-check" live>
          We have sent you a verification link. Please check your email and click the link to verify our account.
        </Notice>
      ) : (
        <Button
          variant="main"
          icon="mail"
          pending={request.isPending}
          pendingLabel="Requesting"
          onClick={() => request.mutate()}
        >
          Request verification
        </Button>
      )}
    </>
  );
}

function UseLink({ token }: { token: string }) {
  const { mutate, isSuccess, error } = useVerify();
  useEffect(() => mutate({ token }), [mutate, token]);
  if (isSuccess) return <Navigate to={paths.home} replace />;
  if (!error) {
    return (
      <>
        <h1>Verify your account</h1>
        <Spinner>Verifying your account...</Spinner>
      </>
    );
  }
  const { message, fieldErrors } = serverErrorOf(error);
  if (fieldErrors.password) return <VerifyWithPassword token={token} />;
  return (
    <>
      <div>
        <h1>{texts.verificationFailed}</h1>
        <p className="mt-2">We were unable to verify your account</p>
      </div>
      <Notice tone="bad" live>
        {fieldErrors.token?.[0] ?? message}
      </Notice>
      <ButtonLink to={paths.verifyEmail()} icon="arrow-left">
        Back to verification
      </ButtonLink>
    </>
  );
}

/** For the owner of an address that someone else made an account with. */
function TakeOver({ token }: { token: string }) {
  const reset = useResetPassword(token);
  return (
    <>
      <div>
        <h1>New password</h1>
        {!reset.isSuccess && (
          <p className="mt-2">
            This makes the account yours. Everyone who is signed in to it is signed out, and its profile is cleared.
          </p>
        )}
      </div>
      <NewPasswordForm reset={reset} loginTo={paths.login({ returnTo: paths.profile({ view: 'update' }) })}>
        Your email address is verified. Sign in and fill in your profile.
      </NewPasswordForm>
      {!reset.isSuccess && (
        <Link to={paths.verifyEmail({ token })} className="go-touch justify-self-start">
          Back to verification
        </Link>
      )}
    </>
  );
}
