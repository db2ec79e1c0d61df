import type { Party, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import { createPrivateCode } from '../../auth/secrets.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { dropFailedMails } from '../../stores/mail/mail-deliveries.ts';
import type { ShipmentAccess, ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findUser } from '../../stores/users/users.ts';

export const SIDE_COLUMNS = {
  sender: { account: 'senderId', email: 'senderEmail', code: 'senderCode' },
  receiver: { account: 'receiverId', email: 'receiverEmail', code: 'receiverCode' },
} as const satisfies Record<Party, { account: string; email: string; code: string }>;

/** Emails a new private code, which ends the old one and its grants. */
export async function replaceCode(
  unit: UnitOfWork,
  shipmentId: string,
  { party, email }: { party: Party; email: string },
): Promise<ShipmentAccess> {
  await unit.mail({ kind: 'code-replaced', receiver: email.toLowerCase(), about: { shipmentId, party } });
  return { [SIDE_COLUMNS[party].code]: unit.services.secrets.encryptCode(createPrivateCode()) };
}

/** Gives a corrected address a new code and its account in `owners`; one linked otherwise stays. */
export async function accessAfterCorrection(
  unit: UnitOfWork,
  before: ShipmentRow,
  input: Partial<Pick<UpdateShipmentInfo, 'senderEmail' | 'receiverEmail'>>,
  owners: ReadonlyMap<string, string>,
): Promise<{ access: ShipmentAccess; replaced: Party[] }> {
  const access: ShipmentAccess = {};
  const replaced: Party[] = [];
  for (const party of ['sender', 'receiver'] as const) {
    const side = SIDE_COLUMNS[party];
    const email = input[side.email]?.toLowerCase();
    if (email === undefined || email === before[side.email]) continue;
    const account = before[side.account];
    const holder = account && (await findUser(unit.tx, account));
    if (!holder || holder.email === before[side.email]) access[side.account] = owners.get(email) ?? null;
    Object.assign(access, await replaceCode(unit, before.id, { party, email }));
    await dropFailedMails(unit.tx, before.id, before[side.email]);
    replaced.push(party);
  }
  return { access, replaced };
}

/** Names the replaced codes for the audit trail, without values. */
export const replacedCodes = (parties: readonly Party[]) =>
  parties.length > 0 ? { replaced: parties.map((party) => `${party} code`).join(', ') } : {};
