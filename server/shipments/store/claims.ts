/**
 * Each party of a shipment has a claim number. Links, QR codes and digits carry it, and a grant carries the code it
 * came from. Anything that makes a party somebody else raises the number and ends the code (decision 0033).
 */
import { hasOtherContact } from '../../../src/domain/contact.ts';
import { PARTIES, type Party } from '../../../src/domain/shipment.ts';
import type { shipments } from '../../base/database/tables/shipments.ts';
import { numberOrDigits } from '../../base/phone-numbers/international-number.ts';

type ShipmentRow = typeof shipments.$inferSelect;

export const SIDE_COLUMNS = {
  sender: { account: 'senderId', email: 'senderEmail', code: 'senderCode', claim: 'senderClaim' },
  receiver: { account: 'receiverId', email: 'receiverEmail', code: 'receiverCode', claim: 'receiverClaim' },
} as const satisfies Record<Party, { account: string; email: string; code: string; claim: string }>;

/** The numbers of the parties that a change makes somebody else. The first account of a party is still that party. */
export function raisedClaims(
  before: ShipmentRow,
  changes: Partial<ShipmentRow>,
): Partial<Pick<ShipmentRow, 'senderClaim' | 'receiverClaim'>> {
  const after = { ...before, ...changes };
  const raised = PARTIES.filter((party) => {
    const { account, code } = SIDE_COLUMNS[party];
    const [codeBefore, codeAfter] = [before[code], after[code]];
    return (
      hasOtherContact(before, after, party, numberOrDigits) ||
      (before[account] !== null && before[account] !== after[account]) ||
      (codeBefore !== null && !(codeAfter && codeBefore.equals(codeAfter)))
    );
  });
  return Object.fromEntries(raised.map((party) => [SIDE_COLUMNS[party].claim, before[SIDE_COLUMNS[party].claim] + 1]));
}
