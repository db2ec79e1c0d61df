import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** The runs of a day; without a day today's, with those of other days that are still to be done. */
export const runsQuery = (day?: string) =>
  defineQuery({
    name: 'managed-runs',
    params: [day ?? 'today'],
    store: 'person',
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.list.query({ day: day ?? 'today' }),
  });

/** A run with its stops, visits, proofs and exceptions. */
export const runQuery = (id: string) =>
  defineQuery({
    name: 'managed-run',
    params: [id],
    store: 'person',
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.get.query({ id }),
  });

/** Who can be given a run, by name. */
export const couriersQuery = defineQuery({
  name: 'run-couriers',
  store: 'person',
  title: 'Couriers',
  topic: 'managed',
  ask: () => trpc.runAdmin.couriers.query(),
});
