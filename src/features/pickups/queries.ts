import { trpc } from '../../api/calls/trpc.ts';
import { afterRow, defineQuery } from '../../api/define-query.ts';
import type { ListPickups } from '../../domain/pickups/pickup.ts';

export const ownPickupsQuery = (before?: string) =>
  defineQuery({
    name: 'own-pickups',
    params: afterRow(before),
    title: 'Pickups',
    topic: 'own',
    refetchInterval: 60_000,
    ask: () => trpc.shipper.getPickups.query({ before }),
  });

export const pickupsQuery = (search: ListPickups) =>
  defineQuery({
    name: 'pickups',
    params: [search],
    title: 'Pickups',
    topic: 'runs',
    ask: () => trpc.pickupAdmin.list.query(search),
  });
