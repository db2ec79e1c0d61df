import { readAccessToken } from '../../api/calls/access-token.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { SENT_ID, type Sent } from '../../domain/tracked-page.ts';

/**
 * Takes what the server has sent with the page, once; undefined where it has sent nothing, or where this person may see more
 * than everyone: then the page is drawn anew.
 */
export function takeSent(trackingId: string): Sent | undefined {
  const element = document.getElementById(SENT_ID);
  if (!element) return undefined;
  element.remove();
  const sent = JSON.parse(element.textContent) as Sent;
  const isForEveryone = readAccessToken() === null && readGrant(trackingId) === null;
  if (isForEveryone && (sent.shipment === null || sent.shipment.trackingId === trackingId)) return sent;
  document.getElementById('root')?.removeAttribute('data-page');
  return undefined;
}
