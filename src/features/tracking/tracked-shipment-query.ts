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
 * A shipment as this person may see it, and where the service worker answered with what it had kept, since when, and whether
 * that was only what everyone may see (a push message brought it). Never retried: a miss is an answer.
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
      // What this tab shows, or has kept for this person, tells more.
      const known = client.getQueryData<TrackedShipment>(queryKey);
      if (answered.isForEveryone && known?.access === 'detailed') throw new CallError('offline');
      return { ...shipment, ...answered };
    },
    // What the worker had kept stands in until the server answers.
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return askAgainAfter(failureReasonOf(error));
      return data?.kept !== undefined && askAgainAfter(reasonOfFallback(data.kept.fallback));
    },
  });
};

/** When the server gave what the service worker had kept, and why it was not asked now; nothing for an answer of the server's. */
function keptOf(headers: Headers): Kept | undefined {
  const at = headers.get(FETCHED_AT_HEADER);
  const fallback = (headers.get(FALLBACK_REASON_HEADER) ?? undefined) as FallbackReason | undefined;
  return at === null ? undefined : { at, fallback };
}

interface Kept {
  at: string;
  /** Missing in what an older version of the app stored. */
  fallback?: FallbackReason | undefined;
}

/** Whether a failed look-up means that there is no such shipment (and not that it could not be asked). */
export const isNotFound = (error: unknown): boolean => serverErrorOf(error).code === 'NOT_FOUND';
