import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { useDesk } from '../../browser/density.ts';
import { parseArrival, parsePageSearch } from '../../domain/paged.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import type { PoolCollection, RunDetails } from '../../domain/runs/views.ts';
import { History } from '../../features/audit/history.tsx';
import { useHistory } from '../../features/audit/use-history.ts';
import { RunCash } from '../../features/manage-runs/cash/run-cash.tsx';
import { MoveDialog, type Moving } from '../../features/manage-runs/move-dialog.tsx';
import { useStopOrder } from '../../features/manage-runs/order/use-stop-order.ts';
import { couriersQuery, runQuery } from '../../features/manage-runs/queries.ts';
import { AddPanel, RunActions } from '../../features/manage-runs/run-actions.tsx';
import { RunFacts } from '../../features/manage-runs/run-facts.tsx';
import { StopList } from '../../features/manage-runs/stop-list.tsx';
import { WaitingPickups } from '../../features/pickups/waiting-pickups.tsx';
import { RunExceptions } from '../../features/run-exceptions/run-exceptions.tsx';
import { poolQuery } from '../../features/run-pool/queries.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client, search, { id = '' }) => {
  const { page, q } = parsePageSearch(search);
  return Promise.all([
    client.prefetchQuery(runQuery(id)),
    client.prefetchQuery(couriersQuery),
    search.get('view') === 'add' && client.prefetchQuery(poolQuery({ page, q, ...parseArrival(search) })),
  ]);
});

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(runQuery(id));
  const isHistoryOpen = search.get('view') === 'history';
  const history = useHistory({ runId: id }, parsePage(search.get('page')), isHistoryOpen);
  const isPoolOpen = search.get('view') === 'add';
  const { page, q } = parsePageSearch(search);
  const pool = useQuery({ ...poolQuery({ page, q, ...parseArrival(search) }), enabled: isPoolOpen });
  const isAtDesk = useDesk();
  const { data: run } = query;
  const name = run?.name ?? 'Run';
  return (
    <DeskPage
      title={name}
      description="A courier’s run, stop by stop."
      query={isHistoryOpen ? [query, history] : query}
      above={[{ label: 'Runs', to: paths.manageRuns({ day: run?.day }) }]}
      heading={<h1 className="break-anywhere">{name}</h1>}
      className={isAtDesk ? 'head-line' : ''}
    >
      <Arriving queries={isPoolOpen ? [query, pool] : [query]}>
        <QueryView query={query}>{(known) => <Run key={known.id} run={known} history={history} />}</QueryView>
      </Arriving>
    </DeskPage>
  );
}

interface RunProps {
  run: RunDetails;
  history: ReturnType<typeof useHistory>;
}

function Run({ run, history }: RunProps) {
  const order = useStopOrder(run);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [search] = useSearchParams();
  const isAtDesk = useDesk();
  const isAdding = search.get('view') === 'add';
  const collections = (rows: readonly PoolCollection[]) => (
    <WaitingPickups pickups={rows} until={run.day} runId={run.id} />
  );
  const actions = <RunActions run={run} order={order} onMove={setMoving} collections={collections} />;
  const facts = <RunFacts run={run} />;
  const exceptions = (
    <>
      {run.cash && <RunCash run={run} cash={run.cash} />}
      <RunExceptions exceptions={run.exceptions} />
    </>
  );
  // The history and the pool share the URL's `page`.
  const past = !isAdding && <RunHistory runId={run.id} query={history} />;
  return (
    <>
      {isAtDesk ? (
        <div className="head-rest flex items-center gap-x-4">
          {facts}
          {actions}
        </div>
      ) : (
        <>
          {facts}
          {actions}
        </>
      )}
      <StopList
        run={run}
        order={order}
        onMove={setMoving}
        panel={isAdding && <AddPanel run={run} collections={collections} />}
      >
        {exceptions}
        {past}
      </StopList>
      {!isAtDesk && exceptions}
      {!isAtDesk && past}
      {moving && <MoveDialog run={run} moving={moving} onClose={() => setMoving(null)} />}
    </>
  );
}

function RunHistory({ runId, query }: { runId: string; query: RunProps['history'] }) {
  const [search] = useSearchParams();
  const isOpen = search.get('view') === 'history';
  return (
    <section aria-labelledby="history" className="stack gap-4 mt-4">
      <div className="block-head">
        <h2 id="history">History</h2>
        <Link
          to={paths.manageRun(runId, isOpen ? {} : { view: 'history' })}
          className="go-touch"
          preventScrollReset
          aria-label={isOpen ? 'Hide history' : 'Show history'}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Link>
      </div>
      {isOpen && (
        <History
          query={query}
          page={parsePage(search.get('page'))}
          to={(page) => paths.manageRun(runId, { view: 'history', page })}
        />
      )}
    </section>
  );
}
