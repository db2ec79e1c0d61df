import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { MAX_OPEN_CASH } from '../../../domain/cod.ts';
import { OpenCash } from '../../../features/manage-runs/cash/open-cash.tsx';
import { openCashQuery } from '../../../features/manage-runs/cash/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(openCashQuery));

export function Component() {
  const query = useQuery(openCashQuery);
  return (
    <DeskPage title="Cash to count" description="Runs with cash that nobody has counted yet." query={query}>
      <QueryView query={query}>
        {(runs) => (
          <>
            <OpenCash runs={runs} />
            {runs.length === MAX_OPEN_CASH && <p>These are the oldest {MAX_OPEN_CASH}. Count them first.</p>}
          </>
        )}
      </QueryView>
    </DeskPage>
  );
}
