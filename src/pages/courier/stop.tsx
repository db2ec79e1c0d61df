import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { CourierPage } from '../../features/courier/courier-page.tsx';
import { StopSteps } from '../../features/courier/stop-steps.tsx';
import { courierRunQuery } from '../../outbox/courier-run.ts';

export const loader = prefetch((client) => client.prefetchQuery(courierRunQuery));

const TITLES: Record<string, string> = { deliver: 'Deliver', problem: 'Problem', scan: 'Scan', collect: 'Collect' };

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const view = search.get('view') ?? '';
  return (
    <CourierPage
      title={TITLES[view] ?? 'Stop'}
      heading={TITLES[view] ? undefined : (run) => numberOf(run, id)}
      back={
        TITLES[view] ? { to: paths.courierStop(id), label: 'Back to stop' } : { to: paths.courier, label: 'All stops' }
      }
      isUnfinished
    >
      {(run) => <StopSteps key={`${id} ${view}`} run={run} stopId={id} view={view} />}
    </CourierPage>
  );
}

/** Uses the number on the run sheet: how many are done and left is below it. */
function numberOf(run: CourierRun, id: string): string {
  const stop = run.stops.find((one) => one.id === id);
  return stop ? `Stop ${stop.sequence}` : 'Stop';
}
