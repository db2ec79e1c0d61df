import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { DataSection } from '../../features/own-account/data-section.tsx';
import { DeletionSection } from '../../features/own-account/deletion-section.tsx';
import { EmailSection } from '../../features/own-account/email-section.tsx';
import { ownAccountQuery } from '../../features/own-account/queries.ts';
import { sessionsQuery } from '../../features/profile/queries.ts';
import { SessionList } from '../../features/profile/session-list.tsx';
import { UpdatePasswordForm } from '../../features/profile/update-password-form.tsx';
import { useProfile } from '../../features/session/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { toast } from '../../ui/toast/toast.ts';

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(sessionsQuery), client.prefetchQuery(ownAccountQuery)]),
);

/** /profile/settings, labelled Security. */
export function Component() {
  const navigate = useNavigate();
  const sessions = useQuery(sessionsQuery);
  const account = useQuery(ownAccountQuery);
  const profile = useProfile();
  return (
    <>
      <PageHead title="Security" description="Your email address, password, sessions and data." noindex />
      <ConfirmedAt query={[sessions, account]} />
      <h1>Security</h1>
      <section aria-labelledby="password">
        <h2 id="password" className="mb-4">
          Change password
        </h2>
        <UpdatePasswordForm
          onDone={() => {
            toast.success('Password changed', 'Log in with your new password.');
            navigate(paths.login());
          }}
        />
      </section>
      {profile && <EmailSection email={profile.email} change={account.data?.emailChange} />}
      <section aria-labelledby="sessions">
        <h2 id="sessions" className="block-head">
          Where you’re logged in
        </h2>
        <QueryView query={sessions}>{(data) => <SessionList sessions={data} />}</QueryView>
      </section>
      <DataSection file={account.data?.dataExport} />
      {profile && <DeletionSection eraseOn={profile.eraseOn} obstacles={account.data?.obstacles} />}
    </>
  );
}
