import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { matchesShipment } from '../../domain/list-match.ts';
import { inReaderTimeZone, type PageSearch } from '../../domain/paged.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { StoredList } from '../../offline/use-list.ts';

/** All shipments: a page of ten, or the newest five for an empty search. */
export const managedShipmentsQuery = (page: PageSearch) =>
  defineQuery({
    name: 'managed-shipments',
    params: [page],
    store: 'person',
    title: 'All shipments',
    topic: 'managed',
    ask: () => trpc.shipmentAdmin.getShipments.query({ page: inReaderTimeZone(page) }),
  });

/** What one person sends or receives, ten to a page. */
export const shipmentsOfUserQuery = (userId: string, page: PageSearch) =>
  defineQuery({
    name: 'shipments-of-user',
    params: [userId, page],
    store: 'person',
    title: 'All shipments',
    topic: 'managed',
    ask: () => trpc.shipmentAdmin.getShipments.query({ userId, page }),
  });

/** The same from what this device has of it, and of the lists of single people. */
export const managedShipmentsOnDevice: StoredList<ManagedShipmentSummary, PageSearch> = {
  keys: [managedShipmentsQuery({}).queryKey.slice(0, -1), shipmentsOfUserQuery('', {}).queryKey.slice(0, -2)],
  noun: 'shipment',
  matches: (row, search) => matchesShipment(row, inReaderTimeZone(search)),
};

/** The same from what this device has of it. */
export const shipmentsOfUserOnDevice = (userId: string): StoredList<ManagedShipmentSummary, PageSearch> => ({
  keys: [shipmentsOfUserQuery(userId, {}).queryKey.slice(0, -1)],
  noun: 'shipment',
  matches: matchesShipment,
});

/** Everything about one shipment but its private codes; one that is not there is not asked for twice. */
export const managedShipmentQuery = (id: string) =>
  defineQuery({
    name: 'managed-shipment',
    params: [id],
    store: 'person',
    title: 'Shipments',
    topic: 'managed',
    ask: () => trpc.shipmentAdmin.getShipment.query({ id }),
    retry: (failures, error) => failures < 1 && !isMissing(error),
  });

/** Whether there is no such shipment, or not any more; and not that it could not be asked. */
export const isMissing = (error: unknown): boolean =>
  ['NOT_FOUND', 'BAD_REQUEST'].includes(serverErrorOf(error).code ?? '');

/** The shipment of a tracking ID, asked once: its page asks for it again, by its id, and keeps it. */
export const findManagedShipment = (trackingId: string) => trpc.shipmentAdmin.getShipment.query({ trackingId });
