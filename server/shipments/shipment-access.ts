import { hasOtherContact } from '../../src/domain/contact.ts';
import { PARTIES, type Party } from '../../src/domain/shipment.ts';
import { proofNeeded } from '../base/errors/errors.ts';
import { numberOrDigits } from '../base/phone-numbers/international-number.ts';
import { createPrivateCode } from '../base/secrets/secrets.ts';
import { deleteChoices } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { dropFailedMails } from '../mail/store/mail-deliveries.ts';
import { textFormerNumber, textNewReceiver } from '../messages/send-sms.ts';
import { findUser } from '../people/store/users.ts';
import { SIDE_COLUMNS } from './store/claims.ts';
import type { ShipmentAccess, ShipmentRow } from './store/shipments.ts';

/** A person with the right to codes named the party, so any address will do. */
export async function createCode(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  { party, email }: { party: Party; email: string },
): Promise<ShipmentAccess> {
  const { code, claim } = SIDE_COLUMNS[party];
  const about = { shipmentId: shipment.id, party };
  if (email) await unit.mail({ kind: 'code-replaced', receiver: email.toLowerCase(), about });
  return {
    [code]: unit.services.secrets.encryptCode(createPrivateCode()),
    [claim]: shipment[claim] + 1,
  };
}

/** A code that waits for somebody with the right to codes stays. */
export async function replaceCode(unit: UnitOfWork, shipment: ShipmentRow, party: Party): Promise<ShipmentAccess> {
  const { code, email, claim } = SIDE_COLUMNS[party];
  if (shipment[code] === null) return { [claim]: shipment[claim] + 1 };
  return createCode(unit, shipment, { party, email: shipment[email] });
}

/**
 * If nobody with the right to codes has seen the new contact, the old one gets an email and a text.
 */
export async function leaveFormerContacts(
  unit: UnitOfWork,
  { before, after, replaced }: { before: ShipmentRow; after: ShipmentRow; replaced: readonly Party[] },
): Promise<void> {
  const { id: shipmentId } = before;
  for (const party of replaced) await deleteChoices(unit.tx, { shipmentId, party });
  if (replaced.includes('receiver')) {
    await textNewReceiver(unit, after);
    if (after.receiverCode === null) await textFormerNumber(unit, before, after);
  }
  for (const party of replaced) {
    const { email, code } = SIDE_COLUMNS[party];
    const receiver = before[email];
    if (!receiver) continue;
    if (receiver !== after[email]) await dropFailedMails(unit.tx, shipmentId, receiver);
    if (after[code] === null) await unit.mail({ kind: 'contact-changed', receiver, about: { shipmentId, party } });
  }
}

export type CodeRight = 'granted' | 'needs-proof' | 'none';

export interface CorrectionRights {
  /** Verified accounts by address. */
  owners: ReadonlyMap<string, string>;
  codeRight: CodeRight;
}

/**
 * Ends the code of a changed contact, and the link of the account that had a corrected address.
 * Only a person with the right to codes can name someone for a new code.
 * @throws FORBIDDEN that needs a proof.
 */
export async function accessAfterCorrection(
  unit: UnitOfWork,
  before: ShipmentRow,
  changes: Partial<ShipmentRow>,
  { owners, codeRight }: CorrectionRights,
): Promise<{ access: ShipmentAccess; replaced: Party[] }> {
  const access: ShipmentAccess = {};
  const after = { ...before, ...changes };
  const replaced = PARTIES.filter((party) => hasOtherContact(before, after, party, numberOrDigits));
  if (replaced.length > 0 && codeRight === 'needs-proof') throw proofNeeded();
  const isGranted = codeRight === 'granted';
  for (const party of replaced) {
    const side = SIDE_COLUMNS[party];
    const [former, email] = [before[side.email], after[side.email]];
    if (email !== former) {
      const account = before[side.account];
      const holder = account && (await findUser(unit.tx, account));
      if (!holder || holder.email === former) access[side.account] = (isGranted && owners.get(email)) || null;
    }
    // The address may still wait to be seen.
    const isNamed = email !== former || email === '';
    if (!isGranted) access[side.code] = null;
    else
      Object.assign(
        access,
        await (isNamed ? createCode(unit, before, { party, email }) : replaceCode(unit, before, party)),
      );
  }
  return { access, replaced };
}

export const replacedCodes = (parties: readonly Party[]) =>
  parties.length > 0 ? { replaced: parties.map((party) => `${party} code`).join(', ') } : {};
