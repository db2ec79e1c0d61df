import type { SendCode } from '../../src/domain/shipment.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { flagCourierIsParty, followEdit } from '../deliveries/follow-task.ts';
import { textNewReceiver } from '../messages/send-sms.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { createCode, replacedCodes } from './shipment-access.ts';
import { SIDE_COLUMNS } from './store/claims.ts';
import { findShipment, lockShipment, updateAccess } from './store/shipments.ts';

/**
 * Sends the code that an address lacks since somebody without the right to codes corrected it, and
 * links its account.
 * @throws NOT_FOUND, CONFLICT
 */
export async function sendCode(unit: UnitOfWork, { id, party, email, phone }: SendCode): Promise<void> {
  const side = SIDE_COLUMNS[party];
  const found = await findShipment(unit.tx, id);
  // Users before shipments, as when an account is deleted.
  const owners = await lockVerifiedUserIds(unit.tx, found ? [found[side.email]] : []);
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const address = shipment[side.email];
  if (address !== email.toLowerCase()) {
    throw new UserError('CONFLICT', `Someone else changed the ${party}’s email to ${address}. Check it and try again.`);
  }
  if (party === 'receiver' && phone !== undefined && phone !== shipment.receiverPhone)
    throw new UserError('CONFLICT', 'Someone else changed the receiver’s phone number. Check it and try again.');
  if (shipment[side.code]) return;
  const before = shipment[side.account];
  const account = before ?? owners.get(address) ?? null;
  const code = await createCode(unit, shipment, { party, email: address });
  await updateAccess(unit.tx, shipment, { ...code, [side.account]: account });
  // The phone hears which QR code is right.
  if (party === 'receiver') await followEdit(unit, shipment);
  if (account && !before) await flagCourierIsParty(unit.tx, account, shipment);
  if (party === 'receiver') await textNewReceiver(unit, { ...shipment, ...code });
  await unit.audit({
    entity: 'shipment',
    entityId: id,
    before: { [side.account]: before },
    after: { [side.account]: account, ...replacedCodes([party]) },
  });
}
