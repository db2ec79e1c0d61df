import { normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import { sameSecret } from '../../auth/secrets.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import { lockShipment, updateAccess } from '../../stores/shipments/shipments.ts';
import { holdUser } from '../../stores/users/users.ts';

/**
 * Makes a person the receiver of a shipment that has none (shipment.linkShipment), with both private codes. Throws
 * BAD_REQUEST with one sentence that does not say which code was wrong, and CONFLICT where it is linked already. Of many
 * at the same time one wins: the shipment's row is locked. Source: specification section 7; product decision 3.
 */
export async function linkShipment(
  unit: UnitOfWork,
  userId: string,
  { id, receiverCode, senderCode }: { id: string; receiverCode: string; senderCode: string },
): Promise<void> {
  const { secrets } = unit.services;
  // Who is deleted in this very moment links nothing any more.
  if (!(await holdUser(unit.tx, userId))) throw new Refusal('UNAUTHORIZED');
  const shipment = await lockShipment(unit.tx, id);
  const isRight = (sealed: Buffer | undefined, typed: string) =>
    sameSecret(sealed ? secrets.decryptCode(sealed) : '', normalizeTrackingId(typed)) && sealed !== undefined;
  // Both are compared always, so that the time does not say which one was wrong.
  const answers = [isRight(shipment?.receiverCode, receiverCode), isRight(shipment?.senderCode, senderCode)];
  if (!shipment || answers.includes(false)) {
    throw new Refusal('BAD_REQUEST', 'Those codes don’t match this shipment.', { guess: true });
  }
  if (shipment.receiverId) throw new Refusal('CONFLICT', 'This shipment is already linked to an account.');
  await updateAccess(unit.tx, id, { receiverId: userId });
  await unit.audit({ entity: 'shipment', entityId: id, before: { receiverId: null }, after: { receiverId: userId } });
}
