import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** Of a shop. */
export const ownPickupsQuery = defineQuery({
  name: 'own-pickups',
  store: 'person',
  title: 'Pickups',
  ask: () => trpc.shipper.getPickups.query(),
});

/** What the desk has to arrange. */
export const pickupsQuery = (page: number) =>
  defineQuery({
    name: 'pickups',
    params: [page],
    store: 'person',
    title: 'Pickups',
    ask: () => trpc.pickupAdmin.list.query({ page }),
  });
