import { prefetch } from '../../api/prefetch.ts';
import { CourierPage } from '../../features/courier/courier-page.tsx';
import { LoadView } from '../../features/courier/load-view.tsx';
import { courierRunQuery } from '../../outbox/courier-run.ts';

export const loader = prefetch((client) => client.prefetchQuery(courierRunQuery));

export function Component() {
  return <CourierPage title="Load">{(run) => <LoadView key={run.id} run={run} />}</CourierPage>;
}
