import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parseDay } from '../../domain/day.ts';
import { grouped } from '../../domain/figures.ts';
import { formatCapped } from '../../domain/paged.ts';
import { type PlannedSelection, paths } from '../../domain/paths.ts';
import type { PlanRuns, RunPlan } from '../../domain/routing/plan.ts';
import { usePlanRuns } from '../../features/manage-runs/plan/mutations.ts';
import { PlanForm } from '../../features/manage-runs/plan/plan-form.tsx';
import { ProposalView } from '../../features/manage-runs/plan/proposal-view.tsx';
import { couriersQuery, runsQuery } from '../../features/manage-runs/queries.ts';
import { arrivedPoolQuery } from '../../features/run-pool/queries.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Toggle, ToggleLink } from '../../ui/toggle.tsx';

const SELECTIONS: readonly PlannedSelection[] = ['runs', 'shipments'];

const parseSearch = (search: URLSearchParams) => ({
  day: parseDay(search.get('day')),
  of: SELECTIONS.find((one) => one === search.get('of')),
});

export const loader = prefetch((client, search) =>
  Promise.all([
    client.prefetchQuery(runsQuery(parseSearch(search).day)),
    client.prefetchQuery(couriersQuery),
    client.prefetchQuery(arrivedPoolQuery),
  ]),
);

export function Component() {
  const [search] = useSearchParams();
  const { day, of } = parseSearch(search);
  const runs = useQuery(runsQuery(day));
  const couriers = useQuery(couriersQuery);
  const pool = useQuery(arrivedPoolQuery);
  const [from] = useState(of ?? 'runs');
  const selection = useSelection(from);
  const isSelected = of !== undefined && selection.chosen.length > 0;
  const plan = usePlanRuns();
  const [planned, setPlanned] = useState<{ plan: RunPlan; input: PlanRuns; at: number } | null>(null);

  async function suggest(input: Omit<PlanRuns, 'selection'>) {
    const ids = selection.chosen.map(({ id }) => id);
    const whole: PlanRuns = { ...input, selection: isSelected ? { ids } : 'pool' };
    setPlanned({ plan: await plan.mutateAsync(whole), input: whole, at: Date.now() });
  }
  return (
    <DeskPage
      title="Plan runs"
      description="A day’s parcels, shared among couriers."
      query={[runs, couriers, pool]}
      above={[{ label: 'Runs', to: paths.manageRuns({ day }) }]}
    >
      <Arriving queries={[runs, couriers, pool]}>
        <QueryView query={runs}>
          {(list) => (
            <QueryView query={couriers}>
              {(known) => (
                <>
                  {selection.chosen.length > 0 ? (
                    <Toggle label="Shipments">
                      <ToggleLink current={!isSelected} to={paths.planRuns({ day })} preventScrollReset>
                        All without a run
                      </ToggleLink>
                      <ToggleLink current={isSelected} to={paths.planRuns({ day, of: from })} preventScrollReset>
                        {grouped(selection.chosen.length)} selected
                      </ToggleLink>
                    </Toggle>
                  ) : (
                    pool.data && <p>{formatCapped(pool.data.total, 'shipment')} here without a run.</p>
                  )}
                  <PlanForm day={list.day} couriers={known} isPlanned={planned !== null} onPlan={suggest} />
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      </Arriving>
      {planned && (
        <ProposalView
          key={planned.at}
          plan={planned.plan}
          limits={planned.input}
          onCreated={() => planned.input.selection !== 'pool' && selection.clear()}
        />
      )}
    </DeskPage>
  );
}
