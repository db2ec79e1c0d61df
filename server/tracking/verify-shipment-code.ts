import { GRANT_LIFE } from '../../src/domain/grant.ts';
import type { Grant } from '../../src/domain/shipment.ts';
import { normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { fieldError } from '../base/errors/errors.ts';
import { isSameSecret } from '../base/secrets/secrets.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import type { LookUpSources } from './track-shipment.ts';

/**
 * Exchanges a code for a grant, valid for an hour or until the code is replaced.
 * @throws Field error at `code`.
 */
export async function verifyShipmentCode(
  { executor, secrets }: LookUpSources,
  { id, code }: { id: string; code: string },
): Promise<Grant> {
  const typed = normalizeTrackingId(code);
  const shipment = await findShipment(executor, id);
  const sealed = shipment ? [shipment.senderCode, shipment.receiverCode] : [null, null];
  const codes = sealed.map((one) => (one ? secrets.decryptCode(one) : ''));
  // Both, so that the time shows neither a match nor whether the shipment exists.
  const matches = codes.map((known) => isSameSecret(known, typed) && known !== '');
  const opening = sealed[matches.indexOf(true)];
  if (!shipment || !opening) throw fieldError('code', 'That code doesn’t match this shipment.', { guess: true });
  const expiresAt = Date.now() + GRANT_LIFE;
  // The typed ID may be in upper case, which names the same shipment.
  return { grant: secrets.signGrant(shipment.id, opening, expiresAt), expiresAt: new Date(expiresAt).toISOString() };
}
