import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const runsQuery = (day?: string) =>
  defineQuery({
    name: 'managed-runs',
    params: [day ?? 'today'],
    store: 'person',
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.list.query({ day: day ?? 'today' }),
  });

/** Where each parcel of today's runs goes. */
export const sortMapQuery = defineQuery({
  name: 'sort-map',
  params: ['today'],
  store: 'person',
  title: 'Runs',
  topic: 'runs',
  ask: () => trpc.runAdmin.sortMap.query({ day: 'today' }),
});

export const runQuery = (id: string) =>
  defineQuery({
    name: 'managed-run',
    params: [id],
    store: 'person',
    title: 'Runs',
    topic: 'runs',
    ask: () => trpc.runAdmin.get.query({ id }),
  });

export const windowsQuery = defineQuery({
  name: 'delivery-windows',
  store: 'person',
  title: 'Delivery windows',
  topic: 'managed',
  ask: () => trpc.runAdmin.windows.query(),
});

export const couriersQuery = defineQuery({
  name: 'run-couriers',
  store: 'person',
  title: 'Couriers',
  topic: 'managed',
  ask: () => trpc.runAdmin.couriers.query(),
});
