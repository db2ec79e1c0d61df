import { useEffect } from 'react';
import { type LoaderFunctionArgs, Navigate, redirect, useSearchParams } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { serverErrorOf } from '../api/server-error.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { useRequestVerification, useVerify } from '../features/session/mutations.ts';
import { loadProfile } from '../features/session/queries.ts';
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

/** /verify-email: asks for a link, or uses one up. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Verify your account" description="Verify the email address of your account." noindex />
      {token === null ? <RequestLink /> : <UseLink key={token} token={token} />}
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
  return (
    <>
      <div>
        <h1>{texts.verificationFailed}</h1>
        <p className="mt-2">We were unable to verify your account</p>
      </div>
      <Notice tone="bad" live>
        {serverErrorOf(error).message}
      </Notice>
      <ButtonLink to={paths.verifyEmail()} icon="arrow-left">
        Back to verification
      </ButtonLink>
    </>
  );
}
