import { queryOptions } from '@tanstack/react-query';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { matchesShipment } from '../../domain/list-match.ts';
import { inReaderTimeZone, type PageSearch } from '../../domain/paged.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { StoredList } from '../../offline/use-list.ts';

/** All shipments: a page of ten, or the newest five for an empty search. */
export const managedShipmentsQuery = (page: PageSearch) =>
  queryOptions({
    queryKey: queryKeys.managedShipments(page),
    queryFn: () => trpc.shipmentAdmin.getShipments.query({ page: inReaderTimeZone(page) }),
  });

/** The same from what this device has of it, and of the lists of single people. */
export const managedShipmentsOnDevice: StoredList<ManagedShipmentSummary, PageSearch> = {
  keys: [queryKeys.managedShipments({}).slice(0, -1), queryKeys.shipmentsOfUser('', {}).slice(0, -2)],
  noun: 'shipment',
  matches: (row, search) => matchesShipment(row, inReaderTimeZone(search)),
};

/** What one person sends or receives, ten to a page. */
export const shipmentsOfUserQuery = (userId: string, page: PageSearch) =>
  queryOptions({
    queryKey: queryKeys.shipmentsOfUser(userId, page),
    queryFn: () => trpc.shipmentAdmin.getShipments.query({ userId, page }),
  });

/** The same from what this device has of it. */
export const shipmentsOfUserOnDevice = (userId: string): StoredList<ManagedShipmentSummary, PageSearch> => ({
  keys: [queryKeys.shipmentsOfUser(userId, {}).slice(0, -1)],
  noun: 'shipment',
  matches: matchesShipment,
});

/** Everything about one shipment but its private codes; one that is not there is not asked for twice. */
export const managedShipmentQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.managedShipment(id),
    queryFn: () => trpc.shipmentAdmin.getShipment.query({ id }),
    retry: (failures, error) => failures < 1 && !isMissing(error),
  });

/** Whether there is no such shipment, or not any more; and not that it could not be asked. */
export const isMissing = (error: unknown): boolean =>
  ['NOT_FOUND', 'BAD_REQUEST'].includes(serverErrorOf(error).code ?? '');

/** The shipment of a tracking ID, asked once: its page asks for it again, by its id, and keeps it. */
export const findManagedShipment = (trackingId: string) => trpc.shipmentAdmin.getShipment.query({ trackingId });
