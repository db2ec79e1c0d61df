import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { useDesk } from '../../browser/density.ts';
import { formatDay, parseDay } from '../../domain/day.ts';
import { parseArrival, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { AddToRun } from '../../features/manage-runs/add-to-run.tsx';
import { NewRun } from '../../features/manage-runs/create-run-dialog.tsx';
import { RunCards, RunsSkeleton } from '../../features/manage-runs/day/run-cards.tsx';
import { RunTable } from '../../features/manage-runs/day/run-table.tsx';
import { DayPicker } from '../../features/manage-runs/day-picker.tsx';
import { PlanSelected } from '../../features/manage-runs/plan-selected.tsx';
import { couriersQuery, runsQuery } from '../../features/manage-runs/queries.ts';
import { ReleaseAll } from '../../features/manage-runs/release-all.tsx';
import { WaitingPickups } from '../../features/pickups/waiting-pickups.tsx';
import { OpenExceptionsNotice } from '../../features/run-exceptions/open-exceptions-notice.tsx';
import { openExceptionsQuery } from '../../features/run-exceptions/queries.ts';
import { Pool } from '../../features/run-pool/pool.tsx';
import { poolQuery } from '../../features/run-pool/queries.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Arriving, useArrival } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

const parseSearch = (search: URLSearchParams) => {
  const { page, q } = parsePageSearch(search);
  return { day: parseDay(search.get('day')), pool: { page, q, ...parseArrival(search) } };
};

export const loader = prefetch((client, search) => {
  const { day, pool } = parseSearch(search);
  return Promise.all([
    client.prefetchQuery(runsQuery(day)),
    client.prefetchQuery(poolQuery(pool)),
    client.prefetchQuery(couriersQuery),
    client.prefetchQuery(openExceptionsQuery()),
  ]);
});

export function Component() {
  const [search] = useSearchParams();
  const { day, pool } = parseSearch(search);
  const runs = useQuery(runsQuery(day));
  const listed = useQuery(poolQuery(pool));
  const exceptions = useQuery(openExceptionsQuery());
  const selection = useSelection('runs');
  const isAtDesk = useDesk();
  const arrival = useArrival([runs, exceptions]);
  // Its row would move what waits below it.
  const shownDay = arrival === 'waiting' ? day : (runs.data?.day ?? day);
  return (
    <DeskPage
      title="Runs"
      description="The couriers’ runs of a day."
      query={[runs, listed, exceptions]}
      heading={
        <div className="row justify-between">
          <h1>Runs</h1>
          <div className="row gap-3">
            <ReleaseAll day={day} />
            <ButtonLink icon="receipt-text" to={paths.daySheet({ day })}>
              Day sheet
            </ButtonLink>
            <ButtonLink icon="route" to={paths.planRuns({ day })}>
              Plan runs
            </ButtonLink>
            <NewRun list={runs.data} selection={selection} primary />
          </div>
        </div>
      }
    >
      {shownDay && <DayPicker day={shownDay} to={(chosen) => paths.manageRuns({ day: chosen, q: pool.q })} />}
      <Arriving queries={[runs, exceptions]} waiting={<RunsSkeleton withDay={!shownDay} />}>
        <QueryView query={runs} waiting={<RunsSkeleton withDay={!shownDay} />}>
          {(list) => (
            <>
              <OpenExceptionsNotice except={list.runs.map(({ id }) => id)} />
              <Section id="day" title={formatDay(list.day)} className="stack gap-4">
                {isAtDesk ? <RunTable list={list} /> : <RunCards list={list} />}
              </Section>
            </>
          )}
        </QueryView>
        <Section id="pool" title="Shipments without a run" head="block-head" className="stack gap-4 mt-4">
          <Pool
            search={pool}
            selection={selection}
            to={(next) => paths.manageRuns({ day, ...next })}
            collections={(rows) => <WaitingPickups pickups={rows} until={shownDay} />}
          >
            {runs.data && (
              <AddToRun list={runs.data} selection={selection}>
                <PlanSelected day={day} of="runs" />
              </AddToRun>
            )}
          </Pool>
        </Section>
      </Arriving>
    </DeskPage>
  );
}
