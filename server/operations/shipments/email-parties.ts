import type { Party } from '../../../src/domain/shipment.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { MailRequest } from '../../stores/mail/mails.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

export async function emailParties(
  unit: UnitOfWork,
  shipment: Pick<ShipmentRow, 'senderEmail' | 'receiverEmail'>,
  mailTo: (to: { party: Party; email: string }) => MailRequest | null,
): Promise<void> {
  await unit.mails(mailsToParties(shipment, mailTo));
}

export function mailsToParties(
  { senderEmail, receiverEmail }: Pick<ShipmentRow, 'senderEmail' | 'receiverEmail'>,
  mailTo: (to: { party: Party; email: string }) => MailRequest | null,
): MailRequest[] {
  const toReceiver = mailTo({ party: 'receiver', email: receiverEmail });
  const isBoth = toReceiver && senderEmail === receiverEmail;
  const toSender = isBoth ? null : mailTo({ party: 'sender', email: senderEmail });
  return [toSender, toReceiver].filter((mail) => mail !== null);
}
