import type { MessageChoices } from '../../src/domain/messages.ts';
import { PARTIES, type Party } from '../../src/domain/shipment.ts';
import { findChoicesOfParties } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import type { MailRequest } from '../mail/store/mails.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

/** Drafts emails of the proof; none while one of its pictures is still on the phone. */
export async function draftProofs(
  { tx }: Pick<UnitOfWork, 'tx'>,
  shipment: ShipmentRow,
  choices: Record<Party, MessageChoices>,
): Promise<MailRequest[]> {
  const readers = PARTIES.filter((party) => choices[party].mail.includes('proof'));
  if (readers.length === 0) return [];
  const visits = await listVisitsOf(tx, shipment.id);
  const visit = visits.findLast(({ result, corrected }) => result === 'delivered' && !corrected);
  if (visit?.proofs.some(({ state }) => state === 'awaited')) return [];
  return readers.map((party) => ({
    kind: 'delivery-proof',
    receiver: shipment[`${party}Email`],
    about: { shipmentId: shipment.id, party },
  }));
}

/** The last picture of a delivery has arrived. */
export async function tellProofs(unit: UnitOfWork, shipments: readonly ShipmentRow[]): Promise<void> {
  const delivered = shipments.filter(({ status, deletedAt }) => status === 'delivered' && deletedAt === null);
  const choicesOf = await findChoicesOfParties(unit.tx, delivered);
  for (const shipment of delivered) {
    const choices = { sender: choicesOf(shipment, 'sender'), receiver: choicesOf(shipment, 'receiver') };
    await unit.mails(await draftProofs(unit, shipment, choices));
  }
}
