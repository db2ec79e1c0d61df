import { prefetch } from '../../api/prefetch.ts';
import { CloseView } from '../../features/courier/close-view.tsx';
import { CourierPage } from '../../features/courier/courier-page.tsx';
import { courierRunQuery } from '../../outbox/courier-run.ts';

export const loader = prefetch((client) => client.prefetchQuery(courierRunQuery));

export function Component() {
  return <CourierPage title="Close run">{(run) => <CloseView key={run.id} run={run} />}</CourierPage>;
}
