import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { showOnForm } from '../api/form-errors.ts';
import { usePageVisit } from '../browser/use-page-visit.ts';
import { texts } from '../domain/errors.ts';
import { paths, safeReturnTo } from '../domain/paths.ts';
import { useLogin } from '../features/session/mutations.ts';
import { forgetVisits } from '../offline/last-visit.ts';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { toast } from '../ui/toast/toast.ts';

/** /login. Validated by the server only (specification section 5). */
export function Component() {
  const navigate = useNavigate();
  const { movedTo } = usePageVisit();
  const [search] = useSearchParams();
  const login = useLogin();
  const form = useForm({ defaultValues: { email: '', password: '' } });
  // A tab that closes while another signs out may store its visit after that.
  useEffect(forgetVisits, []);

  async function submit(values: { email: string; password: string }) {
    try {
      await login.mutateAsync(values);
    } catch (error) {
      showOnForm(form, error);
      return;
    }
    const elsewhere = movedTo();
    if (elsewhere) toast.success('You are logged in');
    // Navigating to the page already open runs its guards again.
    const to = elsewhere ?? safeReturnTo(search.get('returnTo'));
    // The guard of this page knows where each role begins.
    navigate(to === paths.home ? paths.login() : to, { replace: true, preventScrollReset: elsewhere !== undefined });
  }

  return (
    <main id="main" className="page-narrow">
      <PageHead title="Login" description="Log in to send, receive and manage your shipments." />
      <h1>Login</h1>
      <Form form={form} persistAs="login" onSubmit={submit} errorTitle={texts.loginFailed}>
        <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
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
        <SubmitButton pendingLabel="Logging in" icon="log-in">
          Login
        </SubmitButton>
      </Form>
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
