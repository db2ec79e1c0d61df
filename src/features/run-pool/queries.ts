import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { PoolSearch } from '../../domain/runs/manage.ts';

/** Shipments that could go into a run, 50 to a page. New ones come with the managers' news. */
export const poolQuery = (page: PoolSearch) =>
  defineQuery({
    name: 'run-pool',
    params: [page],
    store: 'person',
    title: 'Shipments without a run',
    topic: ['runs', 'managed'],
    ask: () => trpc.runAdmin.pool.query({ page }),
  });

/** The shipment of the pool with this tracking ID, if there is one. */
export async function findInPool(trackingId: string) {
  const { data } = await trpc.runAdmin.pool.query({ page: { q: trackingId } });
  return data.find((shipment) => shipment.trackingId === trackingId);
}
