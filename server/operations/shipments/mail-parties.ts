import type { Party } from '../../../src/domain/shipment.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { MailRequest } from '../../stores/mail/mails.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/**
 * Mails the sender and the receiver of a shipment once this commits, but not whom there is none for (null). Who is both gets
 * one mail, as the receiver: nothing in these mails is for one party alone. Source: product decision 6.
 *
 *     await mailParties(unit, shipment, (to) => ({
 *       kind: 'status-changed', receiver: to.email, about: { shipmentId, party: to.party, status, occurredAt },
 *     }));
 */
export async function mailParties(
  unit: UnitOfWork,
  { senderEmail, receiverEmail }: Pick<ShipmentRow, 'senderEmail' | 'receiverEmail'>,
  mailTo: (to: { party: Party; email: string }) => MailRequest | null,
): Promise<void> {
  const toReceiver = mailTo({ party: 'receiver', email: receiverEmail });
  const isBoth = toReceiver && senderEmail === receiverEmail;
  const toSender = isBoth ? null : mailTo({ party: 'sender', email: senderEmail });
  await unit.mails([toSender, toReceiver].filter((mail) => mail !== null));
}
