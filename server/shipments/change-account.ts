import type { ChangeAccount } from '../../src/domain/shipment.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { endChoicesOf } from '../choices/store/choices.ts';
import { deleteChoices } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { flagCourierIsParty, followClaims } from '../deliveries/follow-task.ts';
import { textNewReceiver } from '../messages/send-sms.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { findCredentials } from '../people/store/users.ts';
import { followFee } from '../prices/book-fees.ts';
import { replaceCode, replacedCodes } from './shipment-access.ts';
import { SIDE_COLUMNS } from './store/claims.ts';
import { lockShipment, updateAccess } from './store/shipments.ts';

/**
 * Links a side to an account or none, whose owner may know the code.
 * @throws NOT_FOUND, CONFLICT, field error at `email`.
 */
export async function changeAccount(unit: UnitOfWork, { id, party, from, email }: ChangeAccount): Promise<void> {
  // Users before shipments, as when an account is deleted.
  const account = email === null ? null : await lockVerifiedAccount(unit, email);
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const side = SIDE_COLUMNS[party];
  const before = shipment[side.account];
  if (before !== (from ?? null)) {
    throw new UserError('CONFLICT', `Someone else changed the ${party}’s account. Close this and check again.`);
  }
  if (account === before) return;
  const code = before === null ? {} : await replaceCode(unit, shipment, party);
  await updateAccess(unit.tx, shipment, { ...code, [side.account]: account });
  if (before !== null) {
    await endChoicesOf(unit.tx, shipment.id, party);
    await followClaims(unit.tx, [shipment.id]);
  }
  if (account) await flagCourierIsParty(unit.tx, account, shipment);
  await followFee(unit, shipment, { ...shipment, [side.account]: account });
  if (before !== null) {
    await deleteChoices(unit.tx, { shipmentId: shipment.id, party });
    if (party === 'receiver') await textNewReceiver(unit, { ...shipment, ...code });
  }
  await unit.audit({
    entity: 'shipment',
    entityId: shipment.id,
    before: { [side.account]: before },
    after: { [side.account]: account, ...replacedCodes(before === null ? [] : [party]) },
  });
}

async function lockVerifiedAccount(unit: UnitOfWork, email: string): Promise<string> {
  const account = (await lockVerifiedUserIds(unit.tx, [email])).get(email.toLowerCase());
  if (account) return account;
  const isUnverified = (await findCredentials(unit.tx, email)) !== null;
  throw fieldError(
    'email',
    isUnverified ? 'The owner of this account hasn’t verified their email address yet.' : 'No account has this email.',
  );
}
