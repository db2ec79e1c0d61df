import { normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import { UserError } from '../base/errors/errors.ts';
import { isSameSecret } from '../base/secrets/secrets.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { flagCourierIsParty } from '../deliveries/follow-task.ts';
import { lockUserForShare } from '../people/store/lock-users.ts';
import { lockShipment, updateAccess } from '../shipments/store/shipments.ts';

/**
 * Makes a user with both codes the receiver; the lock lets one succeed.
 * @throws BAD_REQUEST, without saying which code was wrong; CONFLICT.
 * Specification section 7.
 */
export async function linkShipment(
  unit: UnitOfWork,
  userId: string,
  { id, receiverCode, senderCode }: { id: string; receiverCode: string; senderCode: string },
): Promise<void> {
  const { secrets } = unit.services;
  // Someone being deleted can no longer link.
  if (!(await lockUserForShare(unit.tx, userId))) throw new UserError('UNAUTHORIZED');
  const shipment = await lockShipment(unit.tx, id);
  const isMatch = (sealed: Buffer | null | undefined, typed: string) =>
    isSameSecret(sealed ? secrets.decryptCode(sealed) : '', normalizeTrackingId(typed)) && Boolean(sealed);
  // Both, so that the time does not show which one was wrong.
  const matches = [isMatch(shipment?.receiverCode, receiverCode), isMatch(shipment?.senderCode, senderCode)];
  if (!shipment || matches.includes(false)) {
    throw new UserError('BAD_REQUEST', 'Those codes don’t match this shipment.', { guess: true });
  }
  if (shipment.receiverId) throw new UserError('CONFLICT', 'This shipment is already linked to an account.');
  await updateAccess(unit.tx, shipment, { receiverId: userId });
  await flagCourierIsParty(unit.tx, userId, shipment);
  await unit.audit({ entity: 'shipment', entityId: id, before: { receiverId: null }, after: { receiverId: userId } });
}
