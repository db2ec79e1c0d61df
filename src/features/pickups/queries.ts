import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const ownPickupsQuery = defineQuery({
  name: 'own-pickups',
  store: 'person',
  title: 'Pickups',
  ask: () => trpc.shipper.getPickups.query(),
});

export const pickupsQuery = (page: number) =>
  defineQuery({
    name: 'pickups',
    params: [page],
    store: 'person',
    title: 'Pickups',
    ask: () => trpc.pickupAdmin.list.query({ page }),
  });
