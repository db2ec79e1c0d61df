import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { matchesShipment } from '../../domain/list-match.ts';
import { inReaderTimeZone, type PageSearch } from '../../domain/paged.ts';
import type { ShipmentRelation, ShipmentSummary } from '../../domain/shipment.ts';
import type { StoredList } from '../../offline/use-list.ts';

export const shipmentStatisticsQuery = defineQuery({
  name: 'shipment-statistics',
  title: 'Your dashboard',
  topic: 'own',
  ask: () => trpc.shipment.getShipmentsStats.query(),
});

export const ownShipmentsQuery = (rel: ShipmentRelation, page: PageSearch) =>
  defineQuery({
    name: 'own-shipments',
    params: [rel, page],
    title: 'Your shipment lists',
    topic: 'own',
    ask: () => trpc.shipment.getShipments.query({ rel, page: inReaderTimeZone(page) }),
  });

export const ownShipmentsOnDevice = (rel: ShipmentRelation): StoredList<ShipmentSummary, PageSearch> => ({
  keys: [ownShipmentsQuery(rel, {}).queryKey.slice(0, -1)],
  noun: 'shipment',
  matches: (row, search) => matchesShipment(row, inReaderTimeZone(search)),
});

/** Empty on a first visit, when `since` is null. */
export const shipmentChangesQuery = (since: string | null) =>
  defineQuery({
    name: 'shipment-changes',
    params: [since],
    title: 'Your dashboard',
    topic: 'own',
    ask: async () => {
      const changes = await trpc.shipment.getChanges.query({ since: since ?? new Date().toISOString() });
      return since === null ? { ...changes, data: [], total: 0 } : changes;
    },
  });
