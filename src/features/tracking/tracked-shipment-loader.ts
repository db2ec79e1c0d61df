import type { LoaderFunctionArgs } from 'react-router-dom';
import { queryClientContext } from '../../api/query-client.ts';
import { redirectFrom } from '../../browser/redirect-from.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import { paths } from '../../domain/paths.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { normalizeTrackingId } from '../../domain/tracking-id.ts';
import { takeEmbeddedShipment } from './embedded-shipment.ts';
import { notFoundText } from './not-found-text.ts';
import { billsOfShipmentQuery, isNotFound, trackedShipmentQuery } from './queries.ts';

/** Waits up to three seconds, also for bills, whose notices would move the rest. */
export function trackedShipmentLoader(pathOf: (trackingId: string) => string, { withBills = false } = {}) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const typed = params.trackingId ?? '';
    const trackingId = normalizeTrackingId(typed);
    if (typed !== trackingId) return redirectFrom(request, pathOf(trackingId) + new URL(request.url).search);
    const notFound = redirectFrom(request, paths.track({ error: notFoundText(trackingId) }));
    const client = context.get(queryClientContext);
    const query = trackedShipmentQuery(trackingId);
    const sent = takeEmbeddedShipment(trackingId);
    if (sent?.shipment === null) return notFound;
    // A page from the browser's cache is as old as `sent.at`.
    if (sent) client.setQueryData(query.queryKey, sent.shipment, { updatedAt: Math.min(sent.at, Date.now()) });
    const asked = client.fetchQuery(query);
    const isMissing = asked.then(async ({ access }: TrackedShipment) => {
      if (withBills && access === 'detailed') await client.prefetchQuery(billsOfShipmentQuery(trackingId));
      return false;
    }, isNotFound);
    return (await withTimeout(isMissing, false)) ? notFound : null;
  };
}
