import { PageHead } from '../ui/page-head.tsx';

/** /verify-email: where an unverified person is led. */
export function Component() {
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Verify your account" description="Your email address has to be verified." noindex />
      <h1>Verify your account</h1>
      <p>Your account has not been verified.</p>
    </main>
  );
}
