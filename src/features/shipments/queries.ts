import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { matchesShipment } from '../../domain/list-match.ts';
import { inReaderTimeZone, type PageSearch } from '../../domain/paged.ts';
import type { ShipmentRelation, ShipmentSummary } from '../../domain/shipment.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { noteSeen } from '../../offline/last-visit.ts';
import type { StoredList } from '../../offline/use-list.ts';

/** The open bills of a shipment; only asked where the details are open. */
export const billsOfShipmentQuery = (trackingId: string) =>
  queryOptions({
    queryKey: queryKeys.billsOfShipment(trackingId),
    queryFn: () => trpc.bill.getBills.query({ trackingId }, { context: { grant: readGrant(trackingId) } }),
  });

/** How the person's shipments stand. */
export const shipmentStatisticsQuery = queryOptions({
  queryKey: queryKeys.shipmentStatistics,
  queryFn: () => trpc.shipment.getShipmentsStats.query(),
});

/** What the person sends or receives: a page of ten, or the newest five for an empty search. */
export const ownShipmentsQuery = (rel: ShipmentRelation, page: PageSearch) =>
  queryOptions({
    queryKey: queryKeys.ownShipments(rel, page),
    queryFn: () => trpc.shipment.getShipments.query({ rel, page: inReaderTimeZone(page) }),
  });

/** The same from what this device has of it. */
export const ownShipmentsOnDevice = (rel: ShipmentRelation): StoredList<ShipmentSummary, PageSearch> => ({
  keys: [queryKeys.ownShipments(rel, {}).slice(0, -1)],
  noun: 'shipment',
  matches: (row, search) => matchesShipment(row, inReaderTimeZone(search)),
});

/** What has happened to the person's shipments since their last visit; on the first there is nothing to compare with. */
export const shipmentChangesQuery = (since: string | null) =>
  queryOptions({
    queryKey: queryKeys.shipmentChanges(since),
    queryFn: async () => {
      const person = readDeviceUser();
      const changes = await trpc.shipment.getChanges.query({ since: since ?? new Date().toISOString() });
      // Somebody else may have signed in meanwhile.
      if (readDeviceUser() === person) noteSeen(changes.until);
      return since === null ? { ...changes, data: [], total: 0 } : changes;
    },
  });
