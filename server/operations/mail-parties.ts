import type { MailRequest, Party } from '../stores/mails.ts';
import type { ShipmentRow } from '../stores/shipments.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

/**
 * Mails the sender and the receiver of a shipment once this commits. Who is both gets one mail, as the receiver: nothing in
 * these mails is for one party alone. Source: product decision 6.
 *
 *     await mailParties(unit, shipment, (to) => ({
 *       kind: 'payment-required', receiver: to.email, about: { billId, party: to.party },
 *     }));
 */
export async function mailParties(
  unit: UnitOfWork,
  { senderEmail, receiverEmail }: Pick<ShipmentRow, 'senderEmail' | 'receiverEmail'>,
  mailTo: (to: { party: Party; email: string }) => MailRequest,
): Promise<void> {
  const toReceiver = mailTo({ party: 'receiver', email: receiverEmail });
  if (senderEmail === receiverEmail) await unit.mails([toReceiver]);
  else await unit.mails([mailTo({ party: 'sender', email: senderEmail }), toReceiver]);
}
