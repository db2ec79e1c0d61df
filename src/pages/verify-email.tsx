import { type ReactNode, useEffect } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router-dom';
import { failureReasonOf, serverErrorOf } from '../api/calls/call-error.ts';
import { queryClientContext, refetchDelay } from '../api/query-client.ts';
import { redirectFrom } from '../browser/redirect-from.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { LogoutButton } from '../features/session/logout-button.tsx';
import {
  useLinkCheck,
  useLogout,
  useRequestVerification,
  useResetPassword,
  useVerify,
} from '../features/session/mutations.ts';
import { NewPasswordForm } from '../features/session/new-password-form.tsx';
import { readProfile } from '../features/session/queries.ts';
import { VerifyWithPassword } from '../features/session/verify-with-password.tsx';
import { useWatchedProfile } from '../features/session/watched-profile.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { breakAroundAt } from '../ui/layout/description-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { RedirectWithToast } from '../ui/toast/redirect-with-toast.tsx';
import { toast } from '../ui/toast/toast.ts';

/** Visitors without a token go to /login, verified people go home (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const hasToken = new URL(request.url).searchParams.has('token');
  const profile = await readProfile(context.get(queryClientContext)).catch(() => null);
  if (profile?.verified) {
    if (hasToken) toast.success(ALREADY_VERIFIED);
    return redirectFrom(request, paths.home);
  }
  return profile || hasToken ? null : redirectFrom(request, paths.login());
}

const VERIFIED = 'Your email address is verified';
const ALREADY_VERIFIED = 'Your email address is already verified';

/** /verify-email: requests a link, or with its token verifies or sets a new password. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim();
  const View = search.get('view') === 'new-password' ? TakeOverAccount : VerifyByLink;
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Verify your account" description="Verify the email address of your account." noindex />
      {token === undefined ? (
        <RequestLink />
      ) : token === '' ? (
        <Failed>This link is not complete.</Failed>
      ) : (
        <View key={token} token={token} />
      )}
    </main>
  );
}

function RequestLink() {
  const profile = useWatchedProfile();
  const request = useRequestVerification();
  if (profile?.verified || request.data?.sent === false) return <GoHome message={VERIFIED} />;
  return (
    <>
      <div>
        <h1>Verify your account</h1>
        <p className="mt-2">Your account has not been verified.</p>
        {profile && (
          <p className="mt-2">
            Your email address: <b translate="no">{breakAroundAt(profile.email)}</b>
          </p>
        )}
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
          variant="primary"
          icon="mail"
          pending={request.isPending}
          pendingLabel="Requesting"
          onClick={() => request.mutate()}
        >
          Request verification
        </Button>
      )}
      <OtherAccount />
    </>
  );
}

/** Logout is here because every other page needs a verified address. */
function OtherAccount() {
  const navigate = useNavigate();
  const logout = useLogout(() => navigate(paths.register));
  return (
    <section aria-labelledby="other-account" className="stack gap-4">
      <div>
        <h2 id="other-account">Wrong address?</h2>
        <p className="mt-2">Register again with the right one. You’ll be logged out of this account first.</p>
      </div>
      <div className="row gap-3">
        <Button icon="user-plus" pending={logout.isPending} pendingLabel="Logging out" onClick={() => logout.mutate()}>
          Register again
        </Button>
        <LogoutButton onDone={() => navigate(paths.login())} />
      </div>
    </section>
  );
}

function GoHome({ message }: { message: string }) {
  return <RedirectWithToast to={paths.home} title={message} tone="success" />;
}

function VerifyByLink({ token }: { token: string }) {
  const { mutate, data, error } = useVerify();
  useEffect(() => mutate({ token }), [mutate, token]);
  const reason = error && failureReasonOf(error);
  useEffect(() => {
    const delay = reason && refetchDelay(reason);
    if (!delay) return;
    const timer = setTimeout(mutate, delay, { token });
    return () => clearTimeout(timer);
  }, [mutate, token, reason]);
  if (data) return <GoHome message={data.email ? VERIFIED : ALREADY_VERIFIED} />;
  if (!error) {
    return (
      <>
        <h1>Verify your account</h1>
        <Spinner>Verifying your account...</Spinner>
      </>
    );
  }
  const { firstMessage, fieldErrors } = serverErrorOf(error);
  if (fieldErrors.password) return <VerifyWithPassword token={token} />;
  const retry = reason !== 'rejected' && (
    <Button icon="refresh-cw" onClick={() => mutate({ token })}>
      Try again
    </Button>
  );
  return <Failed action={retry}>{firstMessage}</Failed>;
}

function Failed({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div>
        <h1>{texts.verificationFailed}</h1>
        <p className="mt-2">We were unable to verify your account</p>
      </div>
      <Notice tone="bad" live action={action}>
        {children}
      </Notice>
      <ButtonLink to={paths.verifyEmail()} icon="arrow-left">
        Back to verification
      </ButtonLink>
    </>
  );
}

function TakeOverAccount({ token }: { token: string }) {
  const reset = useResetPassword(token);
  const check = useLinkCheck(token);
  return (
    <>
      <div>
        <h1>New password</h1>
        {!reset.isSuccess && (
          <p className="mt-2">
            This makes the account yours. Everyone who is logged in to it is logged out, and its profile is cleared.
          </p>
        )}
      </div>
      <NewPasswordForm
        check={check}
        reset={reset}
        loginTo={paths.login({ returnTo: paths.profile({ view: 'update' }) })}
        anotherLinkTo={paths.resetPassword()}
      >
        Your email address is verified. Log in and fill in your profile.
      </NewPasswordForm>
      {!reset.isSuccess && (
        <Link to={paths.verifyEmail({ token })} className="go-touch justify-self-start">
          Back to verification
        </Link>
      )}
    </>
  );
}
