import { GRANT_LIFE } from '../../../src/domain/grant.ts';
import type { Grant } from '../../../src/domain/shipment.ts';
import { normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import { isSameSecret } from '../../auth/secrets.ts';
import { fieldError } from '../../errors/errors.ts';
import { findShipment } from '../../stores/shipments/shipments.ts';
import type { LookUpSources } from './track-shipment.ts';

/**
 * A grant lasts an hour, or until its code is replaced.
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
  // Both are compared, so that the time tells nothing.
  const matches = codes.map((known) => isSameSecret(known, typed) && known !== '');
  const opening = sealed[matches.indexOf(true)];
  if (!shipment || !opening) throw fieldError('code', 'That code doesn’t match this shipment.', { guess: true });
  const expiresAt = Date.now() + GRANT_LIFE;
  // Upper case names the same shipment: sign the stored id.
  return { grant: secrets.signGrant(shipment.id, opening, expiresAt), expiresAt: new Date(expiresAt).toISOString() };
}
