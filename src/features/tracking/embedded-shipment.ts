import { readAccessToken } from '../../api/calls/access-token.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { SENT_ID, type Sent } from '../../domain/tracked-page.ts';

/** `shipment` is null if nobody can see it. Undefined if none is embedded or this person may see more. */
export function takeEmbeddedShipment(trackingId: string): Sent | undefined {
  const element = document.getElementById(SENT_ID);
  if (!element) return undefined;
  element.remove();
  const sent = JSON.parse(element.textContent) as Sent;
  if (sent.shipment === null) return sent;
  const isForEveryone = readAccessToken() === null && readGrant(trackingId) === null;
  if (isForEveryone && sent.shipment.trackingId === trackingId) return sent;
  document.getElementById('root')?.removeAttribute('data-page');
  return undefined;
}
