import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { prefetch } from '../../api/prefetch.ts';
import { grouped } from '../../domain/figures.ts';
import { ScanMode } from '../../features/desk-scan/scan-mode.tsx';
import { openSession, useSession } from '../../features/desk-scan/scan-session.ts';
import { comingRunsQuery, sortMapQuery } from '../../features/manage-runs/queries.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(sortMapQuery), client.prefetchQuery(comingRunsQuery)]),
);

export function Component() {
  const session = useSession();
  const isSorting = session?.settings.act === 'sort';
  const plan = useQuery({ ...sortMapQuery, enabled: isSorting });
  useEffect(() => void openSession(), []);
  return (
    <DeskPage
      title="Scan"
      description="Scan parcels one after the other."
      query={isSorting ? plan : undefined}
      className="gap-4"
      heading={
        <div className="row justify-between items-baseline">
          <h1>Scan</h1>
          {session && (
            <p>
              <b className="text-figure font-800 typed">{grouped(session.count)}</b> scanned
            </p>
          )}
        </div>
      }
    >
      {session ? <ScanMode session={session} /> : <SkeletonRows />}
    </DeskPage>
  );
}
