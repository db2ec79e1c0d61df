import { CallError } from '../../api/calls/call-error.ts';
import { reasonOfFallback } from '../../api/calls/failure-reason.ts';
import { failureReasonOf, serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { askAgainAfter } from '../../api/query-client.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { normalizeTrackingId } from '../../domain/tracking-id.ts';
import {
  FALLBACK_REASON_HEADER,
  type FallbackReason,
  FETCHED_AT_HEADER,
  FOR_EVERYONE_HEADER,
} from '../../pwa/messages.ts';

/**
 * A shipment as this person may see it. If the service worker answered from its cache, `kept` says since when and why, and
 * `isForEveryone` that it was the public view (a push message brought it). Never retried.
 */
export const trackedShipmentQuery = (typed: string) => {
  const trackingId = normalizeTrackingId(typed);
  return defineQuery({
    name: 'tracked-shipment',
    params: [trackingId],
    store: 'person',
    title: 'Shipments',
    topic: `shipment ${trackingId}`,
    retry: false,
    ask: async ({ client, queryKey }) => {
      const answered: { kept?: Kept; isForEveryone?: boolean } = {};
      const onResponse = ({ headers }: Response) => {
        answered.kept = keptOf(headers);
        answered.isForEveryone = headers.has(FOR_EVERYONE_HEADER);
      };
      const context = { grant: readGrant(trackingId), onResponse };
      const shipment = await trpc.shipment.getShipmentByTrackingId.query({ trackingId }, { context });
      // The detailed view in this tab, or stored for this person, is better.
      const known = client.getQueryData<TrackedShipment>(queryKey);
      if (answered.isForEveryone && known?.access === 'detailed') throw new CallError('offline');
      return { ...shipment, ...answered };
    },
    // The worker's copy is shown until the server can be reached.
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return askAgainAfter(failureReasonOf(error));
      return data?.kept !== undefined && askAgainAfter(reasonOfFallback(data.kept.fallback));
    },
  });
};

/** When the server sent the worker's copy, and why it was not asked now; undefined if it was. */
function keptOf(headers: Headers): Kept | undefined {
  const at = headers.get(FETCHED_AT_HEADER);
  const fallback = (headers.get(FALLBACK_REASON_HEADER) ?? undefined) as FallbackReason | undefined;
  return at === null ? undefined : { at, fallback };
}

interface Kept {
  at: string;
  /** Missing in data stored by an older version. */
  fallback?: FallbackReason | undefined;
}

/** Whether the server said that there is no such shipment. */
export const isNotFound = (error: unknown): boolean => serverErrorOf(error).code === 'NOT_FOUND';
