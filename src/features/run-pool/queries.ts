import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { PoolSearch } from '../../domain/runs/manage.ts';
import { fetchStamped } from '../../outbox/sent/sent.ts';

/** 50 to a page. */
export const poolQuery = (page: PoolSearch) =>
  defineQuery({
    name: 'run-pool',
    params: [page],
    title: 'Shipments without a run',
    topic: ['runs', 'managed'],
    ask: () => fetchStamped(() => trpc.runAdmin.pool.query({ page })),
  });

/** What a plan takes by default: not what shops have only announced. */
export const arrivedPoolQuery = poolQuery({ arrival: 'arrived' });

export async function findInPool(trackingId: string) {
  const { data } = await trpc.runAdmin.pool.query({ page: { q: trackingId } });
  return data.find((shipment) => shipment.trackingId === trackingId);
}
