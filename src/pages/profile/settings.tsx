import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { paths } from '../../domain/paths.ts';
import { factorsQuery } from '../../features/factors/queries.ts';
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
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';

const FactorSections = lazyNamed(() => import('../../features/factors/factor-sections.tsx'), 'FactorSections');

export const loader = prefetch((client) =>
  Promise.all([
    client.prefetchQuery(factorsQuery),
    client.prefetchQuery(sessionsQuery),
    client.prefetchQuery(ownAccountQuery),
  ]),
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
      <Section id="password" title="Change password" head="mb-4">
        <UpdatePasswordForm
          onDone={() => {
            toast.success('Password changed', 'Log in with your new password.');
            navigate(paths.login());
          }}
        />
      </Section>
      <Suspense fallback={<SkeletonRows rows={3} label="Loading passkeys" />}>
        <FactorSections />
      </Suspense>
      {profile && <EmailSection email={profile.email} change={account.data?.emailChange} />}
      <Section id="sessions" title="Where you’re logged in" head="block-head">
        <QueryView query={sessions}>{(data) => <SessionList sessions={data} />}</QueryView>
      </Section>
      <DataSection file={account.data?.dataExport} />
      {profile && <DeletionSection eraseOn={profile.eraseOn} obstacles={account.data?.obstacles} />}
    </>
  );
}
