import { Link } from 'react-router-dom';
import { legalLink } from '../config/legal-link.ts';
import { texts } from '../domain/errors.ts';
import type { LegalName } from '../domain/legal-terms.ts';
import { paths } from '../domain/paths.ts';
import { type Register, RegisterSchema } from '../domain/user.ts';
import { ProfileFields } from '../features/profile/profile-fields.tsx';
import { useRegister } from '../features/session/mutations.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { useToastIfLeft } from '../ui/toast/use-toast-if-left.ts';

const CREATED = 'Account created';
const NEXT_STEP = 'Check your email for instructions to verify your account.';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  nationality: '',
  password: '',
};

/** /register (specification section 5). */
export function Component() {
  const register = useRegister();
  const toastIfLeft = useToastIfLeft();
  const form = useSchemaForm(RegisterSchema, { defaultValues: EMPTY });

  async function submit(values: Register) {
    await register.mutateAsync(values);
    toastIfLeft(CREATED, NEXT_STEP);
  }

  return (
    <main id="main" className="page">
      <PageHead title="Create account" description="Create an account to send, receive and manage your shipments." />
      <div className="stack max-w-180 mx-auto">
        <h1>Create account</h1>
        {register.isSuccess ? (
          <Notice
            tone="good"
            title={CREATED}
            live
            action={
              <ButtonLink to={paths.login()} variant="primary" icon="log-in">
                Login
              </ButtonLink>
            }
          >
            {NEXT_STEP}
          </Notice>
        ) : (
          <>
            <Form form={form} persistAs="register" columns={2} errorTitle={texts.registerFailed} onSubmit={submit}>
              <ProfileFields>
                <TextField
                  name="email"
                  label="Email"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  wide
                  required
                />
              </ProfileFields>
              <PasswordField
                name="password"
                label="Password"
                autoComplete="new-password"
                hint="8 characters or more."
                required
                wide
              />
              <p className="soft text-small wide">
                By creating an account you agree to our <LegalLink name="terms">terms</LegalLink> and{' '}
                <LegalLink name="privacy">privacy policy</LegalLink>.
              </p>
              <SubmitButton pendingLabel="Creating" icon="user-plus" label="Create account" />
            </Form>
            <nav className="ways" aria-label="Other ways">
              <LinkRow to={paths.login()} icon="log-in" label="Login">
                Already have an account?
              </LinkRow>
            </nav>
          </>
        )}
      </div>
    </main>
  );
}

function LegalLink({ name, children }: { name: LegalName; children: string }) {
  const { href, isOurs } = legalLink(name);
  return isOurs ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
}
