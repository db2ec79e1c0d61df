import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { matchesShipment } from '../../domain/list-match.ts';
import { inReaderTimeZone, type ManagedPage, type PageSearch } from '../../domain/paged.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { StoredList } from '../../offline/use-list.ts';
import { fetchStamped, MANAGED_SHIPMENT, MANAGED_SHIPMENTS } from '../../outbox/sent/sent.ts';

export const managedShipmentsQuery = (page: ManagedPage) =>
  defineQuery({
    name: MANAGED_SHIPMENTS,
    params: [page],
    title: 'All shipments',
    topic: 'managed',
    ask: () => fetchStamped(() => trpc.shipmentAdmin.getShipments.query({ page: inReaderTimeZone(page) })),
  });

export const shipmentsOfUserQuery = (userId: string, page: PageSearch) =>
  defineQuery({
    name: 'shipments-of-user',
    params: [userId, page],
    title: 'All shipments',
    topic: 'managed',
    ask: () => fetchStamped(() => trpc.shipmentAdmin.getShipments.query({ userId, page })),
  });

/** Includes the stored lists of single users. */
export const managedShipmentsOnDevice: StoredList<ManagedShipmentSummary, ManagedPage> = {
  keys: [managedShipmentsQuery({}).queryKey.slice(0, -1), shipmentsOfUserQuery('', {}).queryKey.slice(0, -2)],
  noun: 'shipment',
  matches: (row, search) => matchesShipment(row, inReaderTimeZone(search)),
};

export const shipmentsOfUserOnDevice = (userId: string): StoredList<ManagedShipmentSummary, PageSearch> => ({
  keys: [shipmentsOfUserQuery(userId, {}).queryKey.slice(0, -1)],
  noun: 'shipment',
  matches: matchesShipment,
});

export const managedShipmentQuery = (id: string) =>
  defineQuery({
    name: MANAGED_SHIPMENT,
    params: [id],
    title: 'Shipments',
    topic: ['managed', 'runs'],
    ask: () => fetchStamped(() => trpc.shipmentAdmin.getShipment.query({ id })),
  });

/** Skips the cache: the page loads and stores the shipment by its id. */
export const findManagedShipment = (trackingId: string) => trpc.shipmentAdmin.getShipment.query({ trackingId });

export const savedFiltersQuery = defineQuery({
  name: 'saved-filters',
  title: 'Saved filters',
  ask: () => trpc.savedFilter.list.query(),
});
