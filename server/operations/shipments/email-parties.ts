import type { Party } from '../../../src/domain/shipment.ts';
import type { MailRequest } from '../../stores/mail/mails.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

export function mailsToParties(
  { senderEmail, receiverEmail }: Pick<ShipmentRow, 'senderEmail' | 'receiverEmail'>,
  mailTo: (to: { party: Party; email: string }) => MailRequest | null,
): MailRequest[] {
  const toReceiver = mailTo({ party: 'receiver', email: receiverEmail });
  const isBoth = toReceiver && senderEmail === receiverEmail;
  const toSender = isBoth ? null : mailTo({ party: 'sender', email: senderEmail });
  return [toSender, toReceiver].filter((mail) => mail !== null);
}
