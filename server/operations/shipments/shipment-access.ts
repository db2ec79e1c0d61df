import { hasOtherContact } from '../../../src/domain/contact.ts';
import { PARTIES, type Party } from '../../../src/domain/shipment.ts';
import { createPrivateCode } from '../../auth/secrets.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { proofNeeded } from '../../errors/errors.ts';
import { dropFailedMails } from '../../stores/mail/mail-deliveries.ts';
import { SIDE_COLUMNS } from '../../stores/shipments/claims.ts';
import type { ShipmentAccess, ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findUser } from '../../stores/users/users.ts';
import { textFormerNumber } from '../messages/send-sms.ts';

export async function replaceCode(
  unit: UnitOfWork,
  shipmentId: string,
  { party, email }: { party: Party; email: string },
): Promise<ShipmentAccess> {
  await unit.mail({ kind: 'code-replaced', receiver: email.toLowerCase(), about: { shipmentId, party } });
  return { [SIDE_COLUMNS[party].code]: unit.services.secrets.encryptCode(createPrivateCode()) };
}

/**
 * Drops emails that wait for the old address. If the new contact has no code yet, this tells the old one: by email, or
 * by text if there was no address.
 */
export async function leaveFormerContact(
  unit: UnitOfWork,
  { before, after, party }: { before: ShipmentRow; after: ShipmentRow; party: Party },
): Promise<void> {
  const { email, code } = SIDE_COLUMNS[party];
  const receiver = before[email];
  if (receiver !== after[email]) await dropFailedMails(unit.tx, before.id, receiver);
  if (after[code] !== null) return;
  if (receiver) await unit.mail({ kind: 'contact-changed', receiver, about: { shipmentId: before.id, party } });
  else if (party === 'receiver') await textFormerNumber(unit, before);
}

export type CodeRight = 'granted' | 'needs-proof' | 'none';

export interface CorrectionRights {
  /** Verified accounts by address. */
  owners: ReadonlyMap<string, string>;
  codeRight: CodeRight;
}

/**
 * Ends the code of a party that is reached elsewhere now, and the link of the account that had a corrected address. A
 * new code goes only to whom a person with the right to codes has named.
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
  const replaced = PARTIES.filter((party) => hasOtherContact(before, after, party));
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
    Object.assign(access, isGranted ? await replaceCode(unit, before.id, { party, email }) : { [side.code]: null });
  }
  return { access, replaced };
}

/** Names the replaced codes for the audit trail, without values. */
export const replacedCodes = (parties: readonly Party[]) =>
  parties.length > 0 ? { replaced: parties.map((party) => `${party} code`).join(', ') } : {};
