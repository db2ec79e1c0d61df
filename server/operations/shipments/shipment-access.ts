import type { Party, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import { createPrivateCode } from '../../auth/secrets.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { proofNeeded } from '../../errors/errors.ts';
import { dropFailedMails } from '../../stores/mail/mail-deliveries.ts';
import type { ShipmentAccess, ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findUser } from '../../stores/users/users.ts';

export const SIDE_COLUMNS = {
  sender: { account: 'senderId', email: 'senderEmail', code: 'senderCode' },
  receiver: { account: 'receiverId', email: 'receiverEmail', code: 'receiverCode' },
} as const satisfies Record<Party, { account: string; email: string; code: string }>;

export async function replaceCode(
  unit: UnitOfWork,
  shipmentId: string,
  { party, email }: { party: Party; email: string },
): Promise<ShipmentAccess> {
  await unit.mail({ kind: 'code-replaced', receiver: email.toLowerCase(), about: { shipmentId, party } });
  return { [SIDE_COLUMNS[party].code]: unit.services.secrets.encryptCode(createPrivateCode()) };
}

export type CodeRight = 'granted' | 'needs-proof' | 'none';

export interface CorrectionRights {
  /** Verified accounts by address. */
  owners: ReadonlyMap<string, string>;
  codeRight: CodeRight;
}

/**
 * Ends the code of a corrected address, and the link of the account that had it.
 * @throws FORBIDDEN that needs a proof.
 */
export async function accessAfterCorrection(
  unit: UnitOfWork,
  before: ShipmentRow,
  input: Partial<Pick<UpdateShipmentInfo, 'senderEmail' | 'receiverEmail'>>,
  { owners, codeRight }: CorrectionRights,
): Promise<{ access: ShipmentAccess; replaced: Party[] }> {
  const access: ShipmentAccess = {};
  const replaced: Party[] = [];
  for (const party of ['sender', 'receiver'] as const) {
    const side = SIDE_COLUMNS[party];
    const email = input[side.email]?.toLowerCase();
    if (email === undefined || email === before[side.email]) continue;
    if (codeRight === 'needs-proof') throw proofNeeded();
    const account = before[side.account];
    const holder = account && (await findUser(unit.tx, account));
    // Nobody waits for the code of an address that is none.
    const isGranted = codeRight === 'granted' || email === '';
    if (!holder || holder.email === before[side.email]) {
      access[side.account] = (isGranted ? owners.get(email) : null) ?? null;
    }
    Object.assign(access, isGranted ? await replaceCode(unit, before.id, { party, email }) : { [side.code]: null });
    await dropFailedMails(unit.tx, before.id, before[side.email]);
    replaced.push(party);
  }
  return { access, replaced };
}

/** Names the replaced codes for the audit trail, without values. */
export const replacedCodes = (parties: readonly Party[]) =>
  parties.length > 0 ? { replaced: parties.map((party) => `${party} code`).join(', ') } : {};
