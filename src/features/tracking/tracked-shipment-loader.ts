import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { queryClientContext } from '../../api/query-client.ts';
import { patiently } from '../../browser/patience.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { normalizeTrackingId } from '../../domain/tracking-id.ts';
import { takeSent } from './sent-shipment.ts';
import { isNotFound, trackedShipmentQuery } from './tracked-shipment-query.ts';

/**
 * The loader of a page about one tracked shipment, at the address that `pathOf` makes. It has the shipment before the
 * page shows, unless that takes longer than three seconds. One that does not exist leads back to /track with the reason; any
 * other failure stays on the page, which says so (product decision 3).
 */
export function trackedShipmentLoader(pathOf: (trackingId: string) => string) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const typed = params.trackingId ?? '';
    const trackingId = normalizeTrackingId(typed);
    if (typed !== trackingId) return redirect(pathOf(trackingId) + new URL(request.url).search);
    const client = context.get(queryClientContext);
    const query = trackedShipmentQuery(trackingId);
    const sent = takeSent(trackingId);
    if (sent?.shipment === null) return redirect(paths.track({ error: texts.shipmentNotFound }));
    // A page that the browser had kept is as old as it says, whatever this device's clock says.
    if (sent) client.setQueryData(query.queryKey, sent.shipment, { updatedAt: Math.min(sent.at, Date.now()) });
    const asked = client.fetchQuery(query);
    const isMissing = asked.then(() => false, isNotFound);
    return (await patiently(isMissing, false)) ? redirect(paths.track({ error: texts.shipmentNotFound })) : null;
  };
}
