import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { type FoundShipment, readFindable } from './on-device.ts';

export interface Found<Row> {
  data: readonly Row[];
  total: number;
}

/** Stored nowhere: a device would keep every beginning of a word. */
export const findShipmentsQuery = (q: string, seesAll: boolean) =>
  defineQuery<Found<FoundShipment>>({
    name: 'find-shipments',
    params: [q, seesAll],
    async ask({ signal }) {
      if (seesAll) return trpc.shipmentAdmin.getShipments.query({ page: { q } }, { signal });
      const [sent, incoming] = await Promise.all(
        (['sender', 'receiver'] as const).map((rel) =>
          trpc.shipment.getShipments.query({ rel, page: { q } }, { signal }),
        ),
      );
      const both = [...(sent?.data ?? []), ...(incoming?.data ?? [])];
      const data = [...new Map(both.map((row) => [row.id, row])).values()];
      return { data, total: data.length };
    },
  });

export const findUsersQuery = (q: string) =>
  defineQuery({
    name: 'find-users',
    params: [q],
    ask: ({ signal }) => trpc.userAdmin.getUsers.query({ page: { q } }, { signal }),
  });

export const findableOnDeviceQuery = defineQuery({ name: 'findable-on-device', ask: readFindable, staleTime: 0 });
