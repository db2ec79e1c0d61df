import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const runsQuery = (day?: string) =>
  defineQuery({
    name: 'managed-runs',
    params: [day ?? 'today'],
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.list.query({ day: day ?? 'today' }),
  });

/** The open runs of today and of the days that are planned, into which parcels can go. */
export const comingRunsQuery = runsQuery('coming');

/** Where each parcel of those runs goes. */
export const sortMapQuery = defineQuery({
  name: 'sort-map',
  params: ['coming'],
  title: 'Runs',
  topic: 'runs',
  ask: () => trpc.runAdmin.sortMap.query({ day: 'coming' }),
});

export const runQuery = (id: string) =>
  defineQuery({
    name: 'managed-run',
    params: [id],
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.get.query({ id }),
  });

export const windowsQuery = defineQuery({
  name: 'delivery-windows',
  title: 'Delivery windows',
  topic: 'managed',
  ask: () => trpc.runAdmin.windows.query(),
});

export const couriersQuery = defineQuery({
  name: 'run-couriers',
  title: 'Couriers',
  topic: 'managed',
  ask: () => trpc.runAdmin.couriers.query(),
});
