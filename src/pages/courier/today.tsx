import { prefetch } from '../../api/prefetch.ts';
import { CourierPage } from '../../features/courier/courier-page.tsx';
import { RunOverview } from '../../features/courier/run-overview.tsx';
import { courierRunQuery } from '../../outbox/courier-run.ts';

export const loader = prefetch((client) => client.prefetchQuery(courierRunQuery));

export function Component() {
  return <CourierPage title="My run">{(run) => <RunOverview run={run} />}</CourierPage>;
}
