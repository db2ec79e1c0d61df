import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { MoveDialog, type Moving } from '../../features/manage-runs/move-dialog.tsx';
import { couriersQuery, runQuery } from '../../features/manage-runs/queries.ts';
import { RunActions } from '../../features/manage-runs/run-actions.tsx';
import { RunFacts } from '../../features/manage-runs/run-facts.tsx';
import { RunHistory } from '../../features/manage-runs/run-history.tsx';
import { StopList } from '../../features/manage-runs/stop-list.tsx';
import { RunExceptions } from '../../features/run-exceptions/run-exceptions.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client, _search, { id = '' }) =>
  Promise.all([client.prefetchQuery(runQuery(id)), client.prefetchQuery(couriersQuery)]),
);

/**
 * /manager/runs/{id}: a run's stops with what happened there, and what a manager can do with it.
 */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(runQuery(id));
  const [moving, setMoving] = useState<Moving | null>(null);
  const { data: run } = query;
  const name = run?.name ?? 'Run';
  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className="page stack">
        <PageHead title={name} description="A courier’s run, stop by stop." noindex />
        <Breadcrumbs
          crumbs={[
            { label: 'Manager', to: paths.manager },
            { label: 'Runs', to: paths.manageRuns({ day: run?.day }) },
            { label: name },
          ]}
        />
        <h1 className="break-anywhere">{name}</h1>
        <QueryView query={query}>
          {(known) => (
            <>
              <RunActions key={known.id} run={known} onMove={setMoving} />
              <RunFacts run={known} />
              <RunExceptions exceptions={known.exceptions} />
              <StopList key={`stops ${known.id}`} run={known} onMove={setMoving} />
              <RunHistory runId={known.id} />
              {moving && <MoveDialog run={known} moving={moving} onClose={() => setMoving(null)} />}
            </>
          )}
        </QueryView>
      </main>
    </>
  );
}
