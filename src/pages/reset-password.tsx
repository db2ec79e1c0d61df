import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router-dom';
import { showOnForm } from '../api/form-errors.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { NewPasswordFormSchema } from '../domain/session.ts';
import { useResetPassword } from '../features/session/mutations.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** A password is set here with the token of a mailed link; without one there is nothing to do here yet. */
export function loader({ request }: LoaderFunctionArgs) {
  return new URL(request.url).searchParams.has('token') ? null : redirect(paths.login());
}

/** /reset-password?token=…: choose a new password. */
export function Component() {
  const [search] = useSearchParams();
  const reset = useResetPassword(search.get('token') ?? '');
  const form = useForm({ resolver: valibotResolver(NewPasswordFormSchema), defaultValues: { password: '' } });
  return (
    <main id="main" className="page-narrow">
      <PageHead title="New password" description="Choose a new password for your account." noindex />
      <h1>New password</h1>
      {reset.isSuccess ? (
        <Notice
          tone="good"
          title="Your password is set."
          live
          action={
            <ButtonLink to={paths.login()} variant="main" icon="log-in">
              Login
            </ButtonLink>
          }
        >
          You can sign in with it now.
        </Notice>
      ) : (
        <>
          <Form
            form={form}
            onSubmit={(values) => reset.mutateAsync(values).catch((error) => showOnForm(form, error))}
            errorTitle={texts.resetPasswordFailed}
          >
            <PasswordField
              name="password"
              label="New password"
              autoComplete="new-password"
              hint="8 characters or more."
            />
            <SubmitButton pendingLabel="Saving" icon="key-round">
              Set password
            </SubmitButton>
          </Form>
          <Link to={paths.login()} className="go-touch">
            Back to login
          </Link>
        </>
      )}
    </main>
  );
}
