import { readAccessToken } from '../../api/calls/access-token.ts';
import { CallError, failureReasonOf, reasonOfFallback, serverErrorOf } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { refetchDelay } from '../../api/query-client.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { AS_OF_HEADER } from '../../domain/answer-age.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { normalizeTrackingId } from '../../domain/tracking-id.ts';
import {
  FALLBACK_REASON_HEADER,
  type FallbackReason,
  FETCHED_AT_HEADER,
  PUBLIC_VIEW_HEADER,
} from '../../pwa/messages.ts';

/** `kept`: the service worker's copy. `isForEveryone`: the public view, from a push message. */
export const trackedShipmentQuery = (typed: string) => {
  const trackingId = normalizeTrackingId(typed);
  return defineQuery({
    name: 'tracked-shipment',
    params: [trackingId],
    title: 'Shipments',
    topic: `shipment ${trackingId}`,
    ask: async ({ client, queryKey }) => {
      const answered: { kept?: CachedAnswer; isForEveryone?: boolean } = {};
      const onResponse = ({ headers }: Response) => {
        answered.kept = cachedAnswerOf(headers);
        answered.isForEveryone = headers.has(PUBLIC_VIEW_HEADER);
      };
      const context = { grant: readGrant(trackingId), onResponse };
      const shipment = await trpc.shipment.getShipmentByTrackingId.query({ trackingId }, { context });
      // Keep loaded details, which show more.
      if (context.grant && shipment.access === 'detailed' && readAccessToken() === null) storePublicView(trackingId);
      const known = client.getQueryData<TrackedShipment>(queryKey);
      if (answered.isForEveryone && known?.access === 'detailed') throw new CallError('offline');
      return { ...shipment, ...answered };
    },
    // A cached answer is refreshed until the server responds.
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return refetchDelay(failureReasonOf(error));
      return data?.kept !== undefined && refetchDelay(reasonOfFallback(data.kept.fallback));
    },
  });
};

const publicViews = new Set<string>();

/** For the service worker, which shows it offline once the grant is over. */
function storePublicView(trackingId: string): void {
  if (publicViews.has(trackingId) || !navigator.serviceWorker?.controller) return;
  publicViews.add(trackingId);
  trpc.shipment.getShipmentByTrackingId.query({ trackingId }, { context: { grant: null } }).catch(() => undefined);
}

/** Undefined for the server's present response. */
function cachedAnswerOf(headers: Headers): CachedAnswer | undefined {
  const at = headers.get(FETCHED_AT_HEADER);
  if (at !== null) return { at, fallback: headers.get(FALLBACK_REASON_HEADER) as FallbackReason };
  const asOf = headers.get(AS_OF_HEADER);
  return asOf === null ? undefined : { at: asOf, fallback: 'status-503' };
}

interface CachedAnswer {
  at: string;
  fallback: FallbackReason;
}

export const isNotFound = (error: unknown): boolean => serverErrorOf(error).code === 'NOT_FOUND';

/** For viewers with access to the details. */
export const billsOfShipmentQuery = (trackingId: string) =>
  defineQuery({
    name: 'bills-of-shipment',
    params: [trackingId],
    title: 'Shipment bills',
    topic: `shipment ${trackingId}`,
    ask: () => trpc.bill.getBills.query({ trackingId }, { context: { grant: readGrant(trackingId) } }),
  });
