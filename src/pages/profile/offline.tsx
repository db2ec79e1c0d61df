import { useQuery } from '@tanstack/react-query';
import { CachedSection } from '../../features/device/cached-section.tsx';
import { InstallSection } from '../../features/device/install-section.tsx';
import { StorageIssueNotices } from '../../features/device/storage-issue-notices.tsx';
import { cachedOnDeviceQuery } from '../../offline/cached-data.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

/** /profile/offline, labelled On this device. */
export function Component() {
  const cached = useQuery(cachedOnDeviceQuery);
  return (
    <>
      <PageHead title="On this device" description="What’s available offline." noindex />
      <div>
        <h1>On this device</h1>
        <p className="mt-2">
          {isSecureContext
            ? 'Everything you open and your latest shipments stay available offline.'
            : 'This address doesn’t start with https, so nothing is available offline.'}
        </p>
      </div>
      <StorageIssueNotices />
      <QueryView query={cached}>{(data) => <CachedSection cached={data} />}</QueryView>
      <InstallSection />
    </>
  );
}
