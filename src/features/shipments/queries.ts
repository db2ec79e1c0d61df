import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { serverErrorOf } from '../../api/server-error.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { trpc } from '../../api/trpc.ts';
import { texts } from '../../domain/errors.ts';
import type { PageSearch } from '../../domain/paged.ts';
import type { ShipmentRelation, TrackedShipment } from '../../domain/shipment.ts';
import { normalizeTrackingId } from '../../domain/tracking-id.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { noteSeen } from '../../offline/last-visit.ts';
import { FETCHED_AT_HEADER, FOR_EVERYONE_HEADER } from '../../pwa/messages.ts';

/**
 * A shipment as this person may see it, and where the service worker answered with what it had kept, since when, and whether
 * that was only what everyone may see (a push message brought it). Never retried: a miss is an answer.
 */
export const trackedShipmentQuery = (typed: string) => {
  const trackingId = normalizeTrackingId(typed);
  return queryOptions({
    queryKey: queryKeys.trackedShipment(trackingId),
    retry: false,
    queryFn: async ({ client, queryKey }) => {
      const kept: { keptAt?: string; isForEveryone?: boolean } = {};
      const onResponse = ({ headers }: Response) => {
        kept.keptAt = headers.get(FETCHED_AT_HEADER) ?? undefined;
        kept.isForEveryone = headers.has(FOR_EVERYONE_HEADER);
      };
      const context = { grant: readGrant(trackingId), onResponse };
      const shipment = await trpc.shipment.getShipmentByTrackingId.query({ trackingId }, { context });
      // What this tab shows, or has kept for this person, tells more.
      const known = client.getQueryData<TrackedShipment>(queryKey);
      if (kept.isForEveryone && known?.access === 'detailed') throw new Error(texts.notOnDevice);
      return { ...shipment, ...kept };
    },
  });
};

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
    queryFn: () => trpc.shipment.getShipments.query({ rel, page }),
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

/** Whether a failed look-up means that there is no such shipment (and not that it could not be asked). */
export const isNotFound = (error: unknown): boolean => serverErrorOf(error).code === 'NOT_FOUND';
