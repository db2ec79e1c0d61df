import { Suspense, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { serverErrorOf } from '../api/calls/call-error.ts';
import { lazyNamed } from '../browser/loading/lazy-named.ts';
import { canUsePasskeys } from '../browser/passkeys/can-use-passkeys.ts';
import { usePageVisit } from '../browser/use-page-visit.ts';
import { type SecondStep as Step, texts } from '../domain/errors.ts';
import { paths, safeReturnTo } from '../domain/paths.ts';
import { useLogin } from '../features/session/mutations.ts';
import { SessionEnded, useInterrupted } from '../features/session/session-ended.tsx';
import { readEndedSession } from '../offline/ended-session.ts';
import { forgetVisits } from '../offline/last-visit.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast/toast.ts';

const PasskeyLogin = lazyNamed(() => import('../features/session/passkey-login.tsx'), 'PasskeyLogin');

const SecondStep = lazyNamed(() => import('../features/session/second-step.tsx'), 'SecondStep');

/** /login. Validated by the server only (specification section 5). */
export function Component() {
  const navigate = useNavigate();
  const { movedTo } = usePageVisit();
  const [search] = useSearchParams();
  const login = useLogin();
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { getValues, setValue } = form;
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const interrupted = useInterrupted();
  // A tab that closes while another signs out may store its visit after that.
  useEffect(forgetVisits, []);
  useEffect(() => {
    const ended = readEndedSession();
    if (ended && !getValues('email')) setValue('email', ended.email);
  }, [getValues, setValue]);

  async function submit(values: { email: string; password: string }) {
    try {
      await login.mutateAsync(values);
    } catch (error) {
      const { secondStep } = serverErrorOf(error);
      if (!secondStep) throw error;
      return setStep(secondStep);
    }
    enter();
  }

  function enter() {
    const elsewhere = movedTo();
    if (elsewhere) toast.success('You are logged in');
    const to = elsewhere ?? safeReturnTo(search.get('returnTo'));
    navigate(to, { replace: true, preventScrollReset: elsewhere !== undefined });
  }

  const passkeyButton = !step && canUsePasskeys() && (
    <Suspense
      fallback={
        <Button icon="fingerprint" wide disabled>
          Log in with a passkey
        </Button>
      }
    >
      <PasskeyLogin onDone={enter} onProblem={setProblem} />
    </Suspense>
  );
  const passkeyProblem = !step && problem && (
    <Notice tone="bad" title={texts.loginFailed} live>
      {problem}
    </Notice>
  );

  return (
    <main id="main" className="page-narrow">
      <PageHead title="Login" description="Log in to send, receive and manage your shipments." />
      <h1>Login</h1>
      {interrupted && <SessionEnded {...interrupted}>{passkeyButton}</SessionEnded>}
      {interrupted && passkeyProblem}
      {step ? (
        <Suspense fallback={<Spinner>One moment</Spinner>}>
          <SecondStep step={step} onDone={enter} onBack={() => setStep(null)} />
        </Suspense>
      ) : (
        <>
          <Form form={form} persistAs="login" onSubmit={submit} errorTitle={texts.loginFailed}>
            <TextField name="email" label="Email" type="email" autoComplete="username webauthn" inputMode="email" />
            <PasswordField
              name="password"
              label="Password"
              autoComplete="current-password"
              aside={
                <Link to={paths.resetPassword()} className="inline-flex items-center min-h-$h-touch">
                  Forgot password?
                </Link>
              }
            />
            <SubmitButton pendingLabel="Logging in" icon="log-in" label="Login" />
          </Form>
          {!interrupted && (
            <div className="grid gap-3">
              {passkeyProblem}
              {passkeyButton}
            </div>
          )}
        </>
      )}
      <nav className="ways" aria-label="Other ways">
        <LinkRow to={paths.register} icon="user-plus" label="Create account">
          Send parcels and see your history
        </LinkRow>
        <LinkRow to={paths.track()} icon="search" label="Track shipment">
          No account needed, just the tracking ID
        </LinkRow>
      </nav>
    </main>
  );
}
