import type { Services } from '../../context/context.ts';
import { formatMailFailure, isPermanentFailure } from '../../mail/failure.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { type Delivery, markMailAttempt, markMailDropped, markMailSent } from '../../stores/mail/mail-deliveries.ts';
import { findMail, type StoredMail } from '../../stores/mail/mails.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';

/**
 * Sends a mail at least once, under one Message-ID. Secrets are inserted here.
 * @throws Transport errors, for the queue to retry.
 */
export async function deliverMail(services: Services, transport: MailTransport, delivery: Delivery): Promise<void> {
  const mail = await findMail(services.db, delivery.mailId);
  if (mail?.state !== 'queued' || mail.deliveries !== delivery.number) return;
  try {
    const draft = await draftMail(services, mail);
    if (!draft) return await markMailDropped(services.db, delivery);
    const id = delivery.number === 1 ? mail.id : `${mail.id}.${delivery.number}`;
    const attachment = (await draft.attachment?.(services)) ?? null;
    const content = draft.render(await draft.secret(), attachment !== null);
    const attachments = attachment ? [attachment] : [];
    const isAutomatic = mail.kind !== 'message';
    await transport.send({
      id,
      to: mail.receiver,
      conversation: conversationOf(mail),
      isAutomatic,
      attachments,
      ...content,
    });
    await markMailSent(services.db, delivery, draft.render(MASKED_SECRET, attachment !== null));
  } catch (error) {
    const isFinal = isPermanentFailure(error);
    await markMailAttempt(services.db, delivery, { reason: formatMailFailure(error), isFinal });
    if (!isFinal) throw error;
  }
}

function conversationOf({ about }: StoredMail): string | undefined {
  if ('shipmentId' in about) return `shipment-${about.shipmentId}`;
  if ('transactionId' in about) return `withdrawal-${about.transactionId}`;
  return undefined;
}
