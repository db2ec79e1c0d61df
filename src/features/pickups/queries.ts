import { trpc } from '../../api/calls/trpc.ts';
import { afterRow, defineQuery } from '../../api/define-query.ts';

export const ownPickupsQuery = (before?: string) =>
  defineQuery({
    name: 'own-pickups',
    params: afterRow(before),
    title: 'Pickups',
    topic: 'own',
    refetchInterval: 60_000,
    ask: () => trpc.shipper.getPickups.query({ before }),
  });

export const pickupsQuery = (page: number) =>
  defineQuery({
    name: 'pickups',
    params: [page],
    title: 'Pickups',
    topic: 'runs',
    ask: () => trpc.pickupAdmin.list.query({ page }),
  });
